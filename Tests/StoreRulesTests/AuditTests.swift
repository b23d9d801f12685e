import StoreModel
import TestSupport
import Testing

@testable import StoreRules

@Suite("The store's audit", .timeLimit(.minutes(5)))
struct AuditTests {
    private let folder: TemporaryDirectory
    private let store: AppStore
    private let session: AccountSession
    private let account: AccountIdentifier
    private let numbers: [Int64]

    /// A store from which somebody bought three things: paid and delivered, paid, and refunded.
    init() async throws {
        folder = try TemporaryDirectory()
        store = try AppStore(testedIn: folder.path)
        session = try store.customer("anna")
        account = session.account.identifier
        for key: IdempotencyKey in ["1", "2", "3"] {
            let outcome = try await session.buy(key)
            if key == "1", let identifier = outcome.transactionIdentifier {
                try await session.finish(identifier)
            }
        }
        _ = try store.perform(.refund, on: "3")
        numbers = try store.purchases().map(\.number).sorted()
    }

    /// Edits the store's file without the store. `#1` stands for the number of the first payment.
    private func edit(_ sql: String) throws {
        let sql = numbers.enumerated().reduce(sql) {
            $0.replacing("#\($1.offset + 1)", with: String($1.element))
        }
        try SQLiteFile(folder.path + "/store.sqlite").run("PRAGMA foreign_keys = OFF; " + sql)
    }

    @Test func `finds nothing wrong with what the store wrote, and says what is not delivered`() throws {
        let audit = try store.audit()
        #expect(audit.findings.isEmpty)
        let books = try #require(audit.accounts.first)
        #expect(audit.accounts.count == 1 && books.account == account && !books.isClosed)
        #expect(books.charges == 3 && books.transactions == 3 && books.deliveries == 1 && books.refunds == 1)
    }

    @Test func `names who has used more than was bought, and finds nothing wrong with it`() async throws {
        let date = Timestamp(milliseconds: 1)
        let uses = [4, 7].map { Use(id: .random(at: date), amount: $0, date: date) }
        let bob = try store.customer("bob")
        try await bob.buy("4")
        _ = try await bob.exchange(ExchangeRequest(since: .beginning, uses: uses))
        let audit = try store.audit()
        #expect(audit.findings == [] && audit.debts.count == 1)
        let words = "Account \(bob.account.identifier): it has used 6 credits more than it bought."
        #expect(audit.debts.first?.hasPrefix(words) == true)
    }

    @Test func `names who has used credits and never bought anything`() async throws {
        let date = Timestamp(milliseconds: 1)
        let use = Use(id: .random(at: date), amount: 4, date: date)
        let bob = try store.customer("bob")
        _ = try await bob.exchange(ExchangeRequest(since: .beginning, uses: [use]))
        let audit = try store.audit()
        #expect(audit.findings == [] && audit.debts.count == 1)
        let words = "Account \(bob.account.identifier): it has used 4 credits more than it bought."
        #expect(audit.debts.first?.hasPrefix(words) == true)
        #expect(audit.accounts.map(\.account) == [account])
    }

    @Test func `takes two payments for two if their keys differ only in Unicode's normal form`() async throws
    {
        for key in ["caf\u{E9}", "cafe\u{301}"] {
            let outcome = try await session.buy(IdempotencyKey(rawValue: key))
            #expect(outcome.transactionIdentifier != nil)
        }
        let audit = try store.audit()
        #expect(audit.findings == [] && audit.accounts.map(\.charges) == [5])
    }

    @Test(
        "finds a subscription that cannot be read, and one whose row says something else",
        arguments: [
            ("due = due + 1", "its row disagree"), ("original = original + 1", "its row disagree"),
            ("state = '{'", "cannot be read"),
        ])
    func subscriptions(edit: String, words: String) async throws {
        let fixture = try SubscriptionFixture()
        try await fixture.buy(SubscriptionFixture.gold)
        #expect(try fixture.store.audit().findings == [])
        try fixture.store.database.write { try $0.execute("UPDATE subscription SET \(edit)") }
        let findings = try fixture.store.audit().findings
        #expect(findings.count == 1 && findings[0].contains(words), "\(findings)")
    }

    @Test func `finds a subscription that goes on from a period that is not paid`() async throws {
        let fixture = try SubscriptionFixture()
        try await fixture.buy(SubscriptionFixture.gold)
        try fixture.store.database.write { database in
            var subscription = try #require(try SubscriptionTable.all(database).first)
            subscription.transaction = 1
            try SubscriptionTable.save(subscription, database)
        }
        let findings = try fixture.store.audit().findings
        #expect(findings.count == 1 && findings[0].contains("is not paid"), "\(findings)")
    }

    @Test(
        "finds what was edited, and says of which payment and account", .onSQLite,
        arguments: [
            (
                "UPDATE purchase SET signed = NULL WHERE number = #2", 2,
                "charged, and nothing was signed for it"
            ),
            ("UPDATE purchase SET status = 'failed' WHERE number = #2", 2, "signed, and not charged"),
            (
                "UPDATE purchase SET signed = (SELECT signed FROM purchase WHERE number = #1) WHERE number = #2",
                2,
                "the transaction is another one's"
            ),
            ("UPDATE purchase SET number = 7 WHERE number = #1", 7, "the transaction is another one's"),
            (
                "UPDATE purchase SET quantity = 2 WHERE number = #1", 1,
                "the transaction is for something else"
            ),
            ("UPDATE purchase SET product = 'consume10credits' WHERE number = #1", 1, "for something else"),
            ("UPDATE purchase SET status = 'purchased' WHERE number = #3", 3, "disagree about a refund"),
            ("UPDATE purchase SET status = 'revoked' WHERE number = #1", 1, "disagree about a refund"),
            ("UPDATE purchase SET signed = replace(signed, '.', 'A.') WHERE number = #1", 1, "not authentic"),
            ("UPDATE purchase SET key = '1' WHERE number = #2", 2, "disagree about the payment"),
        ])
    func edited(sql: String, number: Int, words: String) throws {
        try edit(sql)
        let audit = try store.audit()
        let finding = try #require(audit.findings.first)
        let shown = number == 7 ? 7 : numbers[number - 1]
        #expect(audit.findings.count == 1 && finding.hasPrefix("Payment \(shown) of \(account): "))
        #expect(finding.contains(words), "\(finding)")
        #expect(audit.accounts.map(\.transactions) == [2])
    }

    @Test(
        "finds changes that are missing, or that come to something else than there is", .onSQLite,
        arguments: [
            ("DELETE FROM accountChange WHERE revision = 2", "changes are missing"),
            (
                "UPDATE purchase SET revision = revision + 1",
                "of some transactions its changes do not say when they came."
            ),
            ("DELETE FROM accountChange", "its purchases and uses come to 10 credits, its changes to 0."),
            ("UPDATE accountChange SET credits = credits + 5", "come to 10 credits, its changes to 15."),
            (
                "INSERT INTO accountUse SELECT identifier, 'a', NULL, 4, 1 FROM account WHERE name = 'anna'",
                "come to 6 credits, its changes to 10."
            ),
        ])
    func changes(sql: String, words: String) throws {
        try edit(sql)
        let findings = try store.audit().findings
        #expect(findings.count == 1 && findings[0].hasPrefix("Account \(account): "), "\(findings)")
        #expect(findings.first?.contains(words) == true)
    }

    @Test("finds what was charged to somebody else, or to nobody", .onSQLite)
    func otherAccount() throws {
        let bob = try store.customer("bob").account.identifier
        try edit("UPDATE purchase SET account = '\(bob)' WHERE number = #2")
        let name = "Payment \(numbers[1]) of \(bob): "
        #expect(try store.audit().findings.contains { $0.hasPrefix(name) })
        try edit("DELETE FROM account WHERE identifier = '\(bob)'")
        let audit = try store.audit()
        #expect(audit.findings.first == name + "there is no such account.")
        #expect(
            audit.findings.dropFirst().map { $0.hasPrefix("Account \(account): its purchases") } == [true])
        #expect(audit.accounts.map(\.charges) == [1, 2])
    }
}
