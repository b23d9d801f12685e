package import StoreModel

/// What the record says of subscriptions.
extension Entitlements {
    /// Records what the store says about the periods of subscriptions that are in the record; others come by a purchase or a
    /// restore.
    ///
    /// - Returns: whether anything was new.
    package func follow(_ signed: [SignedTransaction]) throws(EntitlementError) -> Bool {
        let known = Set(try latestPeriods().map(\.originalTransactionIdentifier))
        let news = signed.compactMap { signed in (try? verifier.verify(signed)).map { Entitlement($0, signed) } }
        return try record(news.filter { known.contains($0.originalTransactionIdentifier) }) != nil
    }

    /// Where the subscriptions stand by their signatures alone, the oldest first.
    package func knownSubscriptions() throws(EntitlementError) -> [SubscriptionSummary] {
        let now = time.now()
        return try latestPeriods().map { period in
            let payload = try? verifier.verify(period.signedTransaction)
            return SubscriptionSummary(
                originalTransactionIdentifier: period.originalTransactionIdentifier,
                group: payload?.subscriptionGroupIdentifier ?? "", productIdentifier: period.productIdentifier,
                renewalProductIdentifier: period.productIdentifier,
                status: period.revocationDate != nil ? .revoked : period.isInForce(at: now) ? .active : .expired,
                expires: period.expiresDate ?? period.purchaseDate, gracePeriodExpires: nil, isAutoRenewing: false,
                actions: [], signedTransaction: period.signedTransaction)
        }
    }
}
