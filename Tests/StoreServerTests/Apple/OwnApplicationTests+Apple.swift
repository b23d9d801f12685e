#if AppleServices
import StoreModel
import TestSupport
import Testing

extension OwnApplicationTests {
    /// The number is only for production; the sandbox has none.
    private func expectApplication(
        _ fields: [String: Any], in environment: StoreEnvironment,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(fields["bundleId"] as? String == OwnApplication.bundle, sourceLocation: sourceLocation)
        #expect(
            fields["appAppleId"] as? Int64 == (environment == .production ? OwnApplication.number : nil),
            sourceLocation: sourceLocation)
    }

    @Test("The App Store Server API lets its developer in, and answers about it", arguments: environments)
    func serverAPI(environment: StoreEnvironment) async throws {
        let developer = try Developer()
        let (_, identifier) = try await server.purchase(environment)
        let base = "\(prefix(environment))/inApps/"
        let transaction = try await developer.send("GET", base + "v1/transactions/\(identifier)").object()
        #expect(
            try decoded(transaction["signedTransactionInfo"] as? String)["bundleId"] as? String
                == OwnApplication.bundle)
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
        _ = try await server.purchase(environment)
        let payload = try await listener.payloads(1)[0]
        expectApplication(try #require(payload["data"] as? [String: Any]), in: environment)
        try await listener.stop()
    }
}
#endif
