import Foundation
import StoreEngine
import StoreModel
import TestSupport
import Testing

/// A store that sells for a developer's own application, as the developer's server uses it.
@Suite struct OwnApplicationTests {
    private static let bundle = "com.example.game"
    private static let number: Int64 = 42
    static let environments: [StoreEnvironment] = [.sandbox, .production]

    private func run(_ body: @Sendable (RunningServer) async throws -> Void) async throws {
        try await RunningServer.run(
            bundleIdentifier: BundleIdentifier(rawValue: Self.bundle),
            appleIdentifier: AppleIdentifier(rawValue: Self.number)
        ) { try await body($0) }
    }

    private func object(_ text: String) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    }

    private func payload(_ signed: Any?) throws -> [String: Any] {
        let parts = try #require(signed as? String).split(separator: ".")
        return try object(String(decoding: #require(Base64URL.decode(parts[1])), as: UTF8.self))
    }

    private func prefix(_ environment: StoreEnvironment) -> String { environment == .production ? "" : "/sandbox" }

    /// The number is production's; the sandbox has none.
    private func expectApplication(
        _ fields: [String: Any], in environment: StoreEnvironment, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(fields["bundleId"] as? String == Self.bundle, sourceLocation: sourceLocation)
        #expect(
            fields["appAppleId"] as? Int64 == (environment == .production ? Self.number : nil),
            sourceLocation: sourceLocation)
    }

    @Test("Transactions, and the certificates, name the application", arguments: environments)
    func transactions(environment: StoreEnvironment) async throws {
        try await run { server in
            let developer = try Developer(server)
            let (customer, identifier) = try await developer.purchase(environment)
            let path = "\(prefix(environment))/inApps/v1/transactions/\(identifier)"
            let answer = try object(try await developer.send("GET", path).body)
            #expect(try payload(answer["signedTransactionInfo"])["bundleId"] as? String == Self.bundle)
            let signed = try #require(try await customer.buy("a", MonkeyCredits.monthlyBunch).signed)
            #expect(try payload(signed.rawValue)["bundleId"] as? String == Self.bundle)
            _ = try customer.verifier().verify(signed)
            let certificates = try object(try await server.send("GET", "/store/v1/certificates").body)
            #expect(certificates["bundleIdentifier"] as? String == Self.bundle)
        }
    }

    @Test("Receipts of both kinds name the application, and verifyReceipt does", arguments: environments)
    func receipts(environment: StoreEnvironment) async throws {
        try await run { server in
            let (customer, identifier) = try await Developer(server).purchase(environment)
            func verify(_ receipt: String?) async throws -> [String: Any] {
                let body = try
                    #"{"receipt-data": "\#(#require(receipt))", "password": "\#(server.store.sharedSecret)"}"#
                let answer = try object(
                    try await server.send("POST", "\(prefix(environment))/verifyReceipt", body: body).body)
                #expect(answer["status"] as? Int == 0)
                return answer["receipt"] as? [String: Any] ?? [:]
            }
            let receipt = try await verify(customer.receipt())
            #expect(receipt["bundle_id"] as? String == Self.bundle)
            let number = environment == .production ? Self.number : 0
            #expect(receipt["adam_id"] as? Int64 == number && receipt["app_item_id"] as? Int64 == number)
            let old = try await verify(customer.legacyReceipt(for: TransactionIdentifier(rawValue: identifier)))
            #expect(old["bid"] as? String == Self.bundle)
        }
    }

    @Test("The App Store Server API lets its developer in, and answers about it", arguments: environments)
    func serverAPI(environment: StoreEnvironment) async throws {
        try await run { server in
            let developer = try Developer(server)
            let (_, identifier) = try await developer.purchase(environment)
            let base = "\(prefix(environment))/inApps/"
            let history = try await developer.send("GET", base + "v2/history/\(identifier)")
            #expect(history.status == 200)
            expectApplication(try object(history.body), in: environment)
            let subscriptions = try await developer.send("GET", base + "v1/subscriptions/\(identifier)")
            expectApplication(try object(subscriptions.body), in: environment)
            let download = try await developer.send("GET", base + "v1/transactions/appTransactions/\(identifier)")
            expectApplication(try payload(object(download.body)["signedAppTransactionInfo"]), in: environment)

            let token = try developer.token { _, claims in claims["bid"] = BundleIdentifier.standard.rawValue }
            let refused = try await server.send("GET", base + "v2/history/\(identifier)", token: token)
            #expect(refused.status == 401)
        }
    }

    @Test("Notifications name the application", arguments: environments)
    func notifications(environment: StoreEnvironment) async throws {
        let listener = try await NotificationListener { _ in .status(200) }
        try await run { server in
            try await server.notify([environment.rawValue.lowercased(): listener.address])
            _ = try await Developer(server).purchase(environment)
            let payload = try await listener.payloads(1)[0]
            expectApplication(try #require(payload["data"] as? [String: Any]), in: environment)
        }
        try await listener.stop()
    }
}
