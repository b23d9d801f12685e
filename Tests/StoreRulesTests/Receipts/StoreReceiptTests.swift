import FoundationEssentials
import StoreModel
import StoreRules
import TestSupport
import Testing

/// The receipt of a running store, as verifyReceipt reads it.
@Suite(.timeLimit(.minutes(5))) struct StoreReceiptTests {
    private let fixture: StoreFixture
    private let appStore: AppStore

    init() async throws {
        fixture = try await StoreFixture()
        appStore = try AppStore(testedIn: fixture.folder.path, time: fixture.time.source)
    }

    @Test(
        "A purchase is in the receipt until it is finished, and its refund until that is",
        arguments: ReceiptEncoding.allCases)
    func consumable(encoding: ReceiptEncoding) async throws {
        #expect(try purchases(encoding) == [])
        let first = try #require(try await fixture.buy("1", quantity: 2).transactionIdentifier)
        let second = try #require(try await fixture.buy("2").transactionIdentifier)
        #expect(try purchases(encoding) == [.string(first.rawValue), .string(second.rawValue)])
        try await fixture.store.finish(first)
        #expect(try purchases(encoding) == [.string(second.rawValue)])
        try await fixture.store.perform(.refund, on: "1")
        #expect(try purchases(encoding) == [.string(first.rawValue), .string(second.rawValue)])
        #expect(try purchases(encoding, "cancellation_reason") == ["0"])
    }

    @Test("A refund says whether the application was the reason for it", arguments: RefundReason.allCases)
    func cancellationReason(reason: RefundReason) async throws {
        let expected = [.fulfillmentIssue, .unsatisfied].contains(reason) ? 1 : 0
        let identifier = try #require(try await fixture.buy("1").transactionIdentifier)
        try appStore.requestRefund(of: identifier, because: reason)
        try await fixture.store.perform(.refund, on: "1")
        let refund = try #require(try await fixture.store.unsettledPurchases(including: []).first?.signed)
        #expect(try fixture.store.verifier().verify(refund).revocationReason == expected)
        #expect(try purchases(.appStore, "cancellation_reason") == [.string(String(expected))])
        // A later refund was not asked for.
        try await fixture.store.perform(.reverseRefund, on: "1")
        try await fixture.store.perform(.refund, on: "1")
        #expect(try purchases(.appStore, "cancellation_reason") == ["0"])
    }

    @Test func `What repeats a purchase is refunded for its reason`() async throws {
        let first = try #require(try await fixture.store.buy("1", StoreFixture.sepia).transactionIdentifier)
        try await fixture.store.buy("2", StoreFixture.sepia)
        try appStore.requestRefund(of: first, because: .unsatisfied)
        try await fixture.store.perform(.refund, on: "1")
        let refunds = try await fixture.store.unsettledPurchases(including: []).compactMap(\.signed)
        #expect(try refunds.map { try fixture.store.verifier().verify($0).revocationReason } == [1, 1])
    }

    @Test func `What is owned stays in the receipt, once, however often it was bought`() async throws {
        var first: TransactionIdentifier?
        for key in ["1", "2"] as [IdempotencyKey] {
            let outcome = try await fixture.store.buy(key, StoreFixture.sepia)
            first = first ?? outcome.transactionIdentifier
            try await fixture.store.finish(#require(outcome.transactionIdentifier))
        }
        #expect(try purchases() == [.string(#require(first).rawValue)])
    }

    @Test func `What was not paid is not in the receipt`() async throws {
        try await fixture.set { $0.asksToBuy = true }
        try await fixture.buy("1")
        try await fixture.set {
            $0.asksToBuy = false
            $0.nextFailure = .paymentCancelled
        }
        try await fixture.buy("2")
        #expect(try purchases() == [])
        try await fixture.store.perform(.approve, on: "1")
        #expect(try purchases().count == 1)
    }

    @Test func `A transaction has a legacy receipt of its own, for its account only`() async throws {
        let transaction = try #require(try await fixture.buy("1", quantity: 2).transactionIdentifier)
        let receipt = try #require(try fixture.store.legacyReceipt(for: transaction))
        let answer = try verify(receipt)
        #expect(answer["receipt"]?["transaction_id"] == .string(transaction.rawValue))
        #expect(answer["receipt"]?["quantity"] == "2")
        for unknown in ["", "1", "2000000000000002", "x", "-1"] {
            #expect(try fixture.store.legacyReceipt(for: TransactionIdentifier(rawValue: unknown)) == nil)
        }
    }

    @Test func `The root that is given out is the last of the chain`() {
        #expect(appStore.certificates.count == 3)
        let pem = appStore.rootCertificatePEM.split(separator: "\n").dropFirst().dropLast().joined()
        #expect(Data(base64Encoded: pem).map(Array.init) == appStore.certificates[2])
    }

    /// One field of all purchases in the account's receipt, as another program on the same store verifies it.
    private func purchases(
        _ encoding: ReceiptEncoding = .appStore, _ field: String = "transaction_id"
    ) throws -> [JSONValue] {
        let receipt = try fixture.store.receipt(as: encoding)
        return try #require(try verify(receipt)["receipt"]?["in_app"]?.array).compactMap { $0[field] }
    }

    private func verify(_ receipt: String) throws -> JSONValue {
        let body = Array(#"{"receipt-data":"\#(receipt)"}"#.utf8)
        let result = appStore.verifyReceipt(body, at: .sandbox)
        #expect(result.status == 0)
        return try JSONValue(json: result.json)
    }
}
