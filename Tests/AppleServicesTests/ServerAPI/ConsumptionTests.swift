#if AppleServices
import StoreModel
import TestSupport
import Testing

@testable import AppleServices
@testable import StoreRules

/// What the developer's server may report about a purchase, and what it may not, and the addresses
/// of subscriptions.
@Suite(.timeLimit(.minutes(5))) struct ConsumptionTests {
    private let fixture: ServerAPIFixture

    init() async throws { fixture = try await ServerAPIFixture() }

    static let whole =
        #"{"customerConsented": true, "sampleContentProvided": false, "deliveryStatus": "DELIVERED"}"#

    /// An object with some fields changed; nil removes one.
    private static func object(_ fields: [String: String], _ changes: [(String, String?)]) -> String {
        var fields = fields
        for (name, value) in changes { fields[name] = value }
        return "{" + fields.map { "\"\($0)\": \($1)" }.sorted().joined(separator: ", ") + "}"
    }

    private static func report(_ changes: (String, String?)...) -> String {
        object(
            [
                "customerConsented": "true", "sampleContentProvided": "false",
                "deliveryStatus": #""DELIVERED""#,
            ], changes)
    }

    static let accepted = [
        whole, report(("consumptionPercentage", "0")), report(("consumptionPercentage", "100000")),
        report(("refundPreference", #""DECLINE""#)), report(("refundPreference", #""GRANT_FULL""#)),
        report(("refundPreference", #""GRANT_PRORATED""#), ("consumptionPercentage", "99999")),
        report(("deliveryStatus", #""UNDELIVERED_OTHER""#), ("consumptionPercentage", "0")),
        report(("refundPreference", "null")),
    ]

    @Test("A report that is right is kept", arguments: accepted)
    func right(body: String) async throws {
        let identifier = try await fixture.buy("a")
        try await fixture.api.setConsumption(of: identifier, body: Array(body.utf8), in: .sandbox)
        let number = try #require(PurchaseRecord.number(of: TransactionIdentifier(rawValue: identifier)))
        let kept = try #require(
            try fixture.store.database.read { try ConsumptionTable.report(of: number, $0) })
        var expected = try JSONValue(json: Array(body.utf8))
        if expected["refundPreference"] == .null { expected["refundPreference"] = nil }
        #expect(try JSONValue(json: Array(kept.utf8)) == expected)
    }

    static let refused: [(String, ServerAPIError)] = [
        ("", .badRequest), ("[]", .badRequest), ("{", .badRequest), ("null", .badRequest),
        (report(("customerConsented", "false")), .invalidCustomerConsented),
        (report(("customerConsented", nil)), .invalidCustomerConsented),
        (report(("customerConsented", "1")), .invalidCustomerConsented),
        (report(("sampleContentProvided", nil)), .invalidSampleContentProvided),
        (report(("sampleContentProvided", #""no""#)), .invalidSampleContentProvided),
        (report(("deliveryStatus", nil)), .invalidDeliveryStatus),
        (report(("deliveryStatus", #""LOST""#)), .invalidDeliveryStatus),
        (report(("deliveryStatus", "0")), .invalidDeliveryStatus),
        (report(("refundPreference", #""MAYBE""#)), .invalidRefundPreference),
        (report(("refundPreference", "1")), .invalidRefundPreference),
        (report(("consumptionPercentage", "-1")), .badRequest),
        (report(("consumptionPercentage", "100001")), .badRequest),
        (report(("consumptionPercentage", #""half""#)), .badRequest),
        (report(("deliveryStatus", #""UNDELIVERED_OTHER""#), ("consumptionPercentage", "1")), .badRequest),
        (report(("refundPreference", #""GRANT_PRORATED""#)), .badRequest),
        (report(("refundPreference", #""GRANT_PRORATED""#), ("consumptionPercentage", "0")), .badRequest),
        (
            report(("refundPreference", #""GRANT_PRORATED""#), ("consumptionPercentage", "100000")),
            .badRequest
        ),
    ]

    @Test("A report that is wrong is refused and not kept", arguments: refused)
    func wrong(body: String, error: ServerAPIError) async throws {
        let identifier = try await fixture.buy("a")
        await #expect(throws: error) {
            try await fixture.api.setConsumption(of: identifier, body: Array(body.utf8), in: .sandbox)
        }
        #expect(try fixture.store.count("consumption") == 0)
    }

    /// The fields of the older form, their highest numbers, and the errors that higher ones are refused with.
    static let numbers: [(String, Int, ServerAPIError)] = [
        ("consumptionStatus", 3, .invalidConsumptionStatus), ("platform", 2, .invalidPlatform),
        ("deliveryStatus", 5, .invalidDeliveryStatus), ("accountTenure", 7, .invalidAccountTenure),
        ("playTime", 7, .invalidPlayTime), ("lifetimeDollarsRefunded", 7, .invalidLifetimeDollarsRefunded),
        ("lifetimeDollarsPurchased", 7, .invalidLifetimeDollarsPurchased),
        ("userStatus", 4, .invalidUserStatus),
        ("refundPreference", 3, .invalidRefundPreference),
    ]

    /// A report in the older form that says nothing, with some fields changed; nil removes one.
    private static func olderReport(_ changes: (String, String?)...) -> String {
        var fields = [
            "customerConsented": "true", "sampleContentProvided": "false", "appAccountToken": #""""#,
        ]
        for (name, _, _) in numbers { fields[name] = "0" }
        return object(fields, changes)
    }

    @Test("The older form's numbers have their own limits", arguments: numbers)
    func olderForm(name: String, highest: Int, error: ServerAPIError) async throws {
        let identifier = try await fixture.buy("a")
        func send(_ value: String?) async throws {
            let body = Self.olderReport((name, value))
            try await fixture.api.setOldConsumption(of: identifier, body: Array(body.utf8), in: .sandbox)
        }
        for right in 0...highest { try await send("\(right)") }
        for wrong in ["-1", "\(highest + 1)", #""0""#, "true"] {
            await #expect(throws: error, "\(wrong)") { try await send(wrong) }
        }
        // Who does not say something sends 0; a preference is not asked for.
        if name == "refundPreference" {
            try await send(nil)
        } else {
            await #expect(throws: error) { try await send(nil) }
        }
    }

    static let olderMistakes: [(String, ServerAPIError)] = [
        ("{}", .invalidCustomerConsented),
        (olderReport(("customerConsented", "false")), .invalidCustomerConsented),
        (olderReport(("appAccountToken", #""x""#)), .invalidAppAccountToken),
        (olderReport(("appAccountToken", nil)), .invalidAppAccountToken),
        (olderReport(("sampleContentProvided", "1")), .invalidSampleContentProvided),
        (olderReport(("sampleContentProvided", nil)), .invalidSampleContentProvided),
    ]

    @Test("The older form refuses what is wrong", arguments: olderMistakes)
    func olderMistake(body: String, error: ServerAPIError) async throws {
        let identifier = try await fixture.buy("a")
        await #expect(throws: error) {
            try await fixture.api.setOldConsumption(of: identifier, body: Array(body.utf8), in: .sandbox)
        }
    }

    @Test func `A customer without subscriptions has no statuses`() async throws {
        let fixture = try await ServerAPIFixture(.production)
        let identifier = try await fixture.buy("a")
        let items = [
            ServerAPIQueryItem(name: "status", value: "1"), ServerAPIQueryItem(name: "status", value: "5"),
        ]
        let answer = try fixture.api.subscriptionStatuses(of: identifier, query: items, in: .production)
        #expect(
            try JSONValue(json: answer) == [
                "environment": "Production", "bundleId": .string(BundleIdentifier.standard.rawValue),
                "appAppleId": .number(AppleIdentifier.standard.rawValue), "data": [],
            ])
        for wrong in ["0", "6", "", "active"] {
            #expect(throws: ServerAPIError.invalidStatus) {
                let items = [ServerAPIQueryItem(name: "status", value: wrong)]
                return try fixture.api.subscriptionStatuses(of: identifier, query: items, in: .production)
            }
        }
    }

    private static let request = "e3c1a5f0-7d52-4c1e-9b59-52f0a7f6d3aa"

    private static func extending(_ changes: (String, String?)...) -> String {
        object(
            [
                "extendByDays": "45", "extendReasonCode": "1", "requestIdentifier": "\"\(request)\"",
                "productId": #""p""#,
            ],
            changes)
    }

    static let extensions: [(String, ServerAPIError)] = [
        ("", .badRequest), (extending(("extendByDays", "0")), .invalidExtendByDays),
        (extending(("extendByDays", "91")), .invalidExtendByDays),
        (extending(("extendByDays", nil)), .invalidExtendByDays),
        (extending(("extendReasonCode", "4")), .invalidExtendReasonCode),
        (extending(("requestIdentifier", nil)), .invalidRequestIdentifier),
        (extending(("requestIdentifier", #""""#)), .invalidRequestIdentifier),
    ]

    @Test("A renewal that is extended wrongly is refused for that, by both addresses", arguments: extensions)
    func wrongExtension(body: String, error: ServerAPIError) async throws {
        let identifier = try await fixture.buy("a")
        await #expect(throws: error) {
            try await fixture.api.extendRenewal(of: identifier, body: Array(body.utf8), in: .sandbox)
        }
        await #expect(throws: error) {
            try await fixture.api.extendRenewals(body: Array(body.utf8), in: .sandbox)
        }
    }

    @Test func `Nothing can be extended if nobody subscribes`() async throws {
        let identifier = try await fixture.buy("a")
        for (identifier, error) in [
            (identifier, ServerAPIError.subscriptionExtensionIneligible),
            ("2000000000000002", .originalTransactionIdentifierNotFound),
            ("x", .invalidOriginalTransactionIdentifier),
        ] {
            let body = Array(Self.extending().utf8)
            await #expect(throws: error) {
                try await fixture.api.extendRenewal(of: identifier, body: body, in: .sandbox)
            }
        }
        for (body, error) in [
            (Self.extending(), ServerAPIError.invalidProductIdentifier),
            (Self.extending(("requestIdentifier", #""r-1""#)), .invalidRequestIdentifier),
            (Self.extending(("storefrontCountryCodes", "[]")), .emptyStorefrontCountryCodes),
            (Self.extending(("storefrontCountryCodes", #"["USA", "ATL"]"#)), .invalidStorefrontCountryCode),
        ] {
            await #expect(throws: error) {
                try await fixture.api.extendRenewals(body: Array(body.utf8), in: .sandbox)
            }
        }
        for (request, error) in [
            (Self.request, ServerAPIError.extensionRequestNotFound), ("r-1", .invalidRequestIdentifier),
        ] {
            #expect(throws: error) {
                try fixture.api.extensionStatus(of: "p", request: request, in: .sandbox)
            }
        }
    }
}
#endif
