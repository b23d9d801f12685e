package import StoreModel
internal import StoreRules

/// Answers the server's `ServerAPIRoutes` with the statuses of subscriptions, and extends renewal dates.
extension ServerAPI {
    private static let statuses: Set<String> = ["1", "2", "3", "4", "5"]

    /// `GET /v1/subscriptions/{any}`: the customer's subscriptions, group by group.
    package func subscriptionStatuses(
        of identifier: String, query items: [ServerAPIQueryItem], in environment: StoreEnvironment
    ) throws(ServerAPIError) -> [UInt8] {
        let wanted = items.filter { $0.name == "status" }.map(\.value)
        guard wanted.allSatisfy(Self.statuses.contains) else { throw .invalidStatus }
        return try read(about: identifier, in: environment) { customer, database in
            let now = try store.date(of: customer.identifier, database)
            let groups = try SubscriptionTable.all(of: customer.identifier, database)
                .filter { wanted.isEmpty || wanted.contains(String($0.status.rawValue)) }
                .compactMap { try group($0, customer, now: now, database) }
            return try SentJSON.encode(
                SubscriptionStatuses(
                    environment: environment, bundleId: store.application.bundleIdentifier.rawValue,
                    appAppleId: store.application.number(in: environment), data: groups))
        }
    }

    private func group(
        _ subscription: Subscription, _ customer: Account, now: Timestamp, _ database: any StoreTransaction
    ) throws -> SubscriptionStatuses.Group? {
        guard let record = try store.purchaseTable.find(number: subscription.transaction, database) else {
            return nil
        }
        let transaction = try store.freshlySigned(record, now: now)
        let renewalInfo = try store.signedRenewalInfo(
            of: subscription, customer, appAccountToken: record.appAccountToken, now: now)
        // A customer has one subscription in a group.
        return SubscriptionStatuses.Group(
            subscriptionGroupIdentifier: subscription.group,
            lastTransactions: [
                .init(
                    status: subscription.status.rawValue,
                    originalTransactionId: subscription.originalIdentifier.rawValue,
                    signedTransactionInfo: transaction, signedRenewalInfo: renewalInfo)
            ])
    }

    /// `PUT /v1/subscriptions/extend/{originalTransactionId}`. Repeating the same request changes nothing.
    package func extendRenewal(
        of identifier: String, body: [UInt8], in environment: StoreEnvironment
    ) async throws(ServerAPIError) -> [UInt8] {
        let wanted = try ExtensionRequest(RequestBody(body))
        return try await writeCaughtUp(
            aboutPurchase: identifier, in: environment, invalid: .invalidOriginalTransactionIdentifier,
            missing: .originalTransactionIdentifierNotFound
        ) { record, checkout, database in
            guard record.period != nil else { throw ServerAPIError.subscriptionExtensionIneligible }
            guard record.isOriginal else { throw ServerAPIError.originalTransactionIdentifierNotFound }
            let subscription = try store.subscription(of: record.transactionIdentifier, database)
            let extended = try checkout.extend(subscription, wanted, database)
            return try SentJSON.encode(
                ExtensionAnswer(
                    originalTransactionId: extended.originalIdentifier.rawValue,
                    webOrderLineItemId: extended.webOrderLineItem,
                    effectiveDate: extended.expires.milliseconds))
        }
    }

    /// `POST /v1/subscriptions/extend/mass`: all subscriptions to a product, at once. Repeating the same
    /// request changes nothing.
    package func extendRenewals(
        body: [UInt8], in environment: StoreEnvironment
    ) async throws(ServerAPIError) -> [UInt8] {
        let body = try RequestBody(body)
        let wanted = try ExtensionRequest(body)
        try ExtensionRequest.checkIdentifierForMany(wanted.identifier)
        let countries = try ExtensionRequest.countries(in: body)
        guard let product = body.text("productId"),
            store.assortment.plans[ProductIdentifier(rawValue: product)] != nil
        else {
            throw .invalidProductIdentifier
        }
        while true {
            let answer = try await write { database -> [UInt8]? in
                let known = try ExtensionTable.find(
                    wanted.identifier, product: product, in: environment, database)
                if known == nil {
                    let isHere = countries.map { $0.contains(store.assortment.storefront) } ?? true
                    let succeeded = try isHere ? extend(product, wanted, in: environment, database) : 0
                    // The next transaction makes more of the renewals that are due.
                    guard let succeeded else { return nil }
                    try store.finish(
                        wanted, product: product, succeeded: succeeded, countries, in: environment, database)
                }
                return try SentJSON.encode(["requestIdentifier": wanted.identifier])
            }
            if let answer { return answer }
        }
    }

    /// `GET /v1/subscriptions/extend/mass/{productId}/{requestIdentifier}`.
    package func extensionStatus(
        of product: String, request: String, in environment: StoreEnvironment
    ) throws(ServerAPIError) -> [UInt8] {
        try ExtensionRequest.checkIdentifierForMany(request)
        return try read { database in
            let result = try ExtensionTable.find(request, product: product, in: environment, database)
            guard let result else { throw ServerAPIError.extensionRequestNotFound }
            return try SentJSON.encode(
                ExtensionStatus(
                    requestIdentifier: request, completeDate: result.date.milliseconds,
                    succeededCount: result.succeeded, failedCount: result.failed))
        }
    }

    /// Extends all subscriptions to a product, and returns how many. As at Apple, those that may not be extended
    /// are passed over. Returns nil if more renewals are due than one transaction makes.
    private func extend(
        _ product: String, _ wanted: ExtensionRequest, in environment: StoreEnvironment,
        _ database: any StoreTransaction
    ) throws -> Int? {
        // A renewal that is due may bring a subscription to the product, or take it away.
        for candidate in try SubscriptionTable.all(database)
        where [candidate.product, candidate.renewalProduct].contains(where: { $0.rawValue == product }) {
            guard try store.caughtUp(candidate.originalIdentifier, database) != nil else { return nil }
        }
        var count = 0
        for candidate in try SubscriptionTable.all(database) where candidate.product.rawValue == product {
            guard let (subscription, checkout) = try store.caughtUp(candidate.originalIdentifier, database)
            else {
                return nil
            }
            let rules = store.rules(checkout.settings)
            guard subscription.product.rawValue == product, subscription.isExtendable,
                !subscription.isExtendedEnough(at: checkout.now, rules),
                checkout.account.environment == environment
            else { continue }
            _ = try checkout.extend(subscription, wanted, database)
            count += 1
        }
        return count
    }
}

private struct SubscriptionStatuses: Encodable {
    struct Group: Encodable {
        let subscriptionGroupIdentifier: String
        let lastTransactions: [Transaction]
    }

    struct Transaction: Encodable {
        let status: Int
        let originalTransactionId: String
        let signedTransactionInfo: String
        let signedRenewalInfo: String
    }

    let environment: StoreEnvironment
    let bundleId: String
    let appAppleId: Int64?
    let data: [Group]
}

private struct ExtensionAnswer: Encodable {
    let success = true
    let originalTransactionId: String
    let webOrderLineItemId: String
    let effectiveDate: Int64
}

private struct ExtensionStatus: Encodable {
    let complete = true
    let requestIdentifier: String
    let completeDate: Int64
    let succeededCount: Int
    let failedCount: Int
}

extension Checkout {
    /// Extends a renewal date, once for each request, and returns the subscription as it is then.
    func extend(
        _ subscription: Subscription, _ wanted: ExtensionRequest, _ database: any StoreTransaction
    ) throws -> Subscription {
        guard !subscription.extensions.contains(where: { $0.request == wanted.identifier }) else {
            return subscription
        }
        let rules = store.rules(settings)
        guard !subscription.isExtendedEnough(at: now, rules) else {
            throw ServerAPIError.subscriptionMaxExtension
        }
        do {
            return try change(subscription, database) {
                $0.extend(byDays: wanted.days, as: wanted.identifier, at: now, rules)
            }
        } catch StoreAdministrationError.invalidAction {
            throw ServerAPIError.subscriptionExtensionIneligible
        }
    }
}
