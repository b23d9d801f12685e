#if AppleServices
import Foundation
import NIOHTTP1
@testable import StoreRules
import StoreModel
import StoreServer
import TestSupport
import Testing

@testable import AppleServices

/// Every error number of the App Store Server API, with its cause and over HTTP.
@Suite(.timeLimit(.minutes(5))) struct ServerAPIErrorTests {
    struct Cause: Sendable, CustomTestStringConvertible {
        let error: ServerAPIError
        let method: String
        /// The path after `/sandbox/inApps/`, or the whole of it. ID stands for the transaction of a
        /// consumable, LASTING for that of a non-consumable, and RENEWING for that of a subscription. APP
        /// stands for the customer's download of the application, and NEW for that of a customer without
        /// purchases. RENEWING may be in the body, too.
        let path: String
        let body: String?
        /// The body of an upload.
        let image: [UInt8]?
        let options: @Sendable (inout ServerOptions) -> Void
        let before: @Sendable (Developer) async throws -> Void

        init(
            _ error: ServerAPIError, _ method: String, _ path: String, _ body: String? = nil,
            image: [UInt8]? = nil,
            before: @escaping @Sendable (Developer) async throws -> Void = { _ in },
            options: @escaping @Sendable (inout ServerOptions) -> Void = { _ in }
        ) {
            (self.error, self.method, self.path, self.body, self.image) = (error, method, path, body, image)
            (self.options, self.before) = (options, before)
        }

        var testDescription: String { "\(error.code) \(method) \(path) \(body ?? "")" }
    }

    private static let now = 1_795_000_000_000
    private static let history = "v1/notifications/history"
    private static let tokenPath = "v1/transactions/ID/appAccountToken"

    static let causes: [Cause] =
        transactions + consumption + subscriptions + notifications + retention + server

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
        Cause(.invalidOriginalTransactionIdentifier, "GET", "v1/refund/lookup/abc"),
        Cause(.originalTransactionIdentifierNotFound, "GET", "v1/refund/lookup/1"),
        Cause(.transactionIdentifierNotFound, "POST", "v1/transactions/1/finish"),
        Cause(.appTransactionIdentifierNotSupported, "GET", "v1/transactions/APP"),
        Cause(.appTransactionIdentifierNotSupported, "POST", "v1/transactions/APP/finish"),
        Cause(.appTransactionIdentifierNotSupported, "PUT", "v2/transactions/consumption/APP", "{}"),
        Cause(.appTransactionNotFound, "GET", "v1/transactions/appTransactions/NEW"),
        Cause(.invalidAppAccountTokenUUID, "PUT", tokenPath, #"{"appAccountToken": "me"}"#),
        Cause(.invalidTransactionIdentifier, "PUT", "v1/transactions/abc/appAccountToken", token),
        Cause(.originalTransactionIdentifierNotFound, "PUT", "v1/transactions/1/appAccountToken", token),
        Cause(.appTransactionIdentifierNotSupported, "PUT", "v1/transactions/APP/appAccountToken", token),
        Cause(.notOriginalTransactionIdentifier, "PUT", "v1/transactions/AGAIN/appAccountToken", token),
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
            (.invalidAccountTenure, "accountTenure", "8"),
            (.invalidAppAccountToken, "appAccountToken", #""me""#),
            (.invalidConsumptionStatus, "consumptionStatus", "4"),
            (.invalidCustomerConsented, "customerConsented", "false"),
            (.invalidDeliveryStatus, "deliveryStatus", "6"),
            (.invalidLifetimeDollarsPurchased, "lifetimeDollarsPurchased", "8"),
            (.invalidLifetimeDollarsRefunded, "lifetimeDollarsRefunded", "8"),
            (.invalidPlatform, "platform", "3"), (.invalidPlayTime, "playTime", "-1"),
            (.invalidSampleContentProvided, "sampleContentProvided", "1"),
            (.invalidUserStatus, "userStatus", "5"),
            (.invalidRefundPreference, "refundPreference", #""GRANT""#),
        ].map { (error: ServerAPIError, name: String, value: String) in
            Cause(error, "PUT", "v1/transactions/consumption/ID", Developer.olderReport([name: value]))
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
        Cause(
            .emptyStorefrontCountryCodes, "POST", "v1/subscriptions/extend/mass", extending(storefronts: "[]")
        ),
        Cause(
            .invalidStorefrontCountryCode, "POST", "v1/subscriptions/extend/mass",
            extending(storefronts: #"["US"]"#)),
        Cause(.invalidProductIdentifier, "POST", "v1/subscriptions/extend/mass", extending()),
        Cause(.extensionRequestNotFound, "GET", "v1/subscriptions/extend/mass/p/\(request)"),
    ]

    private static let extendedTwice = Cause(
        .subscriptionMaxExtension, "PUT", "v1/subscriptions/extend/RENEWING", extending(request: "third")
    ) { developer in
        let subscription = try #require(try developer.server.store.subscriptions().first)
        let path = "/sandbox/inApps/v1/subscriptions/extend/\(subscription.originalTransactionIdentifier)"
        for request in ["first", "second"] {
            #expect(try await developer.send("PUT", path, body: extending(request: request)).status == 200)
        }
    }

    private static let request = "e3c1a5f0-7d52-4c1e-9b59-52f0a7f6d3aa"

    private static func extending(
        days: Int = 1, reason: Int = 0, request: String = Self.request, storefronts: String = #"["USA"]"#
    ) -> String {
        #"{"extendByDays": \#(days), "extendReasonCode": \#(reason), "requestIdentifier": "\#(request)", "#
            + #""productId": "p", "storefrontCountryCodes": \#(storefronts)}"#
    }

    private static let notifications: [Cause] = [
        Cause(.notificationAddressNotFound, "POST", "v1/notifications/test"),
        Cause(.invalidTestNotificationToken, "GET", "v1/notifications/test/x"),
        Cause(
            .testNotificationNotFound, "GET",
            "v1/notifications/test/7e3fb20b-4cdb-47cc-936d-99d65f608138_\(now)"),
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

    private static let retention: [Cause] = [
        Cause(.invalidImage, "PUT", "v1/messaging/image/\(uploaded)", "no PNG"),
        Cause(.invalidImageSize, "PUT", "v1/messaging/image/\(uploaded)?imageSize=SMALL", "no PNG"),
        Cause(.imageNotFound, "DELETE", "v1/messaging/image/\(uploaded)"),
        Cause(
            .imageNotFound, "PUT", message,
            text(#", "image": {"imageIdentifier": "\#(uploaded)", "altText": ""}"#)),
        Cause(.headerTooLong, "PUT", message, text(header: 67)),
        Cause(.bodyTooLong, "PUT", message, text(body: 145)),
        Cause(.tooManyBulletPoints, "PUT", message, text(bullets(6))),
        Cause(.bulletPointTextTooLong, "PUT", message, text(bullets(1, text: 67))),
        Cause(.altTextTooLong, "PUT", message, text(bullets(1, altText: 151))),
        Cause(.aboveImageRequiresAnImage, "PUT", message, text(#", "headerPosition": "ABOVE_IMAGE""#)),
        Cause(.badRequest, "PUT", "v1/messaging/message/greeting", text()),
        Cause(.badRequest, "PUT", message, #"{"header": "h"}"#),
        Cause(.messageNotFound, "DELETE", message),
        Cause(.invalidProductIdentifier, "GET", "v1/messaging/default/lasting/en-US"),
        Cause(.invalidLocale, "GET", "v1/messaging/default/renewing/en_US"),
        Cause(.defaultMessageNotFound, "GET", standard),
        Cause(.messageNotFound, "PUT", standard, #"{"messageIdentifier": "\#(uploaded)"}"#),
        Cause(.realtimeURLNotFound, "GET", "v1/messaging/realtime/url"),
        Cause(.realtimeURLNotFound, "DELETE", "v1/messaging/realtime/url"),
        Cause(.invalidRealtimeURL, "PUT", "v1/messaging/realtime/url", #"{"realtimeURL": "example.com"}"#),
        Cause(
            .invalidRealtimeURL, "PUT", "v1/messaging/realtime/url",
            #"{"realtimeURL": "https://example.com/\#(String(repeating: "a", count: 237))"}"#),
        Cause(
            .noPassingTest, "PUT", "/inApps/v1/messaging/realtime/url",
            #"{"realtimeURL": "https://example.com"}"#),
        Cause(.invalidPerformanceTestRequest, "POST", "v1/messaging/performanceTest", "{}"),
        Cause(
            .invalidPerformanceTestRequest, "POST", "v1/messaging/performanceTest",
            #"{"originalTransactionId": "1"}"#),
        Cause(.invalidRequestID, "GET", "v1/messaging/performanceTest/result/x"),
        Cause(.performanceTestRunNotFound, "GET", "v1/messaging/performanceTest/result/\(uploaded)"),
        prepared(.imageAlreadyExists, "PUT", "v1/messaging/image/\(uploaded)", nil) { _ in },
        prepared(.imageInUse, "DELETE", "v1/messaging/image/\(uploaded)", nil) { _ in },
        prepared(.messageAlreadyExists, "PUT", message, text()) { _ in },
        prepared(.maximumNumberOfImagesReached, "PUT", "v1/messaging/image/\(other)", nil) {
            try $0.fill(RetentionImage(size: .full, state: .approved), most: RetentionImage.most)
        },
        prepared(.maximumNumberOfMessagesReached, "PUT", "v1/messaging/message/\(other)", text()) {
            let message = RetentionMessage(header: "", body: "")
            try $0.fill(
                UploadedRetentionMessage(message: message, state: .approved), most: RetentionMessage.most)
        },
        prepared(
            .messageNotApproved, "PUT", standard, #"{"messageIdentifier": "\#(uploaded)"}"#
        ) {
            try $0.review(.messages, uploaded, as: .rejected)
        },
        prepared(
            .imageNotApproved, "PUT", standard, #"{"messageIdentifier": "\#(uploaded)"}"#
        ) {
            try $0.review(.images, uploaded, as: .pending)
        },
        prepared(
            .existingPerformanceTestRun, "POST", "v1/messaging/performanceTest",
            #"{"originalTransactionId": "RENEWING"}"#
        ) { developer in
            try developer.server.store.database.write { database in
                let now = developer.server.time.source.now().milliseconds
                let url = RealtimeURL(realtimeURL: "http://127.0.0.1:9/")
                try url.save(as: RealtimeURL.kind, in: .sandbox, database)
                let test = PerformanceTest(started: now, target: url.realtimeURL, responseTimeThreshold: 700)
                try test.save(as: other, in: .sandbox, database)
            }
        },
    ]

    private static let uploaded = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
    private static let other = "8e3fb20b-4cdb-47cc-936d-99d65f608138"
    private static let message = "v1/messaging/message/\(uploaded)"
    private static let standard = "v1/messaging/default/renewing/en-US"

    private static func text(_ more: String = "", header: Int = 66, body: Int = 144) -> String {
        func filler(_ count: Int) -> String { String(repeating: "é", count: count) }
        return #"{"header": "\#(filler(header))", "body": "\#(filler(body))"\#(more)}"#
    }

    private static func bullets(_ count: Int, text: Int = 66, altText: Int = 150) -> String {
        let bullet = """
            {"text": "\(String(repeating: "t", count: text))", "imageIdentifier": "\(other)",
             "altText": "\(String(repeating: "a", count: altText))"}
            """
        return #", "bulletPoints": [\#(Array(repeating: bullet, count: count).joined(separator: ", "))]"#
    }

    /// The cause, after uploading an image and a message that shows it. A PUT request without a body gets an
    /// image as its body.
    private static func prepared(
        _ error: ServerAPIError, _ method: String, _ path: String, _ body: String?,
        _ prepare: @escaping @Sendable (Developer) throws -> Void
    ) -> Cause {
        let image = method == "PUT" && body == nil ? PNGSample.bytes(3840, 160) : nil
        return Cause(error, method, path, body, image: image) { developer in
            let api = try ServerAPI(store: developer.server.store)
            try await api.uploadImage(uploaded, PNGSample.bytes(3840, 160), query: [], in: .sandbox)
            let message = text(#", "image": {"imageIdentifier": "\#(uploaded)", "altText": ""}"#)
            try await api.uploadMessage(uploaded, body: Array(message.utf8), in: .sandbox)
            try prepare(developer)
        }
    }

    private static let server: [Cause] =
        [
            Cause(
                .rateLimitExceeded, "GET", "v1/transactions/ID",
                before: { developer in
                    for _ in 0..<2 {
                        _ = try await developer.send("GET", "/sandbox/inApps/v1/transactions/1")
                    }
                }, options: { $0.serverAPIRate = Rate(perSecond: 1) }),
            Cause(.internalError, "GET", "v1/transactions/appTransactions/ID") {
                try $0.server.damageDatabase()
            },
        ] + byWish

    /// Errors that this store never returns by itself. Developers can set them to test their servers.
    private static let byWish: [Cause] = [
        ServerAPIError.invalidAppIdentifier, .paginationTokenExpired, .transactionNotConsumable,
        .familyTransactionNotSupported, .familySharedSubscription, .accountNotFound,
        .accountNotFoundRetryable,
        .appNotFound, .appNotFoundRetryable, .originalTransactionIdentifierNotFoundRetryable,
    ].map { error in
        Cause(error, "GET", "v1/transactions/ID") { developer in
            let answer = try await developer.server.setServerAPIError(error.code)
            #expect(answer.status == 200)
        }
    }

    @Test(.server) func `The limit that the operator orders says when to come again`() async throws {
        let developer = try Developer()
        #expect(try await developer.server.setServerAPIError(4_290_000).status == 200)
        let refused = try await developer.send("GET", "/sandbox/inApps/v1/transactions/1")
        #expect(refused.status == 429 && refused.errorCode == 4_290_000)
        let moment = try #require(Int64(refused.headers["Retry-After"].first ?? ""))
        #expect(moment == developer.server.time.source.now().milliseconds + 60_000)
    }

    @Test("A request is refused with its number", arguments: causes)
    func refusal(cause: Cause) async throws {
        try await RunningServer.run(catalogue: Self.catalogue(), cause.options) { server in
            let developer = try Developer(server)
            let (path, body) = try await request(of: cause, developer)
            try await cause.before(developer)
            let answer = try await developer.send(
                cause.method, path.hasPrefix("/") ? path : "/sandbox/inApps/" + path,
                bytes: cause.image ?? body.map { Array($0.utf8) })
            #expect(answer.errorCode == cause.error.code, "\(answer.status) \(answer.body)")
        }
    }

    @Test(.server) func `What waits too long for another program that writes can be asked for again`()
        async throws
    {
        let (server, developer) = (RunningServer.current, try Developer())
        let (_, identifier) = try await developer.server.purchase()
        let other = try SQLiteFile(server.folder.path + "/store.sqlite")
        try other.run("BEGIN IMMEDIATE")
        let finish = "/sandbox/inApps/v1/transactions/\(identifier)/finish"
        #expect(try await developer.send("POST", finish).errorCode == 5_000_001)
        try other.run("ROLLBACK")
        #expect(try await developer.send("POST", finish).status == 200)
    }

    @Test(.server)
    func `A number that the operator wants is one that there is, and goes when it is taken back`()
        async throws
    {
        let (server, developer) = (RunningServer.current, try Developer())
        let (_, identifier) = try await developer.server.purchase()
        #expect(try await server.setServerAPIError(4_040_011).status == 400)
        let path = "/sandbox/inApps/v1/transactions/\(identifier)"
        #expect(try await developer.send("GET", path).status == 200)
        _ = try await server.setServerAPIError(4_040_004)
        let refused = try await developer.send("GET", path)
        #expect(refused.status == 404 && refused.errorCode == 4_040_004)
        _ = try await server.setServerAPIError(nil)
        #expect(try await developer.send("GET", path).status == 200)
    }

    @Test func `Every number that the store has is produced here`() {
        let produced = Set(Self.causes.map(\.error)).union([.retryableInternalError])
        #expect(produced == Set(ServerAPIError.allCases))
    }

    private func request(of cause: Cause, _ developer: Developer) async throws -> (
        path: String, body: String?
    ) {
        let (customer, identifier) = try await developer.server.purchase()
        var body = cause.body
        var path = cause.path.replacingOccurrences(of: "ID", with: identifier)
            .replacingOccurrences(of: "APP", with: customer.account.appTransactionIdentifier)
        for kind in ["LASTING", "RENEWING"] where (path + (body ?? "")).contains(kind) {
            let product = ProductIdentifier(rawValue: kind.lowercased())
            let outcome = try await customer.purchase(PurchaseRequest(product))
            let number = try #require(outcome.transactionIdentifier).rawValue
            path = path.replacingOccurrences(of: kind, with: number)
            body = body?.replacingOccurrences(of: kind, with: number)
        }
        if path.contains("AGAIN") {
            _ = try await customer.purchase(PurchaseRequest("lasting"))
            let outcome = try await customer.purchase(PurchaseRequest("lasting"))
            path = path.replacingOccurrences(
                of: "AGAIN", with: try #require(outcome.transactionIdentifier).rawValue)
        }
        if path.contains("NEW") {
            let newcomer = try developer.server.account("bob")
            path = path.replacingOccurrences(of: "NEW", with: newcomer.appTransactionIdentifier)
        }
        return (path, body)
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
        return try Catalogue(json)
    }
}

extension Developer {
    fileprivate func review(
        _ content: RetentionContent, _ identifier: String, as state: RetentionState
    ) throws {
        let identifier = try #require(RetentionIdentifier(rawValue: identifier))
        let api = try ServerAPI(store: server.store)
        #expect(try api.review(content, identifier, in: .sandbox, as: state))
    }

    /// Uploads as many documents as there may be.
    fileprivate func fill(_ document: some RetentionDocument, most: Int) throws {
        try server.store.database.write { database in
            for number in 1..<most { try document.save(as: "\(number)", in: .sandbox, database) }
        }
    }
}

extension RunningServer {
    /// Sets, as an administrator, the error number that every request is refused with.
    fileprivate func setServerAPIError(_ number: Int?) async throws -> Answer {
        try await admin(
            "PUT", "settings", body: #"{"serverAPIError": \#(number.map(String.init) ?? "null")}"#)
    }
}
#endif
