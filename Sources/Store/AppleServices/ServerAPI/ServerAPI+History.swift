package import StoreModel
internal import StoreRules

/// Answers the server's `ServerAPIRoutes` with a customer's transactions and refunds, in pages.
extension ServerAPI {
    static let pageSize = 20
    private static let mostOldRefunds = 50

    /// `GET /v2/history/{any}`: everything that was bought. If a purchase is refunded meanwhile, it comes
    /// again at the end of the ascending order. In descending order, pages show what was there when the first
    /// one was asked for.
    package func history(
        of identifier: String, query items: [ServerAPIQueryItem], in environment: StoreEnvironment
    ) throws(ServerAPIError) -> [UInt8] {
        try history(of: identifier, HistoryQuery(items, version: .v2), in: environment)
    }

    /// `GET /v1/history/{any}`: the older address, which omits finished consumables.
    package func oldHistory(
        of identifier: String, query items: [ServerAPIQueryItem], in environment: StoreEnvironment
    ) throws(ServerAPIError) -> [UInt8] {
        try history(of: identifier, HistoryQuery(items, version: .v1), in: environment)
    }

    /// `GET /v2/refund/lookup/{any}`: what was refunded, in the order of the refunds.
    package func refunds(
        of identifier: String, query items: [ServerAPIQueryItem], in environment: StoreEnvironment
    ) throws(ServerAPIError) -> [UInt8] {
        let revision = items.last { $0.name == "revision" }?.value
        return try read(about: identifier, in: environment) { customer, database in
            let page = try page(
                of: customer, after: revision, question: "refunds", descending: false,
                where: \.isRefunded, database)
            return try SentJSON.encode(page)
        }
    }

    /// `GET /v1/refund/lookup/{originalTransactionId}`: the older address, which has no pages, and only the
    /// latest refunds. Any transaction of the customer will do, as at the newer address.
    package func oldRefunds(
        of identifier: String, in environment: StoreEnvironment
    ) throws(ServerAPIError) -> [UInt8] {
        do throws(ServerAPIError) {
            return try read(about: identifier, in: environment) { customer, database in
                let now = try store.date(of: customer.identifier, database)
                let latest = try store.purchaseTable.history(
                    of: customer.identifier, after: nil, descending: true, limit: Self.mostOldRefunds,
                    where: \.isRefunded, database)
                let signed = try latest.reversed().map { try store.freshlySigned($0, now: now) }
                return try SentJSON.encode(["signedTransactions": signed])
            }
        } catch {
            switch error {
            case .invalidTransactionIdentifier: throw .invalidOriginalTransactionIdentifier
            case .transactionIdentifierNotFound: throw .originalTransactionIdentifierNotFound
            default: throw error
            }
        }
    }

    private func history(
        of identifier: String, _ query: HistoryQuery, in environment: StoreEnvironment
    ) throws(ServerAPIError) -> [UInt8] {
        try read(about: identifier, in: environment) { customer, database in
            var page = try page(
                of: customer, after: query.revision, question: query.fingerprint,
                descending: query.isDescending,
                where: query.matches, database)
            page.environment = environment
            page.bundleId = store.application.bundleIdentifier.rawValue
            page.appAppleId = store.application.number(in: environment)
            return try SentJSON.encode(page)
        }
    }

    private func page(
        of customer: Account, after revision: String?, question: String, descending: Bool,
        where isWanted: (PurchaseRecord) -> Bool, _ database: any StoreTransaction
    ) throws -> TransactionPage {
        let last = try revision.map { text in
            try HistoryRevision(text, account: customer, question: question).mark
        }
        // If an earlier copy of the database was put back, the client gets everything again.
        let isKnown = try last.map { try AccountChangeTable.has($0, of: customer.identifier, database) }
        let start = isKnown == true ? last?.revision : nil
        // One more than fits shows whether there is another page.
        let found = try store.purchaseTable.history(
            of: customer.identifier, after: start, descending: descending, limit: Self.pageSize + 1,
            where: isWanted,
            database)
        let records = found.prefix(Self.pageSize)
        let end = try AccountChangeTable.mark(
            after: records.last?.history?.revision ?? start ?? 0, of: customer.identifier, database)
        let now = try store.date(of: customer.identifier, database)
        return TransactionPage(
            revision: HistoryRevision(after: end, account: customer, question: question).text,
            hasMore: found.count > records.count,
            signedTransactions: try records.map { try store.freshlySigned($0, now: now) })
    }
}

extension PurchaseRecord {
    /// Whether the money went back.
    fileprivate var isRefunded: Bool { status == .revoked && !isSharingOver }
}

private struct TransactionPage: Encodable {
    let revision: String
    let hasMore: Bool
    let signedTransactions: [String]
    // A page of refunds does not say these.
    var environment: StoreEnvironment?
    var bundleId: String?
    var appAppleId: Int64?
}
