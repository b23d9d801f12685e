internal import StoreEvents
internal import StoreModel

/// The state of `StorefrontScreen` or `PlainStorefront`. Events and input change
/// it; what follows from it is computed.
struct StorefrontState: Hashable, Sendable {
    /// Which screen is open.
    enum Place: Hashable, Sendable {
        case store, settings, transactions, inspector, subscriptions, photo, reader
    }

    // From the events.
    /// As it opened; with the account that has signed in since.
    var store: StoreOpened?
    var settings: StorefrontSettings?
    var isNetworkUp = true
    /// What the store sells, in the order of the screen; nil until it says so.
    var listed: [ProductIdentifier]?
    var catalogue = ProductList()
    var balance: Int?
    /// How many uses wait for the store.
    var usesWaiting = 0
    /// The products that the account owns or is subscribed to.
    var ownedProducts: Set<ProductIdentifier> = []
    var subscribedUntil: [ProductIdentifier: Timestamp] = [:]
    /// How many pieces there are to use of products that are bought again and again.
    var piecesLeft: [ProductIdentifier: Int] = [:]
    /// Nil before the list comes.
    var subscriptions: SubscriptionsListed?
    /// How many purchases the current restore has brought back; nil if no restore is under way.
    var restored: Int?
    /// In the order of their first events.
    var inFlight: [InFlightTransaction] = []
    /// Payments to confirm, the oldest first.
    var sheets: [ConfirmationRequested] = []
    var signIn: SignInSheet?
    var notices: [Notice] = []
    /// The products of the content server, in its order.
    var hosted: [HostedProduct] = []
    var downloads: [ProductIdentifier: Download] = [:]
    var book: OpenBook?
    /// The page around the selected transaction; nil before it comes.
    var transactions: TransactionsListed?
    /// The requested page, until it comes.
    var awaitedTransactions: AwaitedTransactions?
    /// Nil if no transaction is inspected.
    var inspector: Inspector?
    var filters: Set<PhotoFilter> = []
    /// The filter of the last command to switch one, until `filtersChanged`.
    var switching: PhotoFilter?
    /// Nil until the photo screen is opened.
    var picture: Picture?
    /// Oldest first.
    var log: [LogEntry] = []
    /// Nil before the first purchase.
    var lastPurchase: PurchaseChain?

    // From the person.
    var place = Place.store
    /// The selected row of the store: a product, or behind the last product the
    /// restore button or the feed button.
    var selectedRow = 0
    var quantities: [ProductIdentifier: Int] = [:]
    var settingsRow = SettingsRow.payments
    /// Requested settings that are not in force yet: the next change builds on them.
    var requestedSettings: StorefrontSettings?
    /// Nil for the newest.
    var selectedTransaction: IdempotencyKey?
    /// Nil for the first.
    var selectedSubscription: TransactionIdentifier?
    /// Nil for the first possible one.
    var selectedAction: SubscriptionAction?
    /// The filter of the selected button; nil for the one that clears them all.
    var photoButton: PhotoFilter? = .greyscale
    var isHelpOpen = false
    var areMessagesOpen = false
    var question: Question?
    /// The line in which somebody types a command or what to find.
    var prompt: Prompt?
    /// The typed commands, the newest last.
    var history: [String] = []
    /// What is being looked for.
    var search: Search?
    /// Products with a purchase command that has neither a sheet nor a result yet.
    var adding: Set<ProductIdentifier> = []
    /// Where purchases need no sheet: until when Enter counts as a repetition of the same key press.
    var heldEnterUntil: ContinuousClock.Instant?
    /// When the last key was pressed; kept only if there is an idle limit.
    var lastInput: ContinuousClock.Instant
    var exit: StorefrontScreen.Exit?

    // From the clock and the window.
    var now: ContinuousClock.Instant
    var status: StatusMessage?
    /// The last ones, the newest last.
    var messages: [StatusMessage] = []
    /// The last line of an SSH server's host; what follows from the person's keys covers it.
    var hostLine: StatusMessage?
    var reaction: Reaction?
    var shown: ShownLayer
    /// The window's size when it was last drawn.
    var size: Size?
    var terminal = TerminalFeatures()
    /// Whether the window has the focus; nil as long as the terminal says nothing of it.
    var hasFocus: Bool?
    /// What the terminal has not been asked for yet.
    var effects: [TerminalEffect] = []

    let language: Language
    let keymap: Keymap
    var strings: Strings { language.strings }

    /// The time without a key after which the screen closes; nil for never.
    var idleLimit: Duration?
    /// Seconds east of UTC, for the times in sentences.
    let secondsFromUTC: Int

    init(
        now: ContinuousClock.Instant, language: Language = .english, idleLimit: Duration? = nil,
        secondsFromUTC: Int = 0
    ) {
        self.secondsFromUTC = secondsFromUTC
        self.language = language
        keymap = Keymap(language)
        self.now = now
        self.idleLimit = idleLimit
        lastInput = now
        shown = ShownLayer()
    }
}
