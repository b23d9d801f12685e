// What goes over the bus about restoring, and about what is owned. As with all notifications, a request is what the user
// wants and a fact is what happened.

/// The user wants back what the account owns. `RestoreProgressed` follows, and then exactly one of `RestoreFinished` and
/// `RestoreFailed`; while a restore is under way, another request changes nothing.
package struct RestoreRequested: Hashable, Sendable {
    /// A wish to restore.
    package init() {}
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
