import Foundation
import GRDB
import NIOHTTP1
import StoreCatalogue
import StoreModel
import StoreServer
import TestSupport
import Testing

@testable import StoreEngine

/// Every number that the App Store Server API refuses with, at its cause and over HTTP.
@Suite struct ServerAPIErrorTests {
    struct Cause: Sendable, CustomTestStringConvertible {
        let error: ServerAPIError
        let method: String
        /// Behind `/sandbox/inApps/`. ID stands for the transaction of a consumable, LASTING for that of a non-consumable,
        /// RENEWING for that of a subscription; APP for the customer's download of the application, and NEW for that of a customer
        /// without purchases.
        let path: String
        var body: String?
        var options: @Sendable (inout ServerOptions) -> Void = { _ in }
        var before: @Sendable (Developer) async throws -> Void = { _ in }

        init(_ error: ServerAPIError, _ method: String, _ path: String, _ body: String? = nil) {
            (self.error, self.method, self.path, self.body) = (error, method, path, body)
        }

        var testDescription: String { "\(error.rawValue) \(method) \(path) \(body ?? "")" }
    }

    private static let now = 1_795_000_000_000
    private static let history = "v1/notifications/history"
    private static let tokenPath = "v1/transactions/ID/appAccountToken"

    static let causes: [Cause] = transactions + consumption + subscriptions + notifications + server

    private static let transactions: [Cause] = [
        Cause(.badRequest, "PUT", tokenPath, "no JSON"),
        Cause(.invalidTransactionIdentifier, "GET", "v1/transactions/abc"),
        Cause(.invalidTransactionIdentifier, "GET", "v2/history/abc"),
        Cause(.invalidTransactionIdentifier, "POST", "v1/transactions/abc/finish"),
        Cause(.invalidTransactionIdentifier, "PUT", "v2/transactions/consumption/abc", "{}"),
        Cause(.transactionIdentifierNotFound, "GET", "v1/transactions/1"),
        Cause(.transactionIdentifierNotFound, "GET", "v1/history/1"),
        Cause(.transactionIdentifierNotFound, "GET", "v1/subscriptions/1"),
        Cause(.transactionIdentifierNotFound, "GET", "v2/refund/lookup/1"),
        Cause(.transactionIdentifierNotFound, "POST", "v1/transactions/1/finish"),
        Cause(.appTransactionIdentifierNotSupported, "GET", "v1/transactions/APP"),
        Cause(.appTransactionNotFound, "GET", "v1/transactions/appTransactions/NEW"),
        Cause(.invalidAppAccountTokenUUID, "PUT", tokenPath, #"{"appAccountToken": "me"}"#),
        Cause(.invalidOriginalTransactionIdentifier, "PUT", "v1/transactions/abc/appAccountToken", token),
        Cause(.originalTransactionIdentifierNotFound, "PUT", "v1/transactions/1/appAccountToken", token),
        Cause(.notOriginalTransactionIdentifier, "PUT", "v1/transactions/APP/appAccountToken", token),
        Cause(.invalidRequestRevision, "GET", "v2/history/ID?revision=x"),
        Cause(.invalidRequestRevision, "GET", "v2/refund/lookup/ID?revision=0_x"),
        Cause(.invalidStartDate, "GET", "v2/history/ID?startDate=today"),
        Cause(.invalidEndDate, "GET", "v2/history/ID?endDate=-1"),
        Cause(.startDateAfterEndDate, "GET", "v2/history/ID?startDate=2&endDate=2"),
        Cause(.invalidSort, "GET", "v2/history/ID?sort=UP"),
        Cause(.invalidProductType, "GET", "v2/history/ID?productType=Consumable"),
        Cause(.invalidProductIdentifier, "GET", "v2/history/ID?productId="),
        Cause(.invalidSubscriptionGroupIdentifier, "GET", "v2/history/ID?subscriptionGroupIdentifier="),
        Cause(.invalidInAppOwnershipType, "GET", "v2/history/ID?inAppOwnershipType=MINE"),
        Cause(.invalidExcludeRevoked, "GET", "v1/history/ID?excludeRevoked=maybe"),
        Cause(.invalidRevoked, "GET", "v2/history/ID?revoked=maybe"),
    ]

    private static let token = #"{"appAccountToken": "7e3fb20b-4cdb-47cc-936d-99d65f608138"}"#

    private static let consumption: [Cause] =
        [
            (.invalidAccountTenure, #""accountTenure": 8"#), (.invalidAppAccountToken, #""appAccountToken": "me""#),
            (.invalidConsumptionStatus, #""consumptionStatus": 4"#),
            (.invalidCustomerConsented, #""customerConsented": false"#),
            (.invalidDeliveryStatus, #""deliveryStatus": 6"#),
            (.invalidLifetimeDollarsPurchased, #""lifetimeDollarsPurchased": 8"#),
            (.invalidLifetimeDollarsRefunded, #""lifetimeDollarsRefunded": 8"#),
            (.invalidPlatform, #""platform": 3"#), (.invalidPlayTime, #""playTime": -1"#),
            (.invalidSampleContentProvided, #""sampleContentProvided": 1"#), (.invalidUserStatus, #""userStatus": 5"#),
            (.invalidRefundPreference, #""refundPreference": "GRANT""#),
        ].map { error, field in
            let consent = field.contains("customerConsented") ? "" : #""customerConsented": true, "#
            return Cause(error, "PUT", "v1/transactions/consumption/ID", "{" + consent + field + "}")
        } + [
            Cause(
                .transactionTypeNotSupported, "PUT", "v1/transactions/consumption/LASTING",
                #"{"customerConsented": true}"#),
            Cause(.invalidCustomerConsented, "PUT", "v2/transactions/consumption/ID", "{}"),
            Cause(.badRequest, "PUT", "v2/transactions/consumption/ID", report(percentage: 100_001)),
            Cause(
                .consumptionPercentageNotSupported, "PUT", "v2/transactions/consumption/RENEWING",
                report(percentage: 0)),
        ]

    private static func report(percentage: Int) -> String {
        #"{"customerConsented": true, "sampleContentProvided": false, "deliveryStatus": "DELIVERED", "#
            + #""consumptionPercentage": \#(percentage)}"#
    }

    private static let subscriptions: [Cause] = [
        extendedTwice,
        Cause(.invalidStatus, "GET", "v1/subscriptions/ID?status=6"),
        Cause(.invalidExtendByDays, "PUT", "v1/subscriptions/extend/ID", extending(days: 91)),
        Cause(.invalidExtendReasonCode, "PUT", "v1/subscriptions/extend/ID", extending(reason: 4)),
        Cause(.invalidRequestIdentifier, "PUT", "v1/subscriptions/extend/ID", extending(request: "")),
        Cause(.invalidOriginalTransactionIdentifier, "PUT", "v1/subscriptions/extend/abc", extending()),
        Cause(.originalTransactionIdentifierNotFound, "PUT", "v1/subscriptions/extend/1", extending()),
        Cause(.subscriptionExtensionIneligible, "PUT", "v1/subscriptions/extend/ID", extending()),
        Cause(.emptyStorefrontCountryCodes, "POST", "v1/subscriptions/extend/mass", extending(storefronts: "[]")),
        Cause(
            .invalidStorefrontCountryCode, "POST", "v1/subscriptions/extend/mass", extending(storefronts: #"["US"]"#)),
        Cause(.invalidProductIdentifier, "POST", "v1/subscriptions/extend/mass", extending()),
        Cause(.extensionRequestNotFound, "GET", "v1/subscriptions/extend/mass/p/r"),
    ]

    private static let extendedTwice: Cause = {
        var cause = Cause(
            .subscriptionMaxExtension, "PUT", "v1/subscriptions/extend/RENEWING", extending(request: "third"))
        cause.before = { developer in
            let subscription = try #require(try developer.server.store.subscriptions().first)
            let path = "/sandbox/inApps/v1/subscriptions/extend/\(subscription.originalTransactionIdentifier)"
            for request in ["first", "second"] {
                #expect(try await developer.send("PUT", path, body: extending(request: request)).status == 200)
            }
        }
        return cause
    }()

    private static func extending(
        days: Int = 1, reason: Int = 0, request: String = "r", storefronts: String = #"["USA"]"#
    ) -> String {
        #"{"extendByDays": \#(days), "extendReasonCode": \#(reason), "requestIdentifier": "\#(request)", "#
            + #""productId": "p", "storefrontCountryCodes": \#(storefronts)}"#
    }

    private static let notifications: [Cause] = [
        Cause(.notificationAddressNotFound, "POST", "v1/notifications/test"),
        Cause(.invalidTestNotificationToken, "GET", "v1/notifications/test/x"),
        Cause(.testNotificationNotFound, "GET", "v1/notifications/test/7e3fb20b-4cdb-47cc-936d-99d65f608138_\(now)"),
        Cause(.invalidStartDate, "POST", history, "{}"),
        Cause(.invalidEndDate, "POST", history, #"{"startDate": \#(now)}"#),
        Cause(.startDateTooFarInPast, "POST", history, #"{"startDate": 1, "endDate": \#(now)}"#),
        Cause(.startDateAfterEndDate, "POST", history, #"{"startDate": \#(now), "endDate": \#(now)}"#),
        Cause(.invalidPaginationToken, "POST", history + "?paginationToken=x", question()),
        Cause(.invalidNotificationType, "POST", history, question(#", "notificationType": "PAID""#)),
        Cause(.invalidTransactionIdentifier, "POST", history, question(#", "transactionId": "abc""#)),
        Cause(
            .multipleFiltersSupplied, "POST", history,
            question(#", "transactionId": "1", "notificationType": "REFUND""#)),
    ]

    private static func question(_ filter: String = "") -> String {
        #"{"startDate": \#(now), "endDate": \#(now + 1)\#(filter)}"#
    }

    private static let server: [Cause] = {
        var often = Cause(.rateLimitExceeded, "GET", "v1/transactions/ID")
        often.options = { $0.serverAPIRate = Rate(perSecond: 1) }
        often.before = { developer in
            for _ in 0..<2 { _ = try await developer.send("GET", "/sandbox/inApps/v1/transactions/1") }
        }
        var damaged = Cause(.internalError, "GET", "v1/transactions/appTransactions/ID")
        damaged.before = { try $0.server.damageDatabase() }
        return [often, damaged] + byWish
    }()

    /// Errors that this store never has by itself. Developers can set them to test their servers.
    private static let byWish: [Cause] = [
        ServerAPIError.invalidAppIdentifier, .paginationTokenExpired, .transactionNotConsumable,
        .familyTransactionNotSupported, .familySharedSubscription, .accountNotFound, .accountNotFoundRetryable,
        .appNotFound, .appNotFoundRetryable, .originalTransactionIdentifierNotFoundRetryable,
    ].map { wished($0) }

    private static func wished(_ error: ServerAPIError) -> Cause {
        var cause = Cause(error, "GET", "v1/transactions/ID")
        cause.before = { developer in
            let answer = try await developer.server.setServerAPIError(error.rawValue)
            #expect(answer.status == 200)
        }
        return cause
    }

    @Test("A request is refused with its number", arguments: causes)
    func refusal(cause: Cause) async throws {
        try await RunningServer.run(catalogue: Self.catalogue(), cause.options) { server in
            let developer = try Developer(server)
            let path = try await path(of: cause, developer)
            try await cause.before(developer)
            let answer = try await developer.send(cause.method, "/sandbox/inApps/" + path, body: cause.body)
            #expect(answer.errorCode == cause.error.rawValue, "\(answer.status) \(answer.body)")
        }
    }

    @Test func `What waits too long for another program that writes can be asked for again`() async throws {
        try await RunningServer.run { server in
            let developer = try Developer(server)
            let (_, identifier) = try await developer.purchase()
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: server.folder.path + "/store.sqlite", configuration: configuration)
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            let finish = "/sandbox/inApps/v1/transactions/\(identifier)/finish"
            #expect(try await developer.send("POST", finish).errorCode == 5_000_001)
            try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            #expect(try await developer.send("POST", finish).status == 200)
        }
    }

    @Test func `A number that the operator wants is one that there is, and goes when it is taken back`() async throws {
        try await RunningServer.run { server in
            let developer = try Developer(server)
            let (_, identifier) = try await developer.purchase()
            #expect(try await server.setServerAPIError(4_040_011).status == 400)
            let path = "/sandbox/inApps/v1/transactions/\(identifier)"
            #expect(try await developer.send("GET", path).status == 200)
            _ = try await server.setServerAPIError(4_040_004)
            let refused = try await developer.send("GET", path)
            #expect(refused.status == 404 && refused.errorCode == 4_040_004)
            _ = try await server.setServerAPIError(nil)
            #expect(try await developer.send("GET", path).status == 200)
        }
    }

    @Test func `Every number that the store has is produced here`() {
        let produced = Set(Self.causes.map(\.error)).union([.retryableInternalError])
        #expect(produced == Set(ServerAPIError.allCases))
    }

    private func path(of cause: Cause, _ developer: Developer) async throws -> String {
        let (customer, identifier) = try await developer.purchase()
        var path = cause.path.replacingOccurrences(of: "ID", with: identifier)
            .replacingOccurrences(of: "APP", with: customer.account.appTransactionIdentifier)
        for kind in ["LASTING", "RENEWING"] where path.contains(kind) {
            let product = ProductIdentifier(rawValue: kind.lowercased())
            let outcome = try await customer.purchase(PurchaseRequest(product))
            path = path.replacingOccurrences(of: kind, with: try #require(outcome.transactionIdentifier).rawValue)
        }
        if path.contains("NEW") {
            let newcomer = try developer.account("bob")
            path = path.replacingOccurrences(of: "NEW", with: newcomer.appTransactionIdentifier)
        }
        return path
    }

    private static func catalogue() throws -> Catalogue {
        func product(_ identifier: String, _ type: String, _ more: String = "") -> String {
            #"{"productID": "\#(identifier)", "type": "\#(type)", "displayPrice": "1"\#(more)}"#
        }
        let json = """
            {"version": {"major": 3, "minor": 0},
             "products": [\(product(Customer.five.rawValue, "Consumable")), \(product("lasting", "NonConsumable"))],
             "subscriptionGroups": [{"id": "G", "subscriptions": [
               \(product("renewing", "RecurringSubscription", #", "recurringSubscriptionPeriod": "P1M""#))]}]}
            """
        return try Catalogue(json: Array(json.utf8), name: "test.storekit")
    }
}

extension RunningServer {
    /// Sets the number that every request is refused with, as an administrator does.
    fileprivate func setServerAPIError(_ number: Int?) async throws -> Answer {
        try await admin("PUT", "settings", body: number.map { #"{"serverAPIError": \#($0)}"# } ?? "{}")
    }
}
