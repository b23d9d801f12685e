internal import FoundationEssentials
package import StoreModel
internal import StoreRules

/// Finds one transaction by its number or its order, finishes it, or gives it another `appAccountToken`. Also
/// answers app transactions. The server's `ServerAPIRoutes` call it. The signed app transaction is below.
extension ServerAPI {
    /// `GET /v1/transactions/{transactionId}`.
    package func transactionInfo(
        _ identifier: String, in environment: StoreEnvironment
    ) throws(ServerAPIError) -> [UInt8] {
        try read { database in
            let (record, _) = try purchase(identifier, in: environment, database)
            let now = try store.date(of: record.account, database)
            return try SentJSON.encode(["signedTransactionInfo": store.freshlySigned(record, now: now)])
        }
    }

    /// `GET /v1/lookup/{orderId}`. The sandbox has no bills, so no order is valid there. Apple does not offer
    /// this address in the sandbox at all.
    package func order(_ identifier: String, in environment: StoreEnvironment) throws(ServerAPIError)
        -> [UInt8]
    {
        try read { database in
            guard environment == .production, let number = OrderIdentifier.purchase(of: identifier),
                let record = try store.purchaseTable.find(number: number, database),
                record.orderIdentifier != nil,
                try AccountTable.find(record.account, database)?.environment == environment
            else { return try SentJSON.encode(OrderLookup(status: 1, signedTransactions: nil)) }
            let now = try store.date(of: record.account, database)
            return try SentJSON.encode(
                OrderLookup(status: 0, signedTransactions: [store.freshlySigned(record, now: now)]))
        }
    }

    /// `GET /v1/transactions/appTransactions/{any}`. A customer who never asked for anything has
    /// not downloaded the application.
    package func appTransaction(
        of identifier: String, in environment: StoreEnvironment
    ) throws(ServerAPIError) -> [UInt8] {
        try read { database in
            let customer = try customer(identifier, in: environment, database)
            guard try store.purchaseTable.hasPayments(of: customer.identifier, database) else {
                throw ServerAPIError.appTransactionNotFound
            }
            let signed = try store.signedAppTransaction(
                of: customer, created: store.date(of: customer.identifier, database))
            return try SentJSON.encode(["signedAppTransactionInfo": signed])
        }
    }

    /// `POST /v1/transactions/{transactionId}/finish`: as if a device had finished it. A refund must still be
    /// dealt with.
    package func finish(_ identifier: String, in environment: StoreEnvironment) async throws(ServerAPIError) {
        try await write(aboutPurchase: identifier, in: environment) { record, account, database in
            guard record.status == .purchased, let signedDate = record.signed?.signedDate else { return }
            try store.checkout(for: account, database).finish(
                FinishedTransaction(identifier: record.transactionIdentifier, signedDate: signedDate),
                database)
        }
    }

    /// `PUT /v1/transactions/{originalTransactionId}/appAccountToken` with `{"appAccountToken": UUID}`. As
    /// Apple says, a subscription's token is that of its current period and of the renewals to come. Past
    /// periods keep theirs.
    package func setAppAccountToken(
        of identifier: String, body: [UInt8], in environment: StoreEnvironment
    ) async throws(ServerAPIError) {
        let body = try RequestBody(body)
        guard let token = body.text("appAccountToken").flatMap(UUID.init(uuidString:)) else {
            throw .invalidAppAccountTokenUUID
        }
        try await writeCaughtUp(
            aboutPurchase: identifier, in: environment, missing: .originalTransactionIdentifierNotFound
        ) { record, _, database in
            var record = record
            guard record.isOriginal else { throw ServerAPIError.notOriginalTransactionIdentifier }
            guard !record.isSharingOver else { throw ServerAPIError.familyTransactionNotSupported }
            if record.period != nil {
                let subscription = try store.subscription(of: record.transactionIdentifier, database)
                record =
                    try store.purchaseTable.find(number: subscription.transaction, database) ?? record
            }
            record.appAccountToken = token.uuidString.lowercased()
            try store.purchaseTable.update(record, database)
            try store.countOtherChange(of: record.account, database)
        }
    }
}

private struct OrderLookup: Encodable {
    let status: Int
    let signedTransactions: [String]?
}

extension AppStore {
    /// The signed app transaction of a customer, who has downloaded the application: Apple's
    /// `JWSAppTransactionDecodedPayload`. The version and the date of the first download are the sandbox's
    /// constant values, in production too, because nothing is downloaded from this store.
    func signedAppTransaction(of customer: Account, created: Timestamp) throws -> String {
        let json = JSONWriter.object { writer in
            writer.field("receiptType", customer.environment.rawValue)
            writer.field("bundleId", application.bundleIdentifier.rawValue)
            writer.field("appAppleId", application.number(in: customer.environment))
            writer.field("applicationVersion", application.version)
            writer.field("originalApplicationVersion", "1.0")
            writer.field("receiptCreationDate", created)
            writer.field("originalPurchaseDate", AppReceipt.firstDownload)
            writer.field("appTransactionId", customer.appTransactionIdentifier)
            writer.field("originalPlatform", "iOS")
            writer.field("storeType", "CONSUMER")
        }
        return try signer.sign(json: json)
    }
}
