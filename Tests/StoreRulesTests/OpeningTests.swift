import Foundation
import StoreModel
import StoreSQLite
import TestSupport
import Testing

@testable import StoreRules

/// The store's files: made at the first run, kept afterwards.
@Suite(.timeLimit(.minutes(5))) struct OpeningTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func open(_ other: TemporaryDirectory? = nil) throws -> AccountSession {
        try AppStore(testedIn: (other ?? folder).path).embeddedSession()
    }

    @Test func `A store that is opened again has the same account, key and purchases`() async throws {
        var store = try open()
        let account = store.account
        let outcome = try await store.buy("a")
        store = try open()
        #expect(store.account == account)
        #expect(try await store.unsettledPurchases(including: []) == [outcome])
        _ = try store.verifier().verify(#require(outcome.signed))
        #expect(try await store.buy("a") == outcome)
    }

    @Test("Purchases from before the certificates were lost have signatures that hold", .onSQLite)
    func lostCertificates() async throws {
        var store = try open()
        var payloads: [TransactionPayload] = []
        for key: IdempotencyKey in ["a", "b"] {
            payloads.append(try store.verifier().verify(#require(try await store.buy(key).signed)))
        }
        try await store.perform(.refund, on: "b")
        for _ in 1...2 {
            try FileManager.default.removeItem(atPath: folder.path + "/keys/store-certificates")
            store = try open()
            let outcomes = try await store.unsettledPurchases(including: ["a", "b"])
            let found = try outcomes.map { try store.verifier().verify(#require($0.signed)) }
            #expect(found.map(\.transactionId) == payloads.map(\.transactionId))
            #expect(found[0] == payloads[0] && found[1].revocationDate != nil)
            // Those that come later have the new header, too.
            _ = try store.verifier().verify(#require(try await store.buy("a").signed))
        }
    }

    @Test("All purchases are signed anew if the certificates were lost, page by page", arguments: [2, 3, 4])
    func pages(count: Int) async throws {
        let session = try open()
        for number in 1...count { try await session.buy(IdempotencyKey(rawValue: "\(number)")) }
        let signer = try TransactionSigner(keys: TestKeys(), isFirstRun: true)
        var table = PurchaseTable(signatureHeader: signer.header)
        table.pageSize = 2
        let signed = try session.store.database.write { database in
            try table.signAnew(by: signer, database) { _ in true }
            return try table.signed(
                of: session.account.identifier, after: nil, through: nil, limit: .max, database
            ).compactMap(\.signed)
        }
        #expect(signed.count == count)
        for anew in signed { #expect(signer.hasSigned(anew.rawValue)) }
    }

    @Test("Earlier certificates hold again, whatever was written under the others", arguments: [false, true])
    func earlierCertificates(isGivenBack: Bool) async throws {
        let (engine, keys, others) = (try SQLiteEngine(), TestKeys(), TestKeys())
        func open(_ keys: TestKeys, _ copy: SQLiteEngine? = nil) throws -> AccountSession {
            try AppStore(testedOn: copy ?? engine, keys: keys).embeddedSession()
        }
        let first = try open(keys)
        try await first.buy("a")
        let copy = try SQLiteEngine(inMemory: engine.contents())
        let key = try #require(try keys.key(named: "store-signing"))
        _ = try others.key(named: "store-signing") { key }
        let store: AccountSession
        if isGivenBack {
            // A device gives back what it got under the earlier certificates.
            let signed = try #require(try await first.buy("b").signed)
            _ = try await open(others, copy).exchange(
                ExchangeRequest(since: .beginning, purchases: [signed]))
            store = try open(keys, copy)
        } else {
            // A program that has the earlier certificates goes on.
            _ = try open(others)
            try await first.buy("b")
            store = try open(keys)
        }
        let outcomes = try await store.unsettledPurchases(including: [])
        #expect(outcomes.map(\.key) == ["a", "b"])
        for outcome in outcomes { _ = try store.verifier().verify(#require(outcome.signed)) }
    }

    @Test(
        "The log says it once if the certificates were lost, because the root is another one then", .onSQLite)
    func newRoot() throws {
        let log = Recorder<String>()
        func open() throws -> AppStore {
            try AppStore(testedIn: folder.path, log: { log.note([$0]) })
        }
        let root = try open().rootCertificatePEM
        #expect(try open().rootCertificatePEM == root && log.calls.isEmpty)
        let file = folder.path + "/keys/store-certificates"
        let kept = try Data(contentsOf: URL(filePath: file))
        try FileManager.default.removeItem(atPath: file)
        for _ in 1...2 { #expect(try open().rootCertificatePEM != root) }
        #expect(log.calls.count == 1 && log.calls.first?.hasPrefix(file + " was missing.") == true)
        try kept.write(to: URL(filePath: file))
        #expect(try open().rootCertificatePEM == root && log.calls.count == 1)
    }

    @Test func `Programs that start together for the first time agree on account and key`() async throws {
        let stores = try await withThrowingTaskGroup(of: AccountSession.self) { group in
            for _ in 0..<4 { group.addTask { try open() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(stores.map(\.account)).count == 1)
        for (number, store) in stores.enumerated() {
            let key = IdempotencyKey(rawValue: "\(number)")
            let outcome = try await store.buy(key)
            for other in stores { _ = try other.verifier().verify(#require(outcome.signed)) }
        }
    }

    @Test func `The key is the owner's only`() throws {
        _ = try open()
        #expect(try permissions(of: folder.path + "/keys/store-signing") == 0o600)
    }

    @Test func `The shared secret is the first line of its file`() throws {
        _ = try open()
        let file = folder.path + "/keys/shared-secret"
        for text in ["bananas", "bananas\n", "bananas\r\nand more\n"] {
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            #expect(try AppStore(testedIn: folder.path).sharedSecret == "bananas")
        }
        try "\n".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(throws: StorageError.damaged(path: file)) { try open() }
    }

    @Test func `A store whose key is gone is not opened with a new one`() throws {
        _ = try open()
        let key = folder.path + "/keys/store-signing"
        try FileManager.default.removeItem(atPath: key)
        #expect(throws: StorageError.keyMissing(path: key)) { try open() }
        #expect(!FileManager.default.fileExists(atPath: key))
    }

    @Test("A store is not opened with another store's keys", arguments: [false, true])
    func foreignKeys(withCertificates: Bool) throws {
        let other = try TemporaryDirectory()
        for folder in [folder, other] { _ = try open(folder) }
        let (key, certificates) = ("/keys/store-signing", "/keys/store-certificates")
        try Data(contentsOf: URL(filePath: other.path + key)).write(to: URL(filePath: folder.path + key))
        try FileManager.default.removeItem(atPath: folder.path + certificates)
        if withCertificates {
            try FileManager.default.copyItem(
                atPath: other.path + certificates, toPath: folder.path + certificates)
        }
        let error = #expect(throws: StorageError.self) { try AppStore(testedIn: folder.path) }
        let isNamed = if case .anotherKey(_, folder.path + key)? = error { true } else { false }
        #expect(isNamed, "\(error as Any)")
        #expect(FileManager.default.fileExists(atPath: folder.path + certificates) == withCertificates)
    }

    @Test("A key or a database that is something else is named", .onSQLite)
    func damage() throws {
        _ = try open()
        let key = folder.path + "/keys/store-signing"
        try Data("short".utf8).write(to: URL(filePath: key))
        #expect(throws: StorageError.damaged(path: key)) { try open() }

        let other = try TemporaryDirectory()
        let database = other.path + "/store.sqlite"
        try Data(repeating: 7, count: 8192).write(to: URL(filePath: database))
        #expect(throws: StorageError.damaged(path: database)) { try open(other) }
    }
}
