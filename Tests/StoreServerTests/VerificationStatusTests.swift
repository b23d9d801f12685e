import Foundation
import NIOHTTP1
import StoreModel
import TestSupport
import Testing

@testable import StoreRules

/// Every status of verifyReceipt at its cause, over HTTP.
@Suite(.server, .timeLimit(.minutes(5))) struct VerificationStatusTests {
    private let server = RunningServer.current

    struct Cause: Sendable, CustomTestStringConvertible {
        let status: Int
        let testDescription: String
        var method = "POST"
        var path = "/sandbox/verifyReceipt"
        /// The other fields of the answer.
        var fields: Set<String> = []
        var isRetryable: Bool?
        var before: @Sendable (RunningServer) async throws -> Void = { _ in }
        var body: @Sendable (RunningServer) async throws -> String? = { try await Self.body(receipt($0)) }

        init(_ status: Int, _ description: String, _ change: (inout Cause) -> Void = { _ in }) {
            (self.status, testDescription) = (status, description)
            change(&self)
        }

        static func body(_ receipt: String, password: String? = nil) -> String {
            #"{"receipt-data": "\#(receipt)""# + (password.map { #", "password": "\#($0)""# } ?? "") + "}"
        }

        static func receipt(
            _ server: RunningServer, _ environment: StoreEnvironment = .sandbox
        ) async throws -> String {
            try await server.purchase(environment).0.receipt()
        }
    }

    static let causes: [Cause] = [
        Cause(0, "an authentic receipt at its own address") { $0.fields = ["environment", "receipt"] },
        Cause(0, "the right secret") {
            $0.fields = ["environment", "receipt"]
            $0.body = { try await Cause.body(Cause.receipt($0), password: $0.store.sharedSecret) }
        },
        Cause(21000, "no POST") {
            $0.method = "GET"
            $0.body = { _ in nil }
        },
        Cause(21000, "no JSON") { $0.body = { _ in "receipt-data=x" } },
        Cause(21002, "no receipt-data") { $0.body = { _ in "{}" } },
        Cause(21002, "half a receipt") {
            $0.body = { try await Cause.body(String(Cause.receipt($0).prefix(400))) }
        },
        Cause(21003, "a receipt with one bit changed") {
            $0.body = { server in
                var bytes = try #require(Data(base64Encoded: try await Cause.receipt(server)))
                let place = try #require(bytes.firstRange(of: Data("consume5".utf8))).upperBound - 1
                bytes[place] ^= 1
                return Cause.body(bytes.base64EncodedString())
            }
        },
        Cause(21003, "another store's receipt") {
            $0.body = { _ in
                let folder = try TemporaryDirectory()
                let store = try AppStore.bundled(in: folder.path, time: ManualTime().source)
                return try Cause.body(store.embeddedSession().receipt())
            }
        },
        Cause(21004, "another secret") {
            $0.body = { try await Cause.body(Cause.receipt($0), password: "guess") }
        },
        Cause(21005, "a receipt server that the operator took away") { $0.before = operatorSays(21005) },
        Cause(21006, "the legacy receipt of a subscription that ran out") {
            $0.fields = ["receipt", "latest_expired_receipt_info"]
            $0.body = { server in
                let now = server.time.source.now()
                var payload = TransactionPayload(
                    transactionId: "1", originalTransactionId: "1",
                    bundleId: BundleIdentifier.standard.rawValue,
                    productId: "renewing", type: .autoRenewable, quantity: 1, purchaseDate: now,
                    originalPurchaseDate: now, signedDate: now, environment: .sandbox,
                    appAccountToken: nil, storefront: "USA", price: 990, currency: "USD")
                payload.expiresDate = now
                let receipt = try #require(TransactionReceipt(server.store.signer.sign(payload)))
                return Cause.body(receipt.base64, password: server.store.sharedSecret)
            }
        },
        Cause(21007, "a test receipt in production") { $0.path = "/verifyReceipt" },
        Cause(21008, "a production receipt in the sandbox") {
            $0.body = { try await Cause.body(Cause.receipt($0, .production)) }
        },
        Cause(21009, "a store whose data cannot be read") {
            // In this store nothing can be bought, either.
            $0.body = { _ in Cause.body("x") }
            $0.before = { try $0.damageDatabase() }
        },
        Cause(21009, "a store whose data the operator lets nobody read") { $0.before = operatorSays(21009) },
        Cause(21010, "an account that the operator says is gone") { $0.before = operatorSays(21010) },
        Cause(21100, "an internal error that passes") {
            $0.isRetryable = true
            $0.before = operatorSays(21100)
        },
        Cause(21199, "an internal error that stays") {
            $0.isRetryable = false
            $0.before = operatorSays(21199, isRetryable: false)
        },
    ]

    /// Sets the status that everything is answered with.
    private static func operatorSays(
        _ status: Int, isRetryable: Bool? = nil
    ) -> @Sendable (RunningServer) async throws -> Void {
        { server in
            let retryable = isRetryable.map { #", "isVerificationRetryable": \#($0)"# } ?? ""
            try await server.set(#"{"verificationStatus": \#(status)\#(retryable)}"#)
        }
    }

    @Test("Each cause has its status, with HTTP 200", arguments: causes)
    func status(cause: Cause) async throws {
        try await cause.before(server)
        let answer = try await server.send(cause.method, cause.path, body: cause.body(server))
        #expect(answer.status == 200 && answer.headers["Content-Type"] == ["application/json"])
        let json = try answer.object()
        #expect(json["status"] as? Int == cause.status, "\(answer.body)")
        let expected = cause.fields.union(["status"]).union(cause.isRetryable == nil ? [] : ["is_retryable"])
        #expect(Set(json.keys) == expected)
        #expect(json["is_retryable"] as? Bool == cause.isRetryable)
    }

    @Test(arguments: [0, 5, 20999, 21000, 21001, 21002, 21003, 21007, 21008, 21099, 21200, -1])
    func `The operator sets only statuses that say nothing about the receipt`(status: Int) async throws {
        let settings = #"{"verificationStatus": \#(status)}"#
        let answer = try await server.admin("PUT", "settings", body: settings)
        #expect(answer.status == 400)
        #expect(try server.store.settings().verificationStatus == nil)
    }
}
