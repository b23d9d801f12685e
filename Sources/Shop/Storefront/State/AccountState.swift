internal import StoreEvents
internal import StoreModel

/// What the screen knows of the account that is open. `StorefrontState` holds it, and forgets it as a whole
/// when a store opens. At a sign-out it forgets all but the balance.
struct AccountState: Hashable, Sendable {
    var balance: Int?
    /// How many uses wait for the store.
    var usesWaiting = 0
    /// The products that the account owns or is subscribed to.
    var ownedProducts: Set<ProductIdentifier> = []
    var subscribedUntil: [ProductIdentifier: Timestamp] = [:]
    /// How many pieces are left of products that are bought again and again.
    var piecesLeft: [ProductIdentifier: Int] = [:]
    /// Nil until the list comes.
    var subscriptions: SubscriptionsListed?
    /// How many purchases the current restore has brought back; nil if no restore is in progress.
    var restored: Int?
    var downloads: [ProductIdentifier: Download] = [:]
    /// The page around the selected transaction; nil until it comes.
    var transactions: TransactionsListed?
    /// The requested page, until it arrives.
    var awaitedTransactions: AwaitedTransactions?
    /// Nil for the newest transaction.
    var selectedTransaction: IdempotencyKey?
    var filters: Set<PhotoFilter> = []
    /// The filter that the last command switches, until `filtersChanged`.
    var switching: PhotoFilter?
    /// Whether a scenario is played here, until `scenarioPlayed`. What it changes comes before that.
    var isPlayingScenario = false
}
