package import EventBus
package import StoreModel
internal import StorefrontMessages
internal import StorefrontStrings

/// The storefront in lines: for screen readers, for terminals that cannot move the cursor, and for scripts. It keeps the same
/// state by the same rules as the screen; what changes is said in sentences, each once.
///
/// It belongs to one thread, which reads and writes the lines.
package final class PlainStorefront {
    private let bus: EventBus
    private let options: ScreenOptions
    private let mailbox: MessageMailbox
    private var observations: [Observation] = []
    var state: StorefrontState
    /// The button that the password of the next line is for.
    var passwordIsFor: SignInSheet.Stop?
    /// A sign-out was asked for, and nobody has heard of it yet.
    var awaitsSignOut = false
    /// The list of transactions was asked for by hand, and is printed when it comes.
    private var awaitsTransactions = false
    /// The list of subscriptions was asked for by hand, or one of them was acted on; it is printed when it comes.
    private var awaitsSubscriptions = false
    /// A transaction was acted on; the list that follows says that it is done.
    private var awaitsAction = false
    /// The settings were changed by hand, and are printed when they are in force.
    private var awaitsSettings = false
    /// Filters were switched by hand, and those that are on are said when they are.
    private var awaitsFilters = false
    /// Payments that were confirmed and not heard of since.
    private var confirmed: Set<IdempotencyKey> = []
    /// A restore was asked for, and has not ended.
    private var awaitsRestore = false
    /// A banana was asked for, and the balance after it is not known.
    private var awaitsBalance = false

    /// Set when the person wants to leave, or there is nothing to show.
    package var exit: StorefrontScreen.Exit? { state.exit }

    /// Whether an answer is on its way that the next line may build on. Take the line when it has come: what a script writes
    /// in one go is then done step by step.
    package var isBusy: Bool {
        if state.exit != nil { return false }
        if let signIn = state.signIn { return signIn.isWaiting }
        if !state.sheets.isEmpty { return false }
        if state.store == nil || state.balance == nil && !state.isSignedOut { return true }
        if awaitsTransactions || awaitsAction || awaitsSettings || awaitsFilters { return true }
        if awaitsBalance || awaitsSignOut || awaitsRestore || awaitsSubscriptions { return true }
        if !confirmed.isEmpty { return true }
        if case .underway = state.catalogue.request { return true }
        return !state.adding.isEmpty || state.inFlight.contains { state.progress(of: $0.transaction) == .purchasing }
    }

    /// A storefront that does not observe yet. Of the options, the alphabet, the time zone and the language count.
    package init(bus: EventBus, options: ScreenOptions = ScreenOptions(), time: TimeSource = .system) {
        self.bus = bus
        self.options = options
        mailbox = MessageMailbox(time: time)
        state = StorefrontState(now: .now, language: options.language)
    }

    /// What to print first.
    package var greeting: [String] { clean([state.strings.title, state.strings.plainHint]) }

    /// What to print, without a line break, before a line is read.
    package var prompt: String {
        if readsPassword { return state.strings.plainPasswordPrompt }
        return state.sheets.isEmpty || state.signIn != nil ? "> " : state.strings.plainSheetPrompt
    }

    /// Whether the next line is a password: it is not to be seen while it is typed.
    package var readsPassword: Bool { passwordIsFor != nil }

    /// Starts observing the bus. `wake` is called, on any thread, when `advance` should be.
    package func appear(wake: @escaping @Sendable () -> Void) {
        observations = mailbox.observe(bus, wake: wake)
    }

    /// Stops observing: afterwards no observer is held.
    package func disappear() {
        for observation in observations { observation.cancel() }
        observations = []
    }

    /// Takes a typed line and returns what to print.
    package func take(line: String) -> [String] {
        var lines = advance()
        state.status = nil
        // A typed line is no key held down.
        state.heldEnterUntil = nil
        let (commands, answer) =
            passwordIsFor.map { take(password: line, for: $0) } ?? perform(PlainCommand(line))
        lines += clean(answer + spoken())
        for command in commands { bus.send(command) }
        return lines + advance()
    }

    /// Takes the messages that wait and returns what to print.
    package func advance() -> [String] {
        state.now = max(state.now, .now)
        var lines: [String] = []
        for item in mailbox.drain() {
            state.status = nil
            for command in state.receive(item.message, date: item.date) { bus.send(command) }
            if case .event(let event) = item.message { lines += clean(sentences(for: event)) }
            lines += clean(spoken())
            state.notices = []
        }
        return lines
    }

    private func perform(_ command: PlainCommand) -> (commands: [StorefrontCommand], lines: [String]) {
        let strings = state.strings
        switch command {
        case .buy(let number, let quantity):
            guard state.products.indices.contains(number - 1) else { return ([], [strings.plainNoProduct(number)]) }
            state.selectedRow = number - 1
            state.quantities[state.products[number - 1]] = quantity
            return (state.actInStore(.activate), [])
        case .signIn(let account, let isNew): return ([], signIn(account, isNew: isNew))
        case .signOut: return signOut()
        case .book(let action, let number): return take(action, number)
        case .answer(let isConfirmed) where state.signIn != nil: return answerSignIn(isConfirmed)
        case .answer(let isConfirmed):
            guard let sheet = state.sheets.first else { return ([], [strings.plainNothingToConfirm]) }
            if isConfirmed { confirmed.insert(sheet.key) }
            return (state.answerSheet(isConfirmed), [])
        case .feed:
            let commands = state.feed()
            awaitsBalance = !commands.isEmpty
            return (commands, [])
        case .restore:
            let commands = state.restore()
            awaitsRestore = !commands.isEmpty
            return (commands, [])
        case .balance: return ([], [strings.balance(state.balance)])
        case .products: return (state.actInStore(.retry), [])
        case .transactions:
            state.selectedTransaction = nil
            return (requestTransactions(.newest), [])
        case .olderTransactions:
            guard let next = state.nextTransaction else { return ([], [strings.plainNoOlder]) }
            state.selectedTransaction = next
            return (requestTransactions(.around(next)), [])
        case .act(let action, let number): return act(action, number)
        case .subscriptions:
            awaitsSubscriptions = true
            return ([.subscriptions], [])
        case .actOnSubscription(let action, let number): return act(action, number)
        case .settings: return ([], state.settingsLines)
        case .set(let name, let value): return set(name, value)
        case .filter(let name): return use(filter: name)
        case .filters: return ([], [strings.plainFilters(state.filters)])
        case .clearFilters:
            guard !state.filters.isEmpty else { return ([], [strings.plainFilters([])]) }
            awaitsFilters = true
            return ([.clearFilters], [])
        case .help: return ([], strings.plainHelp(hasAccounts: state.store?.hasAccounts == true))
        case .quit:
            state.exit = .quit
            return ([], state.inFlight.isEmpty ? [] : [strings.quitBody])
        case .badQuantity(let text): return ([], [strings.plainBadQuantity(text)])
        case .needsNumber(let word): return ([], [strings.plainNeedsNumber(word)])
        case .unknown(let line): return ([], [strings.plainUnknown(line)])
        case .nothing: return ([], [])
        }
    }

    private func take(_ action: PlainCommand.BookAction, _ number: Int) -> ([StorefrontCommand], [String]) {
        if action == .read, state.products.indices.contains(number - 1),
            state.products[number - 1] == BuiltInProducts.keepersLetter
        {
            return ([.book(BuiltInProducts.keepersLetter)], [])
        }
        guard state.products.indices.contains(number - 1), let download = state.download(of: state.products[number - 1])
        else { return ([], [state.strings.plainNoBook(number)]) }
        let product = download.productIdentifier
        switch action {
        case .read: return ([.book(product)], [])
        case .download: return ([.download(.start, of: product)], [])
        case .pause: return ([.download(.pause, of: product)], [])
        case .cancel: return ([.download(.cancel, of: product)], [])
        }
    }

    private func act(_ action: SubscriptionAction, _ number: Int) -> ([StorefrontCommand], [String]) {
        guard let all = state.subscriptions?.subscriptions, all.indices.contains(number - 1) else {
            return ([], [state.strings.plainNoSubscription(number)])
        }
        let subscription = all[number - 1]
        guard subscription.actions.contains(action) else {
            return ([], [state.strings.plainActionNotPossible(state.strings.subscriptionAction(action))])
        }
        awaitsSubscriptions = true
        return ([.subscriptionAction(action, on: subscription.originalTransactionIdentifier)], [])
    }

    private func requestTransactions(_ place: TransactionPlace) -> [StorefrontCommand] {
        awaitsTransactions = true
        return state.request(place)
    }

    private func act(_ action: TransactionAction, _ number: Int) -> ([StorefrontCommand], [String]) {
        let listed = Array(state.listedTransactions)
        guard listed.indices.contains(number - 1) else { return ([], [state.strings.plainNoTransaction(number)]) }
        let entry = listed[number - 1]
        guard entry.actions.contains(action) else {
            return ([], [state.strings.plainNotPossible(state.strings.transactionAction(action))])
        }
        awaitsAction = true
        return ([.action(action, on: entry.transaction.key)], [])
    }

    private func use(filter name: String) -> ([StorefrontCommand], [String]) {
        guard let filter = PhotoFilter(rawValue: name) else { return ([], [state.strings.plainNoFilter(name)]) }
        guard state.owns(filter) else { return ([], [state.strings.filterRefused(filter)]) }
        awaitsFilters = true
        return ([.filter(filter)], [])
    }

    private func set(_ name: String, _ value: String) -> ([StorefrontCommand], [String]) {
        guard let row = SettingsRow(word: name), let settings = state.settings else {
            return ([], [state.strings.plainNoSetting(name)])
        }
        guard let changed = row.settings(settings, with: value) else {
            return ([], [state.strings.plainBadSetting(name, row.choices)])
        }
        awaitsSettings = true
        return ([.settings(changed)], [])
    }

    /// What an event means, beyond what the status line says about it.
    private func sentences(for event: StorefrontEvent) -> [String] {
        switch event {
        case .transactionUpdated(let event): confirmed.remove(event.transaction.key)
        case .transactionSucceeded(let event): confirmed.remove(event.transaction.key)
        case .transactionFailed(let event): confirmed.remove(event.transaction.key)
        case .deliveryFailed(let event): confirmed.remove(event.transaction.key)
        default: break
        }
        switch event {
        case .actionFailed:
            (awaitsTransactions, awaitsAction, awaitsSettings, awaitsBalance) = (false, false, false, false)
            (awaitsSignOut, awaitsRestore, awaitsFilters, awaitsSubscriptions) = (false, false, false, false)
            return state.sentences(for: event, options)
        case .signedIn, .signedOut:
            passwordIsFor = nil
            awaitsSignOut = false
            return state.sentences(for: event, options)
        case .restoreFinished, .restoreFailed, .signInRequested:
            awaitsRestore = false
            return state.sentences(for: event, options)
        case .balanceChanged, .spendRefused:
            awaitsBalance = false
            return state.sentences(for: event, options)
        case .transactionsListed:
            awaitsAction = false
            guard awaitsTransactions, state.awaitedTransactions == nil else { return [] }
            awaitsTransactions = false
            // The numbers stay with what they are said of, whatever else is bought.
            state.selectedTransaction = state.listedTransactions.first?.transaction.key
            return state.transactionLines(options)
        case .subscriptionsListed(let event) where awaitsSubscriptions && event.isAnswer:
            awaitsSubscriptions = false
            return state.subscriptionLines(options)
        case .filtersChanged where awaitsFilters:
            awaitsFilters = false
            return [state.strings.plainFilters(state.filters)]
        case .filterRefused:
            awaitsFilters = false
            return []
        case .settingsChanged where awaitsSettings:
            awaitsSettings = false
            return state.settingsLines
        default: return state.sentences(for: event, options)
        }
    }

    private func spoken() -> [String] { state.status.map { [$0.text] } ?? [] }

    private func clean(_ lines: [String]) -> [String] {
        lines.map { TerminalText($0, glyphs: options.glyphs).string }
    }
}
