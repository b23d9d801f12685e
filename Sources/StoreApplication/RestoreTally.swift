internal import StoreModel

/// What a restore has come to so far.
struct RestoreTally {
    /// Purchases that are owned now.
    var restored = 0
    /// Transactions without a proof that counts here.
    var rejected = 0
    /// Why what came could not be recorded, if it could not.
    var trouble: StoreError?
}
