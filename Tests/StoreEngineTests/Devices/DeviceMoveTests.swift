import StoreDatabase
import StoreModel
import StoreSigning
import TestSupport
import Testing

@testable import StoreEngine

/// One account, of which one machine was backed up, and the backup restored on others.
@Suite("A device that takes over what another one has")
struct DeviceMoveTests {
    private let folder: TemporaryDirectory
    private let store: AppStore
    private let token: SessionToken

    init() async throws {
        folder = try TemporaryDirectory()
        store = try AppStore(testedIn: folder.path, passwordRounds: 2)
        (_, token) = try await store.createAccount(name: "ada", password: "correct horse")
    }

    private func device(_ name: String) throws -> AccountSession {
        try #require(try store.session(for: token, device: name))
    }

    private func finishAll(_ session: AccountSession) async throws -> [IdempotencyKey] {
        let outcomes = try await session.unsettledPurchases(including: [])
        for outcome in outcomes { try await session.finish(#require(outcome.finished)) }
        return outcomes.map(\.key)
    }

    @Test
    func `is told all of it, also what was finished, once; the other device is told nothing any more`() async throws {
        let (old, new) = (try device("old"), try device("new"))
        try await old.buy("a")
        #expect(try await finishAll(old) == ["a"])
        try await old.buy("b")
        try await new.takeOver(from: "old")
        #expect(try await finishAll(new) == ["a", "b"])
        for _ in 1...2 { try await new.takeOver(from: "old") }
        #expect(try await finishAll(new) == [])
        await #expect(throws: StoreError.deviceMoved) { try await old.unsettledPurchases(including: []) }
        await #expect(throws: StoreError.deviceMoved) { try await old.buy("c") }
        await #expect(throws: StoreError.deviceMoved) { try await old.buy("a") }
        await #expect(throws: StoreError.deviceMoved) {
            try await old.finish(FinishedTransaction(identifier: "1", signedDate: Timestamp(milliseconds: 1)))
        }
        await #expect(throws: StoreError.deviceMoved) { try await old.restoredPurchases(after: nil, limit: 10) }
        #expect(try store.purchases().map(\.key) == ["b", "a"])
        let audit = try store.audit()
        #expect(audit.findings.isEmpty && audit.accounts.allSatisfy(\.isClosed))
    }

    @Test("gets it signed anew for itself, and so does whoever bought before transactions were bound to a device")
    func boundToDevice() async throws {
        let (old, new) = (try device("old"), try device("new"))
        let bought = try #require(try await old.buy("a").signed)
        let first = try TransactionSigner.payload(of: bought)
        #expect(first.isBound(to: "old") && !first.isBound(to: "new"))
        try await new.takeOver(from: "old")
        let told = try #require(try await new.unsettledPurchases(including: []).first?.signed)
        var second = try TransactionSigner.payload(of: told)
        #expect(second.isBound(to: "new") && !second.isBound(to: "old"))
        #expect(told.isLater(than: bought))
        #expect(second.deviceVerificationNonce != first.deviceVerificationNonce)
        // Signed once, and the same purchase in all else.
        #expect(try await new.unsettledPurchases(including: []).first?.signed == told)
        #expect(try await new.buy("a").signed == told)
        second.signedDate = first.signedDate
        (second.deviceVerification, second.deviceVerificationNonce) = (
            first.deviceVerification, first.deviceVerificationNonce
        )
        #expect(second == first)
    }

    @Test
    func `gets what its backup once was of, from whichever device has it by now: the last one who asks`() async throws {
        let (old, second, third) = (try device("old"), try device("second"), try device("third"))
        try await old.buy("a")
        try await second.takeOver(from: "old")
        try await second.buy("b")
        #expect(try await finishAll(second) == ["a", "b"])
        try await third.takeOver(from: "old")
        #expect(try await finishAll(third) == ["a", "b"])
        await #expect(throws: StoreError.deviceMoved) { try await second.unsettledPurchases(including: []) }
        // Neither of those who lost it gets it back by asking again.
        for loser in [old, second] {
            await #expect(throws: StoreError.deviceMoved) { try await loser.takeOver(from: "old") }
        }
        // A new identity of the same machine has what is bought with it, and nothing else.
        let anew = try device("anew")
        try await anew.buy("c")
        #expect(try await finishAll(anew) == ["c"])
        #expect(try await finishAll(third) == [])
    }

    @Test func `is found in one step after the first time, however often the purchases moved`() async throws {
        let devices = ["0", "1", "2", "3"]
        for (device, successor) in zip(devices, devices.dropFirst()) {
            try await self.device(successor).takeOver(from: device)
        }
        try await device("last").takeOver(from: "0")
        let account = try device("last").account.identifier
        let successors = try store.database.read { database in
            try devices.map { try DeviceMoveTable.successor(of: $0, of: account, database) }
        }
        #expect(successors == ["3", "3", "3", "last"])
    }

    @Test(
        "is the only one who gets anything for a payment that both machines have in their queues, whoever sends it first",
        arguments: [true, false])
    func samePayment(isOldFirst: Bool) async throws {
        let (old, new, anew) = (try device("old"), try device("new"), try device("anew"))
        if isOldFirst { #expect(try await old.buy("a").state == "purchased") }
        try await new.takeOver(from: "old")
        #expect(try await new.buy("a").state == "purchased")
        #expect(try await anew.buy("a").result == .failed(.boughtElsewhere))
        #expect(try await anew.unsettledPurchases(including: ["a"]).map(\.result) == [.failed(.boughtElsewhere)])
        #expect(try await finishAll(new) == ["a"])
        #expect(try await finishAll(anew) == [])
        #expect(try store.purchases().map(\.status) == ["purchased"])
    }

    @Test func `is told of approvals, resolutions and refunds of what it took over`() async throws {
        let (old, new, anew) = (try device("old"), try device("new"), try device("anew"))
        try await old.buy("refunded")
        try store.set { $0.asksToBuy = true }
        try await old.buy("approved")
        try await new.takeOver(from: "old")
        #expect(try await anew.buy("approved").result == .failed(.boughtElsewhere))
        #expect(try await finishAll(new) == ["refunded"])
        _ = try store.perform(.approve, on: "approved")
        _ = try store.perform(.refund, on: "refunded")
        let news = try await new.unsettledPurchases(including: [])
        #expect(news.map(\.state) == ["revoked", "purchased"])
        #expect(try await finishAll(new).count == 2)
        #expect(try await anew.unsettledPurchases(including: []).isEmpty)
    }

    @Test func `gets the renewals of the subscriptions that were bought on it`() async throws {
        let fixture = try SubscriptionFixture()
        let (_, token) = try await fixture.store.createAccount(name: "ada", password: "correct horse")
        let old = try #require(try fixture.store.session(for: token, device: "old"))
        let new = try #require(try fixture.store.session(for: token, device: "new"))
        try await old.buy("a", SubscriptionFixture.gold)
        try await new.takeOver(from: "old")
        #expect(try await finishAll(new) == ["a"])
        fixture.time.advance(by: SubscriptionFixture.month)
        #expect(try await new.unsettledPurchases(including: []).count == 1)
    }

    @Test
    func `of one account takes nothing of another's; and a client without a name takes nothing at all`() async throws {
        let (_, other) = try await store.createAccount(name: "eve", password: "battery staple")
        let (old, eve) = (try device("old"), try #require(try store.session(for: other, device: "eve's")))
        try await old.buy("a")
        try await eve.takeOver(from: "old")
        #expect(try await finishAll(eve) == [])
        #expect(try await finishAll(old) == ["a"])
        let nameless = try #require(try store.session(for: token, device: nil))
        await #expect(throws: StoreError.paymentInvalid) { try await nameless.takeOver(from: "old") }
        #expect(try await old.unsettledPurchases(including: []).isEmpty)
    }

    @Test func `lets the other machine hear of it, if that listens`() async throws {
        let (old, new) = (try device("old"), try device("new"))
        var heard = old.updates().makeAsyncIterator()
        let revision = try old.revision()
        try await new.takeOver(from: "old")
        #expect(await heard.next() == .purchasesChanged)
        #expect(try old.revision() > revision)
    }
}
