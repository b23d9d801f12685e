package import StoreModel

/// Prices arrived (A6).
package struct ProductsFetched: Hashable, Sendable {
    /// The products by identifier.
    package let products: [ProductIdentifier: Product]
    /// Identifiers that the store does not know.
    package let invalidProductIdentifiers: [ProductIdentifier]

    /// The store's answer to a products request.
    package init(products: [ProductIdentifier: Product], invalidProductIdentifiers: [ProductIdentifier]) {
        self.products = products
        self.invalidProductIdentifiers = invalidProductIdentifiers
    }
}

/// A products request failed (A6).
package struct RequestFailed: Hashable, Sendable {
    /// Why.
    package let error: StoreError

    /// A request that failed with `error`.
    package init(error: StoreError) { self.error = error }
}

/// The hosted products are known, or others than before. They are sold behind those that the application sells by itself.
package struct HostedProductsListed: Hashable, Sendable {
    /// The products, in the order of the content server.
    package let products: [HostedProduct]

    /// The content server's list.
    package init(products: [HostedProduct]) { self.products = products }
}

/// What is owned is known, or changed: posted at the start, after each purchase, restore and refund that changes it, and when
/// a subscription runs out.
package struct EntitlementsChanged: Hashable, Sendable {
    /// The products that were bought for good, or are subscribed to, and were not given back.
    package let ownedProducts: Set<ProductIdentifier>
    /// When the period ends that was paid, for those of them that are subscribed to.
    package let subscribedUntil: [ProductIdentifier: Timestamp]

    /// What is owned now.
    package init(ownedProducts: Set<ProductIdentifier>, subscribedUntil: [ProductIdentifier: Timestamp] = [:]) {
        self.ownedProducts = ownedProducts
        self.subscribedUntil = subscribedUntil
    }
}

/// A restore began, or has got so far.
package struct RestoreProgressed: Hashable, Sendable {
    /// How many purchases have been restored so far.
    package let restored: Int

    /// A restore under way.
    package init(restored: Int) { self.restored = restored }
}

/// A restore worked. Consumables are never in it: they are used up where they were bought.
package struct RestoreFinished: Hashable, Sendable {
    /// How many purchases were restored, also those that were here before; 0 where there is nothing to restore.
    package let restored: Int
    /// How many came without a proof that counts here, and were left out.
    package let rejected: Int

    /// The end of a restore.
    package init(restored: Int, rejected: Int = 0) {
        self.restored = restored
        self.rejected = rejected
    }
}

/// A restore failed. What had come before stays.
package struct RestoreFailed: Hashable, Sendable {
    /// Why.
    package let error: StoreError
    /// How many purchases were restored before.
    package let restored: Int

    /// A restore that failed with `error`.
    package init(error: StoreError, restored: Int) {
        self.error = error
        self.restored = restored
    }
}

/// The account's subscriptions, the oldest first.
package struct SubscriptionsListed: Hashable, Sendable {
    /// Where each stands.
    package let subscriptions: [SubscriptionSummary]
    /// Whether the store said so. Where it did not answer, this is what its signatures on this device say: what was paid, until
    /// when, and whether that is over; nothing is known of renewals, and nothing can be done.
    package let isFromStore: Bool
    /// Whether it answers a request; otherwise something has changed by itself.
    package let isAnswer: Bool

    /// The list.
    package init(subscriptions: [SubscriptionSummary], isFromStore: Bool = true, isAnswer: Bool = true) {
        self.subscriptions = subscriptions
        self.isFromStore = isFromStore
        self.isAnswer = isAnswer
    }
}
