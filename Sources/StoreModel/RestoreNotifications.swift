// What goes over the bus about restoring, and about what is owned. As with all notifications, a request is what the user
// wants and a fact is what happened.

/// The user wants back what the account owns. `RestoreProgressed` follows, and then exactly one of `RestoreFinished` and
/// `RestoreFailed`; while a restore is under way, another request changes nothing.
public struct RestoreRequested: Hashable, Sendable {
    /// A wish to restore.
    public init() {}
}

/// A restore began, or has got so far.
public struct RestoreProgressed: Hashable, Sendable {
    /// How many purchases have been restored so far.
    public let restored: Int

    /// A restore under way.
    public init(restored: Int) { self.restored = restored }
}

/// A restore worked. Consumables are never in it: they are used up where they were bought.
public struct RestoreFinished: Hashable, Sendable {
    /// How many purchases were restored, also those that were here before; 0 where there is nothing to restore.
    public let restored: Int
    /// How many came without a proof that counts here, and were left out.
    public let rejected: Int

    /// The end of a restore.
    public init(restored: Int, rejected: Int = 0) {
        self.restored = restored
        self.rejected = rejected
    }
}

/// A restore failed. What had come before stays.
public struct RestoreFailed: Hashable, Sendable {
    /// Why.
    public let error: StoreError
    /// How many purchases were restored before.
    public let restored: Int

    /// A restore that failed with `error`.
    public init(error: StoreError, restored: Int) {
        self.error = error
        self.restored = restored
    }
}

/// What is owned is known, or changed: posted at the start, after each purchase, restore and refund that changes it, and when
/// a subscription runs out.
public struct EntitlementsChanged: Hashable, Sendable {
    /// The products that were bought for good, or are subscribed to, and were not given back.
    public let ownedProducts: Set<ProductIdentifier>
    /// When the period ends that was paid, for those of them that are subscribed to.
    public let subscribedUntil: [ProductIdentifier: Timestamp]

    /// What is owned now.
    public init(ownedProducts: Set<ProductIdentifier>, subscribedUntil: [ProductIdentifier: Timestamp] = [:]) {
        self.ownedProducts = ownedProducts
        self.subscribedUntil = subscribedUntil
    }
}
