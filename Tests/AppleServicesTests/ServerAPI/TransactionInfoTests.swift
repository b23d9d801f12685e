#if AppleServices
import StoreModel
import TestSupport
import Testing

@testable import AppleServices
@testable import StoreRules

/// Single transactions, orders and downloads, as the developer's server asks for them.
@Suite(.timeLimit(.minutes(5))) struct TransactionInfoTests {
    private let fixture: ServerAPIFixture

    init() async throws { fixture = try await ServerAPIFixture() }

    /// The number of a transaction's order.
    private func order(of identifier: String) throws -> String {
        let number = try #require(PurchaseRecord.number(of: TransactionIdentifier(rawValue: identifier)))
        return OrderIdentifier.text(ofPurchase: number)
    }

    @Test(
        "A transaction is signed for each answer, and says what was signed for the customer, but no payment",
        arguments: [StoreEnvironment.sandbox, .production])
    func signature(environment: StoreEnvironment) async throws {
        let fixture = try await ServerAPIFixture(environment)
        let identifier = try await fixture.buy("a")
        fixture.time.advance(by: .seconds(60))
        let answer = try JSONValue(json: fixture.api.transactionInfo(identifier, in: environment))
        #expect(answer.names == ["signedTransactionInfo"])
        let payload = try ServerAPIFixture.payload(answer["signedTransactionInfo"])
        var expected = try TransactionSigner.payload(
            of: SignedTransaction(rawValue: #require(try await fixture.signed("a"))))
        #expect(payload.signedDate == expected.signedDate.advanced(by: .seconds(60)))
        (expected.signedDate, expected.paymentKey) = (payload.signedDate, nil)
        #expect(payload == expected)
        #expect(payload.appTransactionId == fixture.customer.account.appTransactionIdentifier)
        #expect(payload.environment == environment)
    }

    @Test("A transaction is not dated before what the customer has, although the clock was set back")
    func signedDate() async throws {
        try fixture.store.set { $0.clockOffsetMilliseconds = 86_400_000 }
        let identifier = try await fixture.buy("a")
        func expectSameDate() async throws {
            let signed = SignedTransaction(rawValue: try #require(try await fixture.signed("a")))
            let answer = try JSONValue(json: fixture.api.transactionInfo(identifier, in: .sandbox))
            let payload = try ServerAPIFixture.payload(answer["signedTransactionInfo"])
            #expect(payload.signedDate == (try TransactionSigner.payload(of: signed).signedDate))
        }
        try fixture.store.set { $0.clockOffsetMilliseconds = 0 }
        try await expectSameDate()
        try await fixture.customer.perform(.refund, on: "a")
        try await expectSameDate()
    }

    static let identifiers: [(String, ServerAPIError)] = [
        ("", .invalidTransactionIdentifier), ("abc", .invalidTransactionIdentifier),
        ("1 OR 1=1", .invalidTransactionIdentifier), ("../../etc/passwd", .invalidTransactionIdentifier),
        ("%s%n", .invalidTransactionIdentifier), ("-1", .invalidTransactionIdentifier),
        ("+ID", .invalidTransactionIdentifier), ("２０００", .invalidTransactionIdentifier),
        ("99999999999999999999", .invalidTransactionIdentifier), ("1", .transactionIdentifierNotFound),
        ("9223372036854775807", .transactionIdentifierNotFound), ("0ID", .transactionIdentifierNotFound),
        ("2217163260000001", .transactionIdentifierNotFound),
        ("2217163260000002", .transactionIdentifierNotFound),
    ]

    @Test("What names no transaction is refused, everywhere with the same number", arguments: identifiers)
    func noTransaction(identifier: String, error: ServerAPIError) async throws {
        let identifier = identifier.replacing("ID", with: try await fixture.buy("a"))
        // It was asked for, but not charged.
        try await fixture.customer.buy("b", "other")
        #expect(throws: error) { try fixture.api.transactionInfo(identifier, in: .sandbox) }
        #expect(throws: error) { try fixture.page(of: identifier) }
        #expect(throws: error) { try fixture.api.refunds(of: identifier, query: [], in: .sandbox) }
        #expect(throws: error) {
            try fixture.api.subscriptionStatuses(of: identifier, query: [], in: .sandbox)
        }
        #expect(throws: error) { try fixture.api.appTransaction(of: identifier, in: .sandbox) }
        await #expect(throws: error) { try await fixture.api.finish(identifier, in: .sandbox) }
    }

    @Test func `The other environment knows nothing of a transaction or a customer`() async throws {
        let identifier = try await fixture.buy("a")
        let customer = fixture.customer.account.appTransactionIdentifier
        for name in [identifier, customer] {
            let error = ServerAPIError.transactionIdentifierNotFound
            #expect(throws: error) { try fixture.api.history(of: name, query: [], in: .production) }
            #expect(throws: error) { try fixture.api.transactionInfo(name, in: .production) }
        }
        let order = try self.order(of: identifier)
        #expect(try JSONValue(json: fixture.api.order(order, in: .production)) == ["status": 1])
    }

    @Test func `The number of a download names no transaction`() async throws {
        try await fixture.buy("a")
        let customer = fixture.customer.account.appTransactionIdentifier
        #expect(throws: ServerAPIError.appTransactionIdentifierNotSupported) {
            try fixture.api.transactionInfo(customer, in: .sandbox)
        }
    }

    @Test("An order is found by the number on its bill, in production; anything else is an invalid order")
    func orders() async throws {
        let fixture = try await ServerAPIFixture(.production)
        let identifier = try await fixture.buy("a")
        let order = try self.order(of: identifier)
        #expect(order.count == 14)
        let answer = try JSONValue(json: fixture.api.order(order, in: .production))
        #expect(answer["status"] == 0 && answer["signedTransactions"]?.array?.count == 1)
        let found = try ServerAPIFixture.payload(answer["signedTransactions"]?.array?.first)
        #expect(found.transactionId.rawValue == identifier)
        // An order with a small number.
        #expect(try self.order(of: "2000000000000005") == "MS00000005")
        for wrong in [
            "", "MS", "MS00000002", "MS0000000005", order.lowercased(), order + "0", "MS0000000'",
            "MS-0000001",
            identifier,
        ] {
            #expect(
                try JSONValue(json: fixture.api.order(wrong, in: .production)) == ["status": 1], "\(wrong)")
        }
        let sandbox = self.fixture
        try await sandbox.buy("a")
        #expect(try JSONValue(json: sandbox.api.order(order, in: .sandbox)) == ["status": 1])
    }

    @Test func `What is bought again has no order, and nobody wants its money back`() async throws {
        let fixture = try await ServerAPIFixture(.production)
        let first = try await fixture.buy("a", StoreFixture.sepia)
        let again = try await fixture.buy("b", StoreFixture.sepia)
        let transactions = try fixture.store.purchases()
        #expect(transactions.map(\.orderIdentifier) == [nil, try order(of: first)])
        let answer = try JSONValue(json: fixture.api.order(order(of: again), in: .production))
        #expect(answer == ["status": 1])
        #expect(throws: StoreAdministrationError.invalidAction) {
            try fixture.store.requestRefund(of: TransactionIdentifier(rawValue: again), because: .other)
        }
        try fixture.store.requestRefund(of: TransactionIdentifier(rawValue: first), because: .other)
    }

    @Test func `A download is signed, with the application's number in production only`() async throws {
        for environment in [StoreEnvironment.sandbox, .production] {
            let fixture = try await ServerAPIFixture(environment)
            let customer = fixture.customer.account.appTransactionIdentifier
            #expect(throws: ServerAPIError.appTransactionNotFound) {
                try fixture.api.appTransaction(of: customer, in: environment)
            }
            let identifier = try await fixture.buy("a")
            let answer = try JSONValue(json: fixture.api.appTransaction(of: identifier, in: environment))
            let payload = try JSONValue(signed: #require(answer["signedAppTransactionInfo"]?.string))
            #expect(payload["appTransactionId"] == .string(customer))
            #expect(payload["receiptType"] == .string(environment.rawValue))
            #expect(payload["bundleId"] == .string(BundleIdentifier.standard.rawValue))
            #expect((payload["appAppleId"] != nil) == (environment == .production))
            #expect(payload["storeType"] == "CONSUMER")
        }
    }

    @Test func `A finished transaction is not offered again`() async throws {
        let identifier = try await fixture.buy("a")
        try await fixture.api.finish(identifier, in: .sandbox)
        #expect(try await fixture.customer.unsettledPurchases(including: []).isEmpty)
    }

    @Test("A token that the developer's server set is told to it, and what the device checks stays as it was")
    func appAccountToken() async throws {
        let identifier = try await fixture.buy("a")
        let before = try await fixture.signed("a")
        let token = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
        let body = Array(#"{"appAccountToken":"7E3FB20B-4CDB-47CC-936D-99D65F608138"}"#.utf8)
        try await fixture.api.setAppAccountToken(of: identifier, body: body, in: .sandbox)

        #expect(try await fixture.signed("a") == before)
        let answer = try JSONValue(json: fixture.api.transactionInfo(identifier, in: .sandbox))
        var payload = try ServerAPIFixture.payload(answer["signedTransactionInfo"])
        #expect(payload.appAccountToken?.rawValue == token)
        let original = try TransactionSigner.payload(of: SignedTransaction(rawValue: #require(before)))
        payload.appAccountToken = original.appAccountToken
        (payload.signedDate, payload.paymentKey) = (original.signedDate, original.paymentKey)
        #expect(payload == original)
        // A refund afterwards is signed for both: with the device's own account, and with the server's token.
        try await fixture.customer.perform(.refund, on: "a")
        #expect(
            try fixture.customer.verifier().verify(
                SignedTransaction(rawValue: #require(try await fixture.signed("a")))
            )
            .revocationDate != nil)
        let refunded = try JSONValue(json: fixture.api.transactionInfo(identifier, in: .sandbox))
        let refund = try ServerAPIFixture.payload(refunded["signedTransactionInfo"])
        #expect(refund.appAccountToken?.rawValue == token)
        #expect(refund.revocationDate != nil)
    }

    static let tokens: [(String, String, ServerAPIError)] = [
        ("ID", "{}", .invalidAppAccountTokenUUID),
        ("ID", #"{"appAccountToken": ""}"#, .invalidAppAccountTokenUUID),
        ("ID", #"{"appAccountToken": 5}"#, .invalidAppAccountTokenUUID),
        ("ID", "[]", .badRequest), ("ID", "", .badRequest),
        ("2217163260000001", uuid, .originalTransactionIdentifierNotFound),
        ("x", uuid, .invalidTransactionIdentifier),
        ("CUSTOMER", uuid, .appTransactionIdentifierNotSupported),
    ]
    static let uuid = #"{"appAccountToken": "7e3fb20b-4cdb-47cc-936d-99d65f608138"}"#

    @Test("A token that cannot be set is refused", arguments: tokens)
    func wrongToken(identifier: String, body: String, error: ServerAPIError) async throws {
        let identifier = identifier.replacing("ID", with: try await fixture.buy("a"))
            .replacing("CUSTOMER", with: fixture.customer.account.appTransactionIdentifier)
        await #expect(throws: error) {
            try await fixture.api.setAppAccountToken(of: identifier, body: Array(body.utf8), in: .sandbox)
        }
    }

    @Test func `A refund is not finished for the device, which still has to deal with it`() async throws {
        let identifier = try await fixture.buy("a")
        try await fixture.customer.perform(.refund, on: "a")
        try await fixture.api.finish(identifier, in: .sandbox)
        #expect(try await fixture.customer.unsettledPurchases(including: []).map(\.state) == ["revoked"])
    }
}
#endif
