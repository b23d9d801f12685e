import Foundation
import StoreApplication
import StoreEvents
import StoreModel
import StoreRules
import StoreWire
import TestSupport
import Testing

@testable import StoreClient

@Suite("A store proves that it is itself before it is told anything", .timeLimit(.minutes(5)))
struct ProofTests {
    /// The answers of a program that has taken the store's place and knows all public data of the store.
    enum Impostor: CaseIterable {
        case oldProof, keyOfItsOwn, storeOfItsOwn, noSignature, notFound, noStore, page, chainOnly, busy, cut

        /// The error that it causes; nil if it does not count as a server at all.
        func error(at store: String, known pinFile: String) -> TrustError? {
            switch self {
            case .oldProof, .keyOfItsOwn, .noSignature: .notProved(store: store)
            case .storeOfItsOwn: .anotherStore(store: store, pinFile: pinFile)
            case .notFound, .page, .chainOnly: .noProof(store: store)
            case .noStore: .noStore(store: store)
            case .busy, .cut: nil
            }
        }
    }

    private static let otherFolder = try! TemporaryDirectory()
    /// A store that the tests' clients do not know.
    private static let other = try! AppStore.bundled(in: otherFolder.path)

    private static func proof(
        by store: AppStore, to request: LoopbackServer.Request
    ) throws -> StoreWire.Proof {
        let text = try #require(LoopbackServer.proof(by: store, to: request))
        return try JSONDecoder().decode(StoreWire.Proof.self, from: Data(text.utf8))
    }

    private static func impostor(_ kind: Impostor, port: Int? = nil) throws -> LoopbackServer {
        let path = "/store/v1/certificates/proof"
        let asked = LoopbackServer.Request(
            method: "POST", path: path, body: asJSON(StoreWire.ProofQuery(nonce: ProofNonce())))
        let oldProof = try proof(by: LoopbackServer.store, to: asked)
        return try LoopbackServer(port: port, isStore: false) { request, client in
            guard request.path == path else { return client.answer(200, asJSON(AccountTests.session)) }
            switch kind {
            case .oldProof: client.answer(200, asJSON(oldProof))
            case .keyOfItsOwn:
                var proof = try! proof(by: other, to: request)
                proof.certificates = oldProof.certificates
                client.answer(200, asJSON(proof))
            case .storeOfItsOwn: client.answer(200, LoopbackServer.proof(by: other, to: request) ?? "")
            case .noSignature:
                client.answer(
                    200, asJSON(StoreWire.Proof(certificates: oldProof.certificates, signature: "")))
            case .notFound: client.answer(404, "")
            case .noStore: client.answer(404, asJSON(StoreError(domain: .http, code: 404)))
            case .page: client.answer(200, "<html>", type: "text/html")
            case .chainOnly: client.answer(200, asJSON(oldProof.certificates))
            case .busy: client.answer(503, "")
            case .cut: client.end()
            }
        }
    }

    /// All requests of a client that have a secret in them.
    private static func sendSecrets(over connection: StoreConnection) -> [@Sendable () async throws -> Void] {
        let accounts = AccountClient(connection: connection)
        let credentials = StoreWire.Credentials(account: "anna", password: "secret password")
        let store = HTTPStore(
            connection: connection, session: AccountTests.session, device: device,
            adminToken: "secret of the administrator")
        return [
            { _ = try await accounts.signIn(credentials) },
            { _ = try await accounts.createAccount(credentials) },
            { _ = try await accounts.visit(as: "guest-1", voucher: "secret of the host") },
            { try await accounts.signOut(token: "secret token") },
            { _ = try await store.products(for: []) },
            { _ = try await store.purchase(request) },
            { try await store.apply(StoreSettings()) },
            { _ = try await store.subscriptions() },
            { _ = try await store.appReceipt() },
        ]
    }

    /// A folder with the trust in the tests' store.
    private func acquainted() async throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        let server = try LoopbackServer { _, client in
            let chain = LoopbackServer.store.certificates.map { Data($0).base64EncodedString() }
            client.answer(
                200,
                asJSON(
                    StoreWire.Certificates(bundleIdentifier: BundleIdentifier.standard.rawValue, chain: chain)
                ))
        }
        _ = try await connection(to: server.address, trust: folder).certificates()
        return folder
    }

    @Test("who cannot is told no password, no token and nothing else", arguments: Impostor.allCases)
    func secrets(kind: Impostor) async throws {
        let folder = try await acquainted()
        let server = try Self.impostor(kind)
        let connection = connection(to: server.address, trust: folder)
        for send in Self.sendSecrets(over: connection) {
            await #expect(throws: (any Error).self) { try await send() }
        }
        #expect(Set(server.requests.map(\.path)) == ["/store/v1/certificates/proof"])
        #expect(server.requests.allSatisfy { $0.headers["authorization"] == nil })
    }

    @Test("who cannot is told apart, in one sentence", arguments: Impostor.allCases)
    func errors(kind: Impostor) async throws {
        let folder = try await acquainted()
        let server = try Self.impostor(kind)
        let connection = connection(to: server.address, trust: folder)
        let error = kind.error(at: server.address, known: folder.path + "/certificates.json")
        let met = await #expect(throws: (any Error).self) { try await connection.certificates() }
        #expect(met as? TrustError == error)
        let sent = await #expect(throws: StoreError.self) {
            try await AccountClient(connection: connection).signOut(token: "secret")
        }
        // In both cases a purchase waits in its queue.
        let expected = error.map { StoreError.untrusted($0) } ?? .networkDown
        #expect(sent == expected)
        #expect(error?.description.contains("othing was") != false)
    }

    @Test(arguments: [Impostor.oldProof, .noStore])
    func `who cannot has done nothing that an administrator wanted, and that is said`(kind: Impostor)
        async throws
    {
        let folder = try await acquainted()
        let server = try Self.impostor(kind)
        let store = client(of: server, adminToken: "secret of the administrator", trust: folder)
        let reason = try #require(kind.error(at: server.address, known: ""))
        let error = StoreAdministrationError.failed(.untrusted(reason), store: server.address)
        await #expect(throws: error) { try await store.perform(.refund, on: "key") }
        await #expect(throws: error) { try await store.currentSettings() }
        #expect(Trouble(error) == .trust(reason))
    }

    @Test func `at the first meeting, too: certificates are kept only with their proof`() async throws {
        let folder = try TemporaryDirectory()
        let server = try Self.impostor(.oldProof)
        await #expect(throws: TrustError.notProved(store: server.address)) {
            try await connection(to: server.address, trust: folder).certificates()
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test func `once for each connection, and not for each request`() async throws {
        let proofs = Counter()
        let server = try LoopbackServer(isStore: false) { request, client in
            guard let proof = LoopbackServer.proof(by: LoopbackServer.store, to: request) else {
                return client.answer(200, asJSON(outcome))
            }
            _ = proofs.next()
            client.answer(200, proof)
        }
        let store = client(of: server)
        for _ in 1...5 { #expect(try await store.purchase(request) == outcome) }
        #expect(proofs.count == 1)
        server.endConnections()
        // A request that still goes out on the old connection is lost.
        while (try? await store.purchase(request)) == nil { try await pause() }
        #expect(proofs.count == 2)
    }

    @Test func `again when the connection was lost between two requests, of which nobody has heard`()
        async throws
    {
        let folder = try await acquainted()
        let server = try LoopbackServer { _, client in client.answer(200, asJSON(outcome)) }
        let store = client(of: server, trust: folder)
        #expect(try await store.purchase(request) == outcome)
        server.stop()
        server.endConnections()
        while server.connections > 0 { try await pause() }
        let impostor = try Self.impostor(.oldProof, port: server.port)
        // A request that still goes out on the old connection is lost.
        while impostor.requests.isEmpty {
            let error = await #expect(throws: StoreError.self) { try await store.purchase(request) }
            #expect(error?.isNetworkFailure == true)
        }
        #expect(impostor.requests.allSatisfy { $0.path.hasSuffix("/proof") })
    }

    @Test func `again for the stream of updates, whenever it is opened anew`() async throws {
        let folder = try await acquainted(), time = RecordedTime()
        let (streams, opened) = AsyncStream.makeStream(of: LoopbackServer.Client.self)
        let server = try LoopbackServer { request, client in
            if request.path.hasSuffix("/updates") {
                opened.yield(client)
            } else {
                client.answer(200, asJSON(StoreSettings()))
            }
        }
        let store = client(of: server, trust: folder, time: time.source)
        var updates = store.updates().makeAsyncIterator()
        var clients = streams.makeAsyncIterator()
        try #require(await clients.next()).beginEvents()
        #expect(await updates.next() == .accountChanged(revision: 0))
        server.stop()
        let impostor = try Self.impostor(.oldProof, port: server.port)
        server.endConnections()
        #expect(await updates.next() == .networkChanged(isUp: false))
        await time.pass(.seconds(1))
        while impostor.requests.isEmpty { try await pause() }
        await time.pass(.seconds(2))
        #expect(impostor.requests.allSatisfy { $0.path.hasSuffix("/proof") })
    }

    @Test func `a content server, which proves nothing, is told no secret`() async throws {
        let server = try LoopbackServer(isStore: false) { _, client in client.answer(404) }
        let content = HTTPContent(address: StoreAddress(server.address)!, device: device)
        await #expect(throws: StoreError.self) { try await content.hostedProducts(unlessMatching: nil) }
        await #expect(throws: StoreError.self) {
            try await content.fetchContent(of: "com.example.book", receipt: "receipt", after: nil) { _ in }
        }
        #expect(server.requests.count == 2)
        #expect(server.requests.allSatisfy { $0.headers["authorization"] == nil })
    }
}
