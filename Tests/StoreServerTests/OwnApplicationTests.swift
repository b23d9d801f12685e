import StoreModel
import StoreRules
import TestSupport
import Testing

private let bundle = "com.example.game"
private let applicationNumber: Int64 = 42

/// A store that sells for a developer's own application, as the developer's server uses it.
@Suite(
    .server(
        bundleIdentifier: BundleIdentifier(rawValue: bundle),
        appleIdentifier: AppleIdentifier(rawValue: applicationNumber)))
struct OwnApplicationTests {
    static let environments: [StoreEnvironment] = [.sandbox, .production]

    private let server = RunningServer.current

    private func prefix(_ environment: StoreEnvironment) -> String {
        environment == .production ? "" : "/sandbox"
    }

    /// The number is only for production; the sandbox has none.
    private func expectApplication(
        _ fields: [String: Any], in environment: StoreEnvironment,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(fields["bundleId"] as? String == bundle, sourceLocation: sourceLocation)
        #expect(
            fields["appAppleId"] as? Int64 == (environment == .production ? applicationNumber : nil),
            sourceLocation: sourceLocation)
    }

    @Test("Transactions, and the certificates, name the application", arguments: environments)
    func transactions(environment: StoreEnvironment) async throws {
        let developer = try Developer()
        let (customer, identifier) = try await developer.purchase(environment)
        let path = "\(prefix(environment))/inApps/v1/transactions/\(identifier)"
        let answer = try await developer.send("GET", path).object()
        #expect(try decoded(answer["signedTransactionInfo"] as? String)["bundleId"] as? String == bundle)
        let signed = try #require(try await customer.buy("a", MonkeyCredits.monthlyBunch).signed)
        #expect(try decoded(signed.rawValue)["bundleId"] as? String == bundle)
        _ = try customer.verifier().verify(signed)
        let certificates = try await server.send("GET", "/store/v1/certificates").object()
        #expect(certificates["bundleIdentifier"] as? String == bundle)
    }

    @Test("Receipts of both kinds name the application, and verifyReceipt does", arguments: environments)
    func receipts(environment: StoreEnvironment) async throws {
        let (customer, identifier) = try await Developer().purchase(environment)
        func verify(_ receipt: String?) async throws -> [String: Any] {
            let body = try
                #"{"receipt-data": "\#(#require(receipt))", "password": "\#(server.store.sharedSecret)"}"#
            let answer = try await server.send("POST", "\(prefix(environment))/verifyReceipt", body: body)
                .object()
            #expect(answer["status"] as? Int == 0)
            return answer["receipt"] as? [String: Any] ?? [:]
        }
        let receipt = try await verify(customer.receipt())
        #expect(receipt["bundle_id"] as? String == bundle)
        let number = environment == .production ? applicationNumber : 0
        #expect(receipt["adam_id"] as? Int64 == number && receipt["app_item_id"] as? Int64 == number)
        let old = try await verify(customer.legacyReceipt(for: TransactionIdentifier(rawValue: identifier)))
        #expect(old["bid"] as? String == bundle)
    }

    @Test("The App Store Server API lets its developer in, and answers about it", arguments: environments)
    func serverAPI(environment: StoreEnvironment) async throws {
        let developer = try Developer()
        let (_, identifier) = try await developer.purchase(environment)
        let base = "\(prefix(environment))/inApps/"
        let history = try await developer.send("GET", base + "v2/history/\(identifier)")
        #expect(history.status == 200)
        expectApplication(try history.object(), in: environment)
        let subscriptions = try await developer.send("GET", base + "v1/subscriptions/\(identifier)")
        expectApplication(try subscriptions.object(), in: environment)
        let download = try await developer.send("GET", base + "v1/transactions/appTransactions/\(identifier)")
        expectApplication(
            try decoded(download.object()["signedAppTransactionInfo"] as? String), in: environment)

        let token = try developer.token { _, claims in claims["bid"] = BundleIdentifier.standard.rawValue }
        let refused = try await server.send("GET", base + "v2/history/\(identifier)", token: token)
        #expect(refused.status == 401)
    }

    @Test("Notifications name the application", arguments: environments)
    func notifications(environment: StoreEnvironment) async throws {
        let listener = try await NotificationListener { _ in .status(200) }
        try await server.notify([environment.rawValue.lowercased(): listener.address])
        _ = try await Developer().purchase(environment)
        let payload = try await listener.payloads(1)[0]
        expectApplication(try #require(payload["data"] as? [String: Any]), in: environment)
        try await listener.stop()
    }
}
