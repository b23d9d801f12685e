internal import StoreEvents
internal import StoreModel

/// The state of `StorefrontScreen` or `PlainStorefront`. Events and input change it, and everything else is
/// computed from it.
struct StorefrontState: Hashable, Sendable {
    /// Which screen is open.
    enum Place: Hashable, Sendable {
        case store, settings, transactions, inspector, subscriptions, photo, reader
    }

    /// A text that somebody has opened on top of a screen.
    enum OpenText: Hashable, Sendable {
        /// The help: the keys, or the commands that can be typed.
        case keys, commands
        /// The last messages of the status line.
        case messages
    }

    // From the events.
    /// The store as it opened, with the account that has signed in since.
    var store: StoreOpened?
    var settings: StorefrontSettings?
    var isNetworkUp = true
    /// What the store sells, in the order of the screen; nil until the store says so.
    var sold: [ProductIdentifier]?
    var catalogue = ProductList()
    var account = AccountState()
    /// In the order in which their first events came.
    var inFlight: [InFlightTransaction] = []
    /// Payments to confirm, oldest first.
    var sheets: [ConfirmationRequested] = []
    var signIn: SignInSheet?
    /// The store's name for people, as the store or the last request to sign in had it; nil before.
    var storeName: String?
    /// Whether the store no longer knows who is signed in here, until the next sign-in.
    var isForgotten = false
    var notices: [Notice] = []
    /// The products of the content server, in its order.
    var hosted: [HostedProduct] = []
    var book: OpenBook?
    /// Nil if no transaction is inspected.
    var inspector: Inspector?
    /// Nil until the photo screen is opened.
    var picture: Picture?
    /// Oldest first.
    var log: [LogEntry] = []
    /// Nil until the first purchase.
    var lastPurchase: PurchaseChain?

    // From the person.
    var place = Place.store
    /// The selected row of the store: a product, or after the last product the restore button or the
    /// feed button.
    var selectedRow = 0
    var quantities: [ProductIdentifier: Int] = [:]
    var settingsRow = SettingsRow.payments
    /// Requested settings that are not in force yet. The next change builds on them.
    var requestedSettings: StorefrontSettings?
    /// Nil for the first subscription.
    var selectedSubscription: TransactionIdentifier?
    /// Nil for the first possible action. If this one is no longer possible, nothing is selected.
    var selectedAction: SubscriptionAction?
    /// The filter of the selected button; nil for the button that clears all filters.
    var photoButton: PhotoFilter? = .greyscale
    var openText: OpenText?
    var question: Question?
    /// The line in which somebody types a command, or a text to find.
    var prompt: Prompt?
    /// The typed commands, newest last.
    var history: [String] = []
    /// The text that is being looked for.
    var search: Search?
    /// Products for which a purchase command has led to neither a sheet nor a result yet.
    var adding: Set<ProductIdentifier> = []
    /// The action on a transaction or subscription that a key has sent, until its answer comes.
    var sentAction: StorefrontCommand?
    /// If purchases need no sheet: until when Enter counts as a repetition of the same key press.
    var heldEnterUntil: ContinuousClock.Instant?
    /// When somebody last pressed a key, clicked, pasted or turned the wheel. Kept only if there is an idle
    /// limit.
    var lastInput: ContinuousClock.Instant
    var exit: StorefrontScreen.Exit?

    // From the clock and the window.
    var now: ContinuousClock.Instant
    var status: StatusMessage?
    /// The last messages, newest last.
    var messages: [StatusMessage] = []
    /// The last message from an SSH server's host. A message that follows from the person's keys covers it.
    var hostLine: StatusMessage?
    var reaction: Reaction?
    var shown: ShownLayer
    /// The window's size when it was last drawn.
    var size: Size?
    var terminal = TerminalFeatures()
    /// Whether the window has the focus; nil if the terminal has said nothing about it.
    var hasFocus: Bool?
    /// What the terminal has not been asked to do yet.
    var effects: [TerminalEffect] = []

    // From the program.
    /// Apart from the depth of colours, they stay as they are.
    var options: ScreenOptions
    let keymap: Keymap
    var strings: Strings { options.language.strings.shown(in: options.glyphs) }

    init(now: ContinuousClock.Instant, options: ScreenOptions = ScreenOptions()) {
        self.options = options
        keymap = Keymap(options.language)
        self.now = now
        lastInput = now
        shown = ShownLayer()
    }
}
