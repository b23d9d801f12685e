import DurableStorage
import GRDB
import StoreModel
import TestSupport
import Testing

@testable import AppStore

@Suite("The store's audit")
struct AuditTests {
    /// A store from which somebody bought three things: paid and delivered, paid, and refunded.
    private struct Fixture {
        let folder: TemporaryDirectory
        let store: AppStore
        let account: AccountIdentifier

        init() async throws {
            folder = try TemporaryDirectory()
            store = try AppStore(directory: DataDirectory(path: folder.path), catalogue: .bundled(), passwordRounds: 2)
            let account = try await store.createAccount(name: "anna", password: "correct horse").0
            self.account = account.identifier
            let session = AccountSession(store: store, account: account, device: "device")
            for key: IdempotencyKey in ["1", "2", "3"] {
                let outcome = try await session.purchase(
                    PurchaseRequest(key: key, productIdentifier: StoreFixture.five, quantity: 1))
                if key == "1", let identifier = outcome.transactionIdentifier { try await session.finish(identifier) }
            }
            _ = try store.perform(.refund, on: "3")
        }

        /// Edits the store's file past the store.
        func edit(_ sql: String) throws {
            var configuration = Configuration()
            configuration.foreignKeysEnabled = false
            try DatabaseQueue(path: folder.path + "/store.sqlite", configuration: configuration).write {
                try $0.execute(sql: sql)
            }
        }
    }

    @Test("finds nothing wrong with what the store wrote, and says what is not delivered")
    func untouched() async throws {
        let fixture = try await Fixture()
        let audit = try fixture.store.audit()
        #expect(audit.findings.isEmpty)
        let books = try #require(audit.accounts.first)
        #expect(audit.accounts.count == 1 && books.account == fixture.account && !books.isClosed)
        #expect(books.charges == 3 && books.transactions == 3 && books.deliveries == 1 && books.refunds == 1)
    }

    @Test(
        "finds what was edited, and says of which payment and account",
        arguments: [
            ("UPDATE purchase SET signed = NULL WHERE number = 2", 2, "charged, and nothing was signed for it"),
            ("UPDATE purchase SET status = 'failed' WHERE number = 2", 2, "signed, and not charged"),
            (
                "UPDATE purchase SET signed = (SELECT signed FROM purchase WHERE number = 1) WHERE number = 2", 2,
                "the transaction is another one's"
            ),
            ("UPDATE purchase SET number = 7 WHERE number = 1", 7, "the transaction is another one's"),
            ("UPDATE purchase SET quantity = 2 WHERE number = 1", 1, "the transaction is for something else"),
            ("UPDATE purchase SET product = 'consume10credits' WHERE number = 1", 1, "for something else"),
            ("UPDATE purchase SET status = 'purchased' WHERE number = 3", 3, "disagree about a refund"),
            ("UPDATE purchase SET status = 'revoked' WHERE number = 1", 1, "disagree about a refund"),
            ("UPDATE purchase SET signed = replace(signed, '.', 'A.') WHERE number = 1", 1, "not authentic"),
        ])
    func edited(sql: String, number: Int, words: String) async throws {
        let fixture = try await Fixture()
        try fixture.edit(sql)
        let audit = try fixture.store.audit()
        let finding = try #require(audit.findings.first)
        #expect(audit.findings.count == 1 && finding.hasPrefix("Payment \(number) of \(fixture.account): "))
        #expect(finding.contains(words), "\(finding)")
        #expect(audit.accounts.map(\.transactions) == [2])
    }

    @Test("finds what was charged to somebody else, or to nobody")
    func otherAccount() async throws {
        let fixture = try await Fixture()
        let bob = try await fixture.store.createAccount(name: "bob", password: "correct horse").0.identifier
        try fixture.edit("UPDATE purchase SET account = '\(bob)' WHERE number = 2")
        #expect(try fixture.store.audit().findings.map { $0.hasPrefix("Payment 2 of \(bob): ") } == [true])
        try fixture.edit("DELETE FROM account WHERE identifier = '\(bob)'")
        let audit = try fixture.store.audit()
        #expect(audit.findings == ["Payment 2 of \(bob): there is no such account."])
        #expect(audit.accounts.map(\.charges) == [1, 2])
    }
}
