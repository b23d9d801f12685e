import StoreModel
import StoreRules
import TestSupport
import Testing

enum OwnApplication {
    static let bundle = "com.example.game"
    static let number: Int64 = 42
}

/// A store that sells for a developer's own application, as the developer's server uses it.
@Suite(
    .server(
        bundleIdentifier: BundleIdentifier(rawValue: OwnApplication.bundle),
        appleIdentifier: AppleIdentifier(rawValue: OwnApplication.number)), .timeLimit(.minutes(5)))
struct OwnApplicationTests {
    static let environments: [StoreEnvironment] = [.sandbox, .production]

    let server = RunningServer.current

    func prefix(_ environment: StoreEnvironment) -> String {
        environment == .production ? "" : "/sandbox"
    }

    @Test("Transactions, and the certificates, name the application", arguments: environments)
    func transactions(environment: StoreEnvironment) async throws {
        let (customer, _) = try await server.purchase(environment)
        let signed = try #require(try await customer.buy("a", MonkeyCredits.monthlyBunch).signed)
        #expect(signed.unverifiedPayload?.bundleId == OwnApplication.bundle)
        _ = try customer.verifier().verify(signed)
        let certificates = try await server.send("GET", "/store/v1/certificates").object()
        #expect(certificates["bundleIdentifier"] as? String == OwnApplication.bundle)
    }

    @Test("Receipts of both kinds name the application, and verifyReceipt does", arguments: environments)
    func receipts(environment: StoreEnvironment) async throws {
        let (customer, identifier) = try await server.purchase(environment)
        func verify(_ receipt: String?) async throws -> [String: Any] {
            let body = try
                #"{"receipt-data": "\#(#require(receipt))", "password": "\#(server.store.sharedSecret)"}"#
            let answer = try await server.send("POST", "\(prefix(environment))/verifyReceipt", body: body)
                .object()
            #expect(answer["status"] as? Int == 0)
            return answer["receipt"] as? [String: Any] ?? [:]
        }
        let receipt = try await verify(customer.receipt())
        #expect(receipt["bundle_id"] as? String == OwnApplication.bundle)
        let number = environment == .production ? OwnApplication.number : 0
        for (field, expected) in [
            ("adam_id", number), ("app_item_id", number), ("download_id", 0),
            ("version_external_identifier", 0),
        ] { #expect(receipt[field] as? Int64 == expected, "\(field)") }
        let old = try await verify(customer.legacyReceipt(for: TransactionIdentifier(rawValue: identifier)))
        #expect(old["bid"] as? String == OwnApplication.bundle)
    }
}
