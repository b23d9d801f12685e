internal import StoreModel
internal import StorefrontMessages
internal import StorefrontStrings

/// Everything the screens know. What can be worked out from the rest is worked out, not kept.
struct StorefrontState: Hashable, Sendable {
    /// Which screen is open.
    enum Place: Hashable, Sendable {
        case store, settings, transactions, subscriptions, photo, reader
    }

    // What the bus said.
    /// As it opened, with the account that is signed in since.
    var store: StoreOpened?
    var settings: StorefrontSettings?
    var isNetworkUp = true
    var catalogue = ProductList()
    var balance: Int?
    /// What the account has, for good or by a subscription.
    var ownedProducts: Set<ProductIdentifier> = []
    /// When the period ends that was paid, by the store's signature.
    var subscribedUntil: [ProductIdentifier: Timestamp] = [:]
    /// Nil before the list has come.
    var subscriptions: SubscriptionsListed?
    /// How many purchases the restore that is under way has brought; nil while there is none.
    var restored: Int?
    /// In the order in which they came.
    var inFlight: [InFlightTransaction] = []
    /// Payments to confirm, the oldest first.
    var sheets: [ConfirmationRequested] = []
    /// The question who buys, with what was typed so far.
    var signIn: SignInSheet?
    var notices: [Notice] = []
    /// What the content server has, in its order.
    var hosted: [HostedProduct] = []
    var downloads: [ProductIdentifier: Download] = [:]
    /// What is being read.
    var book: OpenBook?
    /// The part of the list that lies around the selected transaction. Nil before it has come.
    var transactions: TransactionsListed?
    /// The part that was asked for, until it comes.
    var awaitedTransactions: AwaitedTransactions?
    /// The filters that are on.
    var filters: Set<PhotoFilter> = []
    /// The filter that somebody has asked to switch, until it is known what is on.
    var switching: PhotoFilter?
    /// Nil before somebody wanted to see it.
    var picture: Picture?
    /// Oldest first.
    var log: [LogEntry] = []

    // What the person did.
    var place = Place.store
    /// Which row of the store is selected: a product, or after the last product the restore button and the feed button.
    var selectedRow = 0
    var quantities: [ProductIdentifier: Int] = [:]
    var settingsRow = SettingsRow.payments
    /// Settings that were asked for and are not in force yet: the next change builds on them.
    var requestedSettings: StorefrontSettings?
    /// Nil for the newest, whichever that is.
    var selectedTransaction: IdempotencyKey?
    /// Nil for the first.
    var selectedSubscription: TransactionIdentifier?
    /// Nil for the first that is possible.
    var selectedAction: SubscriptionAction?
    var photoButton = PhotoButton.greyscale
    var isHelpOpen = false
    var isQuitAsked = false
    /// Products for which a payment was asked for, and neither its sheet nor what became of it has come.
    var adding: Set<ProductIdentifier> = []
    /// While the sheet is switched off: until when an Enter counts as the same press of the key.
    var heldEnterUntil: ContinuousClock.Instant?
    /// When there was a sign of somebody, where somebody who is not there is sent home.
    var lastInput: ContinuousClock.Instant
    var exit: StorefrontScreen.Exit?

    // What passes.
    var now: ContinuousClock.Instant
    var status: StatusMessage?
    var reaction: Reaction?
    var shown: ShownLayer
    /// The window at the last drawing, nil before it.
    var size: Size?

    let language: Language
    let keymap: Keymap
    var strings: any Strings { language.strings }

    /// After how long without a key the screen goes away; nil for never.
    var idleLimit: Duration?

    init(now: ContinuousClock.Instant, language: Language = .english, idleLimit: Duration? = nil) {
        self.language = language
        keymap = Keymap(language)
        self.now = now
        self.idleLimit = idleLimit
        lastInput = now
        shown = ShownLayer(since: now)
    }
}
