internal import GRDB
package import StoreEvents
package import StoreModel
internal import Synchronization

/// A purchase of something that is owned: for good, or for the paid period.
package struct AccountPurchase: Hashable, Sendable {
    package let transactionIdentifier: TransactionIdentifier
    /// The number of the first purchase. It only differs if the product was bought again, and for renewals.
    package let originalTransactionIdentifier: TransactionIdentifier
    package let productIdentifier: ProductIdentifier
    package let subscriptionGroup: String?
    package let purchaseDate: Timestamp
    /// When the paid period ends; subscriptions only.
    package let expiresDate: Timestamp?
    package let revocationDate: Timestamp?
    package let signedTransaction: SignedTransaction

    init(_ payload: TransactionPayload, _ signed: SignedTransaction) {
        transactionIdentifier = payload.transactionId
        originalTransactionIdentifier = payload.originalTransactionId
        productIdentifier = payload.productId
        subscriptionGroup = payload.subscriptionGroupIdentifier
        purchaseDate = payload.purchaseDate
        expiresDate = payload.expiresDate
        revocationDate = payload.revocationDate
        signedTransaction = signed
    }

    /// Whether it may be used: it was not refunded, and its paid period is not over at `now`, a time on the
    /// store's clock. A grace period is in no signed transaction, so it does not count.
    package func isInForce(at now: Timestamp) -> Bool {
        revocationDate == nil && expiresDate.map { now < $0 } ?? true
    }
}

/// What the account has besides credits, as one value. A paid period runs out at the date that the store
/// signed with it; nobody is asked. So a subscription in its grace period is not owned here, although the list
/// of `SubscriptionManager`, which asks the store, says that it may be used.
package struct AccountNumbers: Hashable, Sendable {
    /// The pieces left of products that are bought again and again, if there are any,
    /// except for monkey credits.
    package let pieces: [ProductIdentifier: Int]
    /// What was bought for good, in the order of purchase, including refunded purchases.
    package let boughtForGood: [AccountPurchase]
    /// The latest period of each subscription, oldest first. It may have run out, or have been refunded. If
    /// it was charged twice, this is the charge that was not refunded.
    package let latestPeriods: [AccountPurchase]

    /// The purchase that makes a product owned; nil if it is not owned.
    package func purchase(of product: ProductIdentifier, at now: Timestamp) -> AccountPurchase? {
        func isIt(_ purchase: AccountPurchase) -> Bool {
            purchase.productIdentifier == product && purchase.isInForce(at: now)
        }
        return boughtForGood.first(where: isIt) ?? latestPeriods.last(where: isIt)
    }

    /// The event for the bus: what is owned, and until when.
    package func owned(at now: Timestamp) -> EntitlementsChanged {
        let periods = latestPeriods.filter { $0.isInForce(at: now) }
        let forGood = boughtForGood.filter { $0.isInForce(at: now) }
        return EntitlementsChanged(
            ownedProducts: Set((forGood + periods).map(\.productIdentifier)),
            subscribedUntil: Dictionary(
                periods.map { ($0.productIdentifier, $0.expiresDate ?? now) }, uniquingKeysWith: max),
            piecesLeft: pieces)
    }

    /// The state of the subscriptions as far as their signed transactions tell, oldest first.
    package func knownSubscriptions(at now: Timestamp) -> [SubscriptionSummary] {
        latestPeriods.map { period in
            SubscriptionSummary(
                originalTransactionIdentifier: period.originalTransactionIdentifier,
                group: period.subscriptionGroup ?? "", productIdentifier: period.productIdentifier,
                renewalProductIdentifier: period.productIdentifier,
                status: period.revocationDate != nil
                    ? .revoked : period.isInForce(at: now) ? .active : .expired,
                expires: period.expiresDate ?? period.purchaseDate, gracePeriodExpires: nil,
                isAutoRenewing: false,
                actions: [], signedTransaction: period.signedTransaction)
        }
    }
}

extension AccountReplica {
    /// The credits that can be used. They are below zero after the refund of credits that were used. The cost
    /// does not depend on how much was bought.
    package func credits() throws(ReplicaError) -> Int { try available(nil) }

    /// The pieces of a product that can be used; for nil, the credits.
    package func available(_ product: ProductIdentifier?) throws(ReplicaError) -> Int {
        try reading { $1[product].available }
    }

    /// The credits that are known to be used, but by uses that are not here any more: the high-water mark has
    /// said how many. They are deducted from the balance.
    package func creditsOfMissingUses() throws(ReplicaError) -> Int { try reading { $1[nil].missing } }

    /// Everything that the account has besides credits. The cost grows with the number of
    /// permanent products and subscriptions.
    package func numbers() throws(ReplicaError) -> AccountNumbers {
        try reading { database, sums in
            let pieces = sums.products.map { ($0, sums[$0].available) }.filter { $0.1 > 0 }
            let numbers = AccountNumbers(
                pieces: Dictionary(uniqueKeysWithValues: pieces),
                boughtForGood: try purchases(
                    database,
                    sql: "SELECT number FROM replica_purchase WHERE kind = 'Non-Consumable'"),
                // This takes one step of the index for each subscription, however many periods it has.
                latestPeriods: try purchases(
                    database,
                    sql: """
                        WITH RECURSIVE subscription (original) AS (
                            SELECT min(original) FROM replica_purchase WHERE kind = 'Auto-Renewable Subscription'
                            UNION ALL
                            SELECT (SELECT min(original) FROM replica_purchase
                                    WHERE kind = 'Auto-Renewable Subscription' AND original > subscription.original)
                            FROM subscription WHERE original IS NOT NULL)
                        SELECT (SELECT number FROM replica_purchase
                                WHERE kind = 'Auto-Renewable Subscription' AND original = subscription.original
                                ORDER BY period DESC, isPaid DESC, number DESC LIMIT 1)
                        FROM subscription WHERE original IS NOT NULL
                        """))
            forgetVerified(except: numbers)
            return numbers
        }
    }

    /// Forgets what later versions and periods have replaced, if there is any of it.
    private func forgetVerified(except numbers: AccountNumbers) {
        verified.withLock { verified in
            guard verified.count > numbers.boughtForGood.count + numbers.latestPeriods.count else { return }
            verified = Dictionary(
                (numbers.boughtForGood + numbers.latestPeriods).map { ($0.signedTransaction, $0) },
                uniquingKeysWith: { $1 })
        }
    }

    /// What is owned now, for the bus.
    package func owned() throws(ReplicaError) -> EntitlementsChanged { try numbers().owned(at: time.now()) }

    /// Purchases by their numbers, oldest first. What the store did not sign is left out.
    private func purchases(_ database: Database, sql: String) throws -> [AccountPurchase] {
        try String.fetchAll(
            database.cachedStatement(
                sql: "SELECT \(SignedHeaders.wholeTransaction) FROM replica_purchase WHERE number IN (\(sql))"
            )
        ).compactMap { text in
            let signed = SignedTransaction(rawValue: text)
            if let known = verified.withLock({ $0[signed] }) { return known }
            guard let payload = try? verifier.verify(signed) else { return nil }
            let purchase = AccountPurchase(payload, signed)
            verified.withLock { $0[signed] = purchase }
            return purchase
        }.sorted {
            ($0.purchaseDate, $0.transactionIdentifier.number ?? 0) < (
                $1.purchaseDate, $1.transactionIdentifier.number ?? 0
            )
        }
    }

    // MARK: Uses

    /// Asks for a use: writes it down, to be sent. Its amount is deducted until the store has confirmed or
    /// refused it.
    ///
    /// - Parameters:
    ///   - product: the product whose pieces are used; nil for credits.
    ///   - id: its identifier; nil for a new one.
    /// - Throws: `ReplicaError.notEnough` if there is less, or the amount is outside `Use.amounts`.
    @discardableResult
    package func ask(
        for amount: Int, of product: ProductIdentifier? = nil, as id: UseIdentifier? = nil
    ) throws(ReplicaError) -> Use {
        let now = time.now()
        let use = Use(id: id ?? .random(at: now), of: product, amount: amount, date: now)
        try write { try $0.ask(use) }
        return use
    }

    /// Takes the store's confirmation of a use. It counts once, and for ever.
    ///
    /// - Throws: `ReplicaError.storage`.
    package func confirm(_ use: Use) throws(ReplicaError) {
        try write { try $0.merge(use, to: .beyond) }
    }

    /// Removes a use because the store does not have that much.
    package func refuse(_ id: UseIdentifier) throws(ReplicaError) { try write { try $0.refuse(id) } }

    /// Whether a use that was asked for here is confirmed; nil if the store refused it.
    package func isConfirmed(_ id: UseIdentifier) throws(ReplicaError) -> Bool? {
        try reading { database, _ in
            try Bool.fetchOne(
                database.cachedStatement(sql: "SELECT isConfirmed FROM replica_use WHERE id = ?"),
                arguments: [id.rawValue])
        }
    }

    /// The uses that the store has neither confirmed nor refused, oldest first.
    package func waitingUses() throws(ReplicaError) -> [Use] {
        try reading { database, _ in
            try Row.fetchAll(
                database.cachedStatement(sql: "SELECT * FROM replica_use WHERE isConfirmed = 0 ORDER BY id")
            )
            .compactMap(Use.init)
        }
    }
}
