#if AppleServices
import StoreModel
import TestSupport
import Testing

@testable import AppleServices
@testable import StoreRules

/// What the developer's server and verifyReceipt are told about subscriptions.
@Suite(.timeLimit(.minutes(5))) struct SubscriptionAnswerTests {
    private let fixture: SubscriptionFixture
    private let api: ServerAPI

    init() throws {
        fixture = try SubscriptionFixture()
        api = try ServerAPI(store: fixture.store)
    }

    private func statuses(
        _ status: String? = nil
    ) throws -> (status: JSONValue?, renewal: JSONValue?, count: Int) {
        let identifier = fixture.customer.account.appTransactionIdentifier
        let items = status.map { [ServerAPIQueryItem(name: "status", value: $0)] } ?? []
        let answer = try JSONValue(json: api.subscriptionStatuses(of: identifier, query: items, in: .sandbox))
        let groups = try #require(answer["data"]?.array)
        let entry = groups.first?["lastTransactions"]?.array?.first
        return (
            entry?["status"], try entry?["signedRenewalInfo"]?.string.map(JSONValue.init(signed:)),
            groups.count
        )
    }

    private func verify(
        _ receipt: String, withoutOld: Bool = false, at store: AppStore? = nil
    ) throws -> JSONValue {
        let store = store ?? fixture.store
        let body = """
            {"receipt-data": "\(receipt)", "password": "\(store.sharedSecret)",
             "exclude-old-transactions": \(withoutOld)}
            """
        return try JSONValue(json: store.verifyReceipt(Array(body.utf8), at: .sandbox).json)
    }

    @Test func `The latest receipt has what is said of it, even if the customer buys meanwhile`() async throws
    {
        try await fixture.buy(SubscriptionFixture.gold)
        let receipt = try fixture.customer.receipt()
        let (customer, time, isBuying) = (fixture.customer, fixture.time, Recorder<Bool>())
        // The customer buys at another program whenever this one looks at the clock.
        let source = TimeSource(
            now: {
                if !isBuying.calls.isEmpty {
                    _ = try? customer.store.database.write { database in
                        try customer.store.checkout(for: customer.account, database)
                            .purchase(PurchaseRequest("banana"), database)
                    }
                }
                return time.source.now()
            }, sleep: time.source.sleep)
        let store = try AppStore(
            testedIn: fixture.folder.path, catalogue: SubscriptionFixture.catalogue(), time: source)
        isBuying.note([true])
        let answer = try verify(receipt, at: store)
        func identifiers(_ purchases: JSONValue?) throws -> Set<String> {
            Set(try #require(purchases?.array).compactMap { $0["transaction_id"]?.string })
        }
        let latest = try verify(#require(answer["latest_receipt"]?.string))
        let said = try identifiers(answer["latest_receipt_info"])
        #expect(try identifiers(latest["receipt"]?["in_app"]) == said)
        #expect(said.count > 1)
    }

    @Test func `Each status is what the subscription is at that moment, with renewals made first`()
        async throws
    {
        try fixture.store.set { $0.allowsGracePeriod = true }
        #expect(try statuses().count == 0)
        try await fixture.buy(SubscriptionFixture.silverPlus)
        fixture.time.advance(by: SubscriptionFixture.month)
        var answer = try statuses()
        #expect(answer.status == 1)
        #expect(answer.renewal?["autoRenewStatus"] == 1)
        #expect(answer.renewal?["renewalPrice"] == 9990)
        #expect(answer.renewal?["bundleId"] == nil)
        #expect(answer.renewal?["isInBillingRetryPeriod"] == nil)
        try fixture.store.set { $0.failsRenewals = true }
        fixture.time.advance(by: SubscriptionFixture.month)
        answer = try statuses()
        #expect(answer.status == 4)
        #expect(answer.renewal?["isInBillingRetryPeriod"] == .bool(true))
        #expect(answer.renewal?["gracePeriodExpiresDate"] != nil)
        fixture.time.advance(by: .seconds(16))
        answer = try statuses()
        #expect(answer.status == 3)
        #expect(answer.renewal?["gracePeriodExpiresDate"] == nil)
        fixture.time.advance(by: .seconds(60))
        answer = try statuses()
        #expect(answer.status == 2)
        #expect(answer.renewal?["expirationIntent"] == 2)
        #expect(answer.renewal?["isInBillingRetryPeriod"] == .bool(false))
        #expect(try statuses("2").count == 1)
        #expect(try statuses("1").count == 0)
        try fixture.perform(.refundPeriod)
        #expect(try statuses().status == 5)
    }

    @Test func `The renewal date is the period's end, also if the subscription does not renew or is over`()
        async throws
    {
        try await fixture.buy(SubscriptionFixture.gold)
        let end = JSONValue.number(try #require(try fixture.subscription()).expires.milliseconds)
        func expectEnd(_ status: JSONValue, sourceLocation: SourceLocation = #_sourceLocation) throws {
            let answer = try statuses()
            #expect(answer.status == status, sourceLocation: sourceLocation)
            #expect(answer.renewal?["renewalDate"] == end, sourceLocation: sourceLocation)
        }
        try expectEnd(1)
        try fixture.perform(.cancel)
        try expectEnd(1)
        fixture.time.advance(by: SubscriptionFixture.month)
        try expectEnd(2)
        try fixture.perform(.refundPeriod)
        try expectEnd(5)
    }

    @Test func `The renewal info has the offer of the next period only while there will be one`()
        async throws
    {
        try await fixture.buy(SubscriptionFixture.bronze)
        let renewing = try #require(try statuses().renewal)
        #expect(renewing["offerType"] == 1 && renewing["renewalPrice"] == 500)
        #expect(renewing["offerDiscountType"] == "PAY_AS_YOU_GO" && renewing["offerPeriod"] == "P2M")
        try fixture.perform(.cancel)
        let cancelled = try #require(try statuses().renewal)
        #expect(cancelled["autoRenewStatus"] == 0)
        #expect(cancelled.names.filter { $0.hasPrefix("offer") || $0 == "renewalPrice" } == [])
    }

    @Test func `The history of a group has its periods, and no other group's`() async throws {
        try await fixture.buy(SubscriptionFixture.gold)
        try await fixture.buy(SubscriptionFixture.news)
        fixture.time.advance(by: SubscriptionFixture.month)
        let items = [ServerAPIQueryItem(name: "subscriptionGroupIdentifier", value: "NEWS")]
        let json = try api.history(
            of: fixture.customer.account.appTransactionIdentifier, query: items, in: .sandbox)
        #expect(try ServerAPIFixture.page(json).transactions.count == 2)
    }

    @Test func `Developers' servers get transactions with no fields but Apple's`() async throws {
        let address = HTTPAddress(rawValue: "http://127.0.0.1:9/")
        try fixture.store.setNotificationAddress(address, in: .sandbox)
        let bought = try await fixture.buy(SubscriptionFixture.gold)
        let identifier = try #require(bought.transactionIdentifier).rawValue
        let answer = try JSONValue(json: api.transactionInfo(identifier, in: .sandbox))
        let told = try JSONValue(signed: #require(try fixture.entries().first).signed)
        let order = PurchaseOrder(PurchaseRequest(SubscriptionFixture.news))
        let report = try await fixture.store.make(order, for: fixture.customer.account.identifier.rawValue)
        let forged = try fixture.store.forge(.wrongBundle, from: identifier)
        for signed in [
            answer["signedTransactionInfo"]?.string, told["data"]?["signedTransactionInfo"]?.string,
            report.signedTransactionInfo, forged.rawValue,
        ] {
            let names = try JSONValue(signed: #require(signed)).names
            #expect(names.contains("expiresDate"))
            #expect(Set(names).isDisjoint(with: ["paymentKey", "periodNumber"]), "\(names)")
        }
    }

    private static let request = "e3c1a5f0-7d52-4c1e-9b59-52f0a7f6d3aa"

    private func extend(_ request: String) async throws -> JSONValue {
        let body = Array(
            #"{"extendByDays": 15, "extendReasonCode": 1, "requestIdentifier": "\#(request)"}"#.utf8)
        return try JSONValue(
            json: await api.extendRenewal(of: fixture.original().rawValue, body: body, in: .sandbox))
    }

    @Test func `An extension moves the end of the period, once for each request and twice at most`()
        async throws
    {
        try await fixture.buy(SubscriptionFixture.gold)
        let end = try #require(try fixture.subscription()).expires.milliseconds
        for (request, seconds) in [("r-1", 15), ("r-1", 15), ("r-2", 30)] {
            let answer = try await extend(request)
            #expect(answer["success"] == .bool(true))
            #expect(answer["effectiveDate"] == .number(end + Int64(seconds) * 1000))
        }
        #expect(try fixture.periods().last?.expiresDate?.milliseconds == end + 30_000)
        await #expect(throws: ServerAPIError.subscriptionMaxExtension) { try await extend("r-3") }
        // A request that is repeated changes nothing, whether or not it was the last one.
        #expect(try await extend("r-1")["effectiveDate"] == .number(end + 30_000))
        fixture.time.advance(by: .seconds(59))
        #expect(try fixture.periods().count == 1)
        // Twice within 365 days, which take as many seconds here.
        fixture.time.advance(by: .seconds(305))
        await #expect(throws: ServerAPIError.subscriptionMaxExtension) { try await extend("r-3") }
        fixture.time.advance(by: .seconds(1))
        #expect(try await extend("r-3")["success"] == .bool(true))
    }

    @Test func `An extension is for the subscription, not for one of its renewals`() async throws {
        try await fixture.buy(SubscriptionFixture.gold)
        fixture.time.advance(by: SubscriptionFixture.month)
        let renewal = try #require(try fixture.periods().last).transactionId.rawValue
        let body = Array(#"{"extendByDays": 15, "extendReasonCode": 1, "requestIdentifier": "r"}"#.utf8)
        await #expect(throws: ServerAPIError.originalTransactionIdentifierNotFound) {
            try await api.extendRenewal(of: renewal, body: body, in: .sandbox)
        }
    }

    @Test func `A token is that of the present period and of those to come, also after an upgrade`()
        async throws
    {
        let token = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
        let body = Array(#"{"appAccountToken": "\#(token.uppercased())"}"#.utf8)
        func tokens() throws -> [JSONValue?] {
            try fixture.periods().map { period in
                let answer = try JSONValue(
                    json: api.transactionInfo(period.transactionId.rawValue, in: .sandbox))
                return try JSONValue(signed: #require(answer["signedTransactionInfo"]?.string))[
                    "appAccountToken"]
            }
        }
        try await fixture.buy(SubscriptionFixture.silverPlus)
        fixture.time.advance(by: SubscriptionFixture.month)
        let original = try fixture.original().rawValue
        try await api.setAppAccountToken(of: original, body: body, in: .sandbox)
        #expect(try tokens() == [nil, .string(token)])
        #expect(try statuses().renewal?["appAccountToken"] == .string(token))
        fixture.time.advance(by: SubscriptionFixture.month)
        try await fixture.buy(SubscriptionFixture.gold)
        fixture.time.advance(by: SubscriptionFixture.month)
        #expect(try tokens() == [nil] + Array(repeating: .string(token), count: 4))
        let renewal = try #require(try fixture.periods().last).transactionId.rawValue
        await #expect(throws: ServerAPIError.notOriginalTransactionIdentifier) {
            try await api.setAppAccountToken(of: renewal, body: body, in: .sandbox)
        }
    }

    /// A store in which a family has stopped sharing a subscription, and the subscription.
    private func shared() async throws -> (AppStore, TransactionIdentifier) {
        let gold = #""productID": "gold""#
        let json = SubscriptionFixture.json.replacing(gold, with: gold + #", "familyShareable": true"#)
        let store = try fixture.reopened(catalogue: Catalogue(json))
        try await store.embeddedSession().buy("a", SubscriptionFixture.gold)
        let original = try #require(try store.subscriptions().first).originalTransactionIdentifier
        _ = try store.endSharing(ofSubscription: original)
        return (store, original)
    }

    @Test func `No report is taken on a purchase that a family shared`() async throws {
        let (store, original) = try await shared()
        await #expect(throws: ServerAPIError.familyTransactionNotSupported) {
            try await ServerAPI(store: store).setConsumption(
                of: original.rawValue, body: Array(ConsumptionTests.whole.utf8), in: .sandbox)
        }
    }

    @Test func `verifyReceipt does not say that nothing is newer if it could not look`() async throws {
        try await fixture.buy(SubscriptionFixture.gold)
        let receipt = try fixture.customer.receipt()
        #expect(try verify(receipt)["latest_receipt_info"] != nil)
        try fixture.store.database.write { try $0.execute("UPDATE purchase SET signed = 'x'") }
        #expect(try verify(receipt) == ["status": 21009])
    }

    @Test func `An extension for all reaches every subscription to the product, and can be asked about`()
        async throws
    {
        try fixture.store.setNotificationAddress(HTTPAddress(rawValue: "http://127.0.0.1:9/"), in: .sandbox)
        try await fixture.buy(SubscriptionFixture.gold)
        for _ in 0..<2 {
            #expect(try await extendAll("gold") == ["requestIdentifier": .string(Self.request)])
        }
        let status = try extensionStatus(of: "gold")
        #expect(status["succeededCount"] == 1)
        #expect(status["complete"] == .bool(true))
        #expect(
            try fixture.notices() == [
                "SUBSCRIBED INITIAL_BUY", "RENEWAL_EXTENDED", "RENEWAL_EXTENSION SUMMARY",
            ])
        #expect(throws: ServerAPIError.extensionRequestNotFound) {
            try extensionStatus(of: "gold", request: "7e3fb20b-4cdb-47cc-936d-99d65f608138")
        }
    }

    @discardableResult
    private func extendAll(_ product: String, _ field: String = "") async throws -> JSONValue {
        let body = """
            {"extendByDays": 15, "extendReasonCode": 1, "requestIdentifier": "\(Self.request)", \
            "productId": "\(product)"\(field)}
            """
        return try JSONValue(json: await api.extendRenewals(body: Array(body.utf8), in: .sandbox))
    }

    private func extensionStatus(of product: String, request: String = Self.request) throws -> JSONValue {
        try JSONValue(json: api.extensionStatus(of: product, request: request, in: .sandbox))
    }

    @Test(arguments: [("gold", 0), ("silver.plus", 1)])
    func `An extension for all is for those who have the product after the renewals that are due`(
        product: String, count: Int64
    ) async throws {
        try await fixture.buy(SubscriptionFixture.gold)
        try await fixture.buy(SubscriptionFixture.silverPlus)
        fixture.time.advance(by: SubscriptionFixture.month)
        try await extendAll(product)
        let status = try extensionStatus(of: product)
        #expect(status["succeededCount"] == .number(count) && status["failedCount"] == 0)
    }

    @Test(
        arguments: [("", nil), (#", "storefrontCountryCodes": ["USA"]"#, ["USA"])] as [(String, [String]?)])
    func `The summary of an extension has the storefronts that the request named`(
        field: String, storefronts: [String]?
    ) async throws {
        try fixture.store.setNotificationAddress(HTTPAddress(rawValue: "http://127.0.0.1:9/"), in: .sandbox)
        try await extendAll("gold", field)
        let entries = try fixture.entries { $0.subtype == "SUMMARY" }
        let summary = try JSONValue(signed: #require(entries.first).signed)["summary"]
        #expect(summary?["requestIdentifier"] == .string(Self.request))
        let named = summary?["storefrontCountryCodes"]
        #expect(named?.array?.compactMap(\.string) == storefronts && (named == nil) == (storefronts == nil))
    }

    @Test func `The summary of an extension is kept without an address, too`() async throws {
        try await extendAll("gold")
        #expect(try fixture.notices() == ["RENEWAL_EXTENSION SUMMARY"])
    }

    @Test func `verifyReceipt says what has become of the subscription since the receipt`() async throws {
        try await fixture.buy(SubscriptionFixture.silver)
        let receipt = try fixture.customer.receipt()
        fixture.time.advance(by: SubscriptionFixture.month * 3)
        var answer = try verify(receipt)
        #expect(answer["status"] == 0)
        let old = try #require(answer["receipt"]?["in_app"]?.array)
        let new = try #require(answer["latest_receipt_info"]?.array)
        let pending = try #require(answer["pending_renewal_info"]?.array)
        #expect(old.map { $0["is_trial_period"] } == ["true"])
        #expect(new.map { $0["is_trial_period"] } == ["false", "false", "true"])
        #expect(new.allSatisfy { $0["subscription_group_identifier"] == "KEEPERS" })
        #expect(pending.map { $0["auto_renew_status"] } == ["1"])
        #expect(pending.first?["expiration_intent"] == nil)
        #expect(try verify(#require(answer["latest_receipt"]?.string))["status"] == 0)
        #expect(try verify(receipt, withoutOld: true)["latest_receipt_info"] == .array([new[0]]))

        try fixture.store.set { $0.failsRenewals = true }
        fixture.time.advance(by: SubscriptionFixture.month * 2)
        answer = try verify(receipt)
        let unpaid = try #require(answer["pending_renewal_info"]?.array)
        #expect(unpaid.map { $0["is_in_billing_retry_period"] } == ["1"])
        #expect(unpaid.map { $0["expiration_intent"] } == ["2"])
    }

    @Test(
        "The latest period is the last one, and of two charges for it the one that stayed, whatever their numbers",
        arguments: [1, 2])
    func chargedTwice(renewals: Int) async throws {
        let shop = try PutBackFixture(catalogue: SubscriptionFixture.catalogue())
        try shop.store.set { $0.timeRate = .monthlyRenewalEveryThirtySeconds }
        let customer = try shop.store.embeddedSession()
        let bought = try await customer.buy("a", SubscriptionFixture.gold)
        let first = try #require(bought.transactionIdentifier)
        let copy = try shop.copy()
        for _ in 0..<renewals {
            shop.time.advance(by: .seconds(1))
            _ = try shop.store.perform(.renew, on: first)
        }
        let last = try #require(try shop.store.payloads(of: customer.account.identifier).last)
        // The store renews the first period again at its end, and then a device brings the other renewals.
        shop.time.advance(by: .seconds(29))
        let session = try shop.store(with: copy).embeddedSession()
        try session.store.makeDueRenewals()
        let signed = try shop.store.signedTransactions(of: customer.account.identifier)
            .sorted { $0.key.rawValue < $1.key.rawValue }.map { $0.value }
        _ = try await session.exchange(ExchangeRequest(since: .beginning, purchases: signed))

        let answer = try verify(session.receipt(), withoutOld: true, at: session.store)
        let info = try #require(answer["latest_receipt_info"]?.array)
        #expect(info.map { $0["transaction_id"] } == [.string(last.transactionId.rawValue)])
        #expect(info.first?["cancellation_date"] == nil)
        let receipt = try #require(try session.legacyReceipt(for: first))
        let legacy = try verify(receipt, at: session.store)
        #expect(legacy["status"] == 0)
        #expect(legacy["latest_receipt_info"]?["transaction_id"] == .string(last.transactionId.rawValue))
    }

    @Test func `verifyReceipt has all that a subscriber bought, but finished consumables`() async throws {
        for key in ["a", "b"] as [IdempotencyKey] { _ = try await fixture.customer.buy(key, "banana") }
        let first = try await fixture.customer.unsettledPurchases(including: []).first
        try await fixture.customer.finish(#require(first?.transactionIdentifier))
        try await fixture.buy(SubscriptionFixture.gold)
        fixture.time.advance(by: SubscriptionFixture.month)
        try await fixture.buy(SubscriptionFixture.news)
        let answer = try verify(try fixture.customer.receipt())
        func numbers(_ list: JSONValue?) -> [String] {
            list?.array?.compactMap { $0["transaction_id"]?.string } ?? []
        }
        let latest = numbers(answer["latest_receipt_info"])
        #expect(latest.count == 4)
        #expect(Set(latest) == Set(numbers(answer["receipt"]?["in_app"])))
        #expect(!latest.contains(try #require(first?.transactionIdentifier).rawValue))
        // The older of the two periods is left out, and nothing else.
        #expect(
            try verify(fixture.customer.receipt(), withoutOld: true)["latest_receipt_info"]?.array?.count == 3
        )
    }

    @Test func `A cancellation in the grace period ends it: no renewal is tried, and the receipt says so`()
        async throws
    {
        try fixture.store.set {
            $0.allowsGracePeriod = true
            $0.failsRenewals = true
        }
        try await fixture.buy(SubscriptionFixture.gold)
        fixture.time.advance(by: SubscriptionFixture.month)
        func pending() throws -> JSONValue {
            try #require(try verify(fixture.customer.receipt())["pending_renewal_info"]?.array?.first)
        }
        #expect(try pending()["grace_period_expires_date_ms"] != nil)
        try fixture.perform(.cancel)
        let cancelled = try pending()
        #expect(
            cancelled["grace_period_expires_date_ms"] == nil && cancelled["grace_period_expires_date"] == nil)
        #expect(cancelled["expiration_intent"] == "1" && cancelled["auto_renew_status"] == "0")
        #expect(cancelled["is_in_billing_retry_period"] == "0")
    }

    @Test func `A higher price that is asked for is the price of the renewal, agreed to or not`()
        async throws
    {
        try await fixture.buy(SubscriptionFixture.gold)
        // The catalogue has the higher price.
        let dearer = try Catalogue(SubscriptionFixture.json.replacing("9.99", with: "12.99"))
        let store = try fixture.reopened(catalogue: dearer)
        let original = try fixture.original()
        func renewal() throws -> JSONValue {
            let answer = try JSONValue(
                json: ServerAPI(store: store).subscriptionStatuses(
                    of: fixture.customer.account.appTransactionIdentifier, query: [], in: .sandbox))
            let entry = answer["data"]?.array?.first?["lastTransactions"]?.array?.first
            return try JSONValue(signed: #require(entry?["signedRenewalInfo"]?.string))
        }
        for (action, status, price) in [
            (.requestPriceConsent, 0, 12_990), (.consentToPrice, 1, 12_990),
        ] as [(SubscriptionAction, JSONValue, JSONValue)] {
            _ = try store.perform(action, on: original)
            #expect(try renewal()["priceIncreaseStatus"] == status && renewal()["renewalPrice"] == price)
        }
    }

    @Test func `A legacy receipt is valid while the subscription renews, and 21006 when it is over`()
        async throws
    {
        let outcome = try await fixture.buy(SubscriptionFixture.gold)
        let first = try #require(outcome.transactionIdentifier)
        let receipt = try #require(try fixture.customer.legacyReceipt(for: first))
        fixture.time.advance(by: SubscriptionFixture.month)
        let renewed = try verify(receipt)
        #expect(renewed["status"] == 0)
        #expect(renewed["latest_receipt_info"]?["original_transaction_id"] == .string(first.rawValue))
        #expect(renewed["latest_receipt_info"]?["transaction_id"] != .string(first.rawValue))
        try fixture.perform(.cancel)
        fixture.time.advance(by: SubscriptionFixture.month)
        #expect(try verify(receipt)["status"] == 21006)
    }

    @Test func `The answer for a legacy receipt has the newest one in the same form, and says if it renews`()
        async throws
    {
        let first = try #require(try await fixture.buy(SubscriptionFixture.silver).transactionIdentifier)
        let receipt = try #require(try fixture.customer.legacyReceipt(for: first))
        fixture.time.advance(by: SubscriptionFixture.month * 3)
        let renewed = try verify(receipt)
        let newest = try #require(try fixture.periods().last)
        let latest = try #require(renewed["latest_receipt"]?.string)
        #expect(try fixture.customer.legacyReceipt(for: newest.transactionId) == latest)
        #expect(try verify(latest)["receipt"] == renewed["latest_receipt_info"])
        for (field, isTrial) in [("receipt", "true"), ("latest_receipt_info", "false")]
            as [(String, JSONValue)]
        {
            let info = try #require(renewed[field])
            #expect(info["is_trial_period"] == isTrial)
            #expect(info["is_in_intro_offer_period"] == "false")
            #expect(info["in_app_ownership_type"] == "PURCHASED")
            #expect(info["subscription_group_identifier"] == "KEEPERS")
        }
        #expect(
            renewed["latest_receipt_info"]?["web_order_line_item_id"]?.string == newest.webOrderLineItemId)
        #expect(renewed["auto_renew_status"] == 1 && renewed["auto_renew_product_id"] == "silver")
        #expect(renewed["expiration_intent"] == nil)

        try fixture.perform(.cancel)
        fixture.time.advance(by: SubscriptionFixture.month)
        let expired = try verify(receipt)
        #expect(expired["latest_expired_receipt_info"] == renewed["latest_receipt_info"])
        #expect(expired["auto_renew_status"] == 0 && expired["auto_renew_product_id"] == "silver")
        #expect(expired["expiration_intent"] == "1" && expired["is_in_billing_retry_period"] == "0")
    }

    @Test(arguments: [("", 1), (#", "storefrontCountryCodes": ["FRA"]"#, 0)] as [(String, Int64)])
    func `An extension for all stays in its environment, and in the storefronts that it names`(
        field: String, count: Int64
    ) async throws {
        try await fixture.buy(SubscriptionFixture.gold)
        let elsewhere = try fixture.store.customer("joe", in: .production)
        try await elsewhere.buy("p", SubscriptionFixture.gold)
        func ends() throws -> [Timestamp?] {
            try [fixture.customer, elsewhere].map { try $0.subscriptions().first?.expires }
        }
        let before = try ends()
        try await extendAll("gold", field)
        let after = try ends()
        #expect((after[0] != before[0]) == (count == 1) && after[1] == before[1])
        let status = try extensionStatus(of: "gold")
        #expect(status["succeededCount"] == .number(count) && status["failedCount"] == 0)
        #expect(throws: ServerAPIError.extensionRequestNotFound) {
            try api.extensionStatus(of: "gold", request: Self.request, in: .production)
        }
    }

    @Test(arguments: [SubscriptionFixture.gold, SubscriptionFixture.silver])
    func `An extension for all passes over those who were extended enough, and those in a free trial`(
        product: ProductIdentifier
    ) async throws {
        try fixture.store.setNotificationAddress(HTTPAddress(rawValue: "http://127.0.0.1:9/"), in: .sandbox)
        try await fixture.buy(product)
        if product == SubscriptionFixture.gold {
            for request in ["r-1", "r-2"] { _ = try await extend(request) }
        }
        let before = try fixture.subscription()?.expires
        try await extendAll(product.rawValue)
        #expect(try fixture.subscription()?.expires == before)
        let status = try extensionStatus(of: product.rawValue)
        #expect(status["succeededCount"] == 0 && status["failedCount"] == 0)
        #expect(
            try fixture.notices().filter { $0.hasPrefix("RENEWAL_EXTENSION ") }
                == ["RENEWAL_EXTENSION SUMMARY"])
    }

    @Test func `A free trial is not extended; what is paid after it is`() async throws {
        try await fixture.buy(SubscriptionFixture.silver)
        await #expect(throws: ServerAPIError.subscriptionExtensionIneligible) { try await extend("r-1") }
        fixture.time.advance(by: SubscriptionFixture.month * 2)
        #expect(try await extend("r-1")["success"] == .bool(true))
    }

    @Test func `What a family shared has no token of this customer's, and no money of theirs went back`()
        async throws
    {
        let (store, original) = try await shared()
        let api = try ServerAPI(store: store)
        let body = Array(#"{"appAccountToken": "7e3fb20b-4cdb-47cc-936d-99d65f608138"}"#.utf8)
        await #expect(throws: ServerAPIError.familyTransactionNotSupported) {
            try await api.setAppAccountToken(of: original.rawValue, body: body, in: .sandbox)
        }
        func found(_ type: String) throws -> [String] {
            let items = [ServerAPIQueryItem(name: "inAppOwnershipType", value: type)]
            return try ServerAPIFixture.page(
                api.history(of: original.rawValue, query: items, in: .sandbox)
            ).transactions
        }
        #expect(try found("FAMILY_SHARED") == [original.rawValue])
        #expect(try found("PURCHASED").isEmpty)
        let refunds = try api.refunds(of: original.rawValue, query: [], in: .sandbox)
        #expect(try ServerAPIFixture.page(refunds).transactions.isEmpty)
        #expect(try store.audit().accounts.map(\.refunds) == [0])
    }

    @Test func `verifyReceipt says which period had a low price at first, and which an upgrade ended`()
        async throws
    {
        try await fixture.buy(SubscriptionFixture.bronze)
        let receipt = try fixture.customer.receipt()
        let first = try #require(verify(receipt)["latest_receipt_info"]?.array?.first)
        #expect(first["is_in_intro_offer_period"] == "true" && first["is_trial_period"] == "false")
        #expect(first["is_upgraded"] == nil)
        fixture.time.advance(by: .seconds(1))
        try await fixture.buy(SubscriptionFixture.gold)
        let both = try #require(verify(receipt)["latest_receipt_info"]?.array)
        #expect(both.map { $0["is_upgraded"] } == [nil, "true"])
    }
}
#endif
