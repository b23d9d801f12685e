package import StoreEvents
internal import StoreModel

/// The storefront in lines (`--plain`), for screen readers, scripts, and terminals that cannot move the
/// cursor. It has the same state and rules as the screen, and says each change once, in a sentence. It
/// belongs to the thread on which `PlainSession` reads the lines and prints the answers.
package final class PlainStorefront {
    private let bus: EventBus
    private let mailbox: MessageMailbox
    private var observations: [Observation] = []
    var state: StorefrontState
    /// The button to press once the next line has brought the password.
    private var passwordIsFor: SignInSheet.Stop?
    /// The answers to typed commands that have not come yet.
    private var awaited: Set<Answer> = []
    /// Confirmed payments that no event has named since then.
    private var confirmed: Set<IdempotencyKey> = []
    /// Payments that events have named as being sent.
    private var sending: Set<IdempotencyKey> = []
    /// Those payments that were said to wait, and to be sent again later.
    private var waiting: Set<IdempotencyKey> = []
    /// The question that was printed last, as long as it is open.
    private var saidQuestion: AskedSheet?
    /// How many uses were said to wait for the store.
    private var saidUsesWaiting = 0
    /// What was last said about each payment that is on its way, until something else happens to it or the
    /// network is back. The queue reports a payment at every attempt.
    private var saidProgress: [IdempotencyKey: String] = [:]
    /// What was last said about an outage or a restriction that lasts.
    private var saidStanding: [String] = []
    /// Whether the last event said why something is not done.
    private var hasToldReason = false
    /// What was last said about the products on sale, and whether there may be news.
    private var saidProducts: Set<String> = []
    private var owesProducts = false
    /// The reason last given for why a product is not sold.
    private var saidReason: String?
    /// How many quarters of the account were said to have come; nil if it is not being fetched.
    private var saidQuarters: Int?
    /// The settings that were in force before, and the setting that is being changed.
    private var knownSettings: StorefrontSettings?
    private var changedSetting: SettingsRow?

    private enum Answer {
        /// The balance after the monkey has eaten a banana.
        case balance
        /// The lists, the settings and the filters. They are printed when they arrive.
        case products, transactions, subscriptions, settings, filters
        /// What is known about a transaction.
        case inspection
        /// The list that follows an action on a transaction. It is not printed.
        case action
        case restore, signOut
        /// The number of pieces that are left.
        case use
        case scenario, book
    }

    /// Set when the person leaves, or if the application cannot start.
    package var exit: StorefrontScreen.Exit? { state.exit }

    /// Whether to wait with the next line, because it may build on an answer that has not come. This lets a
    /// script write all its lines at once: they are handled one after the other.
    package var isBusy: Bool {
        if state.exit != nil { return false }
        if let signIn = state.signIn { return signIn.isWaiting }
        if !state.sheets.isEmpty { return false }
        if state.store == nil || state.account.balance == nil && !state.isSignedOut { return true }
        if !awaited.isEmpty || !confirmed.isEmpty { return true }
        if case .underway = state.catalogue.request { return true }
        return !state.adding.isEmpty
            || state.inFlight.contains {
                state.progress(of: $0.transaction) == .purchasing && !waiting.contains($0.transaction.key)
            }
    }

    /// A storefront that does not observe the bus yet. It uses the glyphs, the time zone and the language of
    /// the options.
    package init(bus: EventBus, options: ScreenOptions = ScreenOptions()) {
        self.bus = bus
        mailbox = MessageMailbox(time: .system)
        state = StorefrontState(now: .now, options: options)
        // It does not close by itself.
        state.options.idleLimit = nil
    }

    /// The lines to print first.
    package var greeting: [String] { clean([state.strings[.title], state.strings[.plainHint]]) }

    /// The text, without a line break, to print before a line is read.
    package var prompt: String {
        if readsPassword { return "\(state.strings[.plainPasswordPrompt]) " }
        return state.sheets.isEmpty || state.signIn != nil ? "> " : "\(state.strings[.plainSheetPrompt]) "
    }

    /// The purchase that a question asks the person to confirm, with its terms; nil if there is no question.
    package var question: AskedSheet? { state.signIn == nil ? state.sheets.first.map(state.asked) : nil }

    /// Whether the next line is a password, which the terminal must not show.
    package var readsPassword: Bool { passwordIsFor != nil }

    /// Starts to observe the bus. `wake` is called on any thread when it is time to call `advance`.
    package func appear(wake: @escaping @Sendable () -> Void) {
        observations = mailbox.observe(bus, wake: wake)
    }

    package func disappear() { observations = [] }

    /// Takes a line, which somebody has typed or which comes from a script, and returns the lines to print.
    package func take(line: String, isTyped: Bool) -> [String] {
        let asked = question
        var lines = advance()
        // Nobody has read the question that is printed only now. A script reads no question.
        if isTyped, let question, question != asked, TypedCommand(line) == .answer(true) { return lines }
        state.status = nil
        // A line is typed on purpose, but a key can repeat by itself.
        state.heldEnterUntil = nil
        let reply = passwordIsFor.map { take(password: line, for: $0) } ?? perform(TypedCommand(line))
        lines += clean(reply.lines + spoken())
        for command in reply.commands { bus.send(command) }
        return lines + advance()
    }

    /// Takes note of a line that is too long, and returns the lines to print. It does not count as a
    /// password either.
    package func refuseLine() -> [String] {
        passwordIsFor = nil
        return clean([state.strings[.plainLineTooLong]])
    }

    /// Leaves, because the person says so or the input has ended, and returns the lines to print.
    package func leave() -> [String] {
        state.exit = .quit
        return clean(state.isPurchaseOnItsWay ? [state.strings[.quitBody]] : [])
    }

    /// Takes the messages that wait, and returns the lines to print.
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
        return lines + clean(newQuestionLines() + newProductLines())
    }

    /// The question, once. It is printed again if its terms change, and after what covered it.
    private func newQuestionLines() -> [String] {
        guard question != saidQuestion else { return [] }
        saidQuestion = question
        return question.map { state.questionLines($0.request) } ?? []
    }

    /// Lists the products about which there is something new to say. In the middle of a question it
    /// says nothing.
    private func newProductLines() -> [String] {
        guard owesProducts, state.sheets.isEmpty, state.signIn == nil, passwordIsFor == nil else { return [] }
        owesProducts = false
        let lines = state.productLines()
        defer { saidProducts = Set(lines) }
        return lines.filter { !saidProducts.contains($0) }
    }

    /// Lets the state carry out a command, and handles what only lines have: awaited answers and passwords.
    private func perform(_ command: TypedCommand) -> Reply {
        switch command {
        case .answer(true) where state.signIn != nil: return .say(state.strings[.plainSignInFirst])
        case .answer(false) where state.signIn != nil:
            // A restore that waited for the sign-in is cancelled with it.
            awaited.remove(.restore)
            return .send(state.answerSignIn(.cancel))
        case .answer(let isConfirmed):
            guard let sheet = state.sheets.first else { return state.perform(command) }
            let commands = state.answerSheet(isConfirmed)
            guard isConfirmed else {
                return Reply(commands: commands, lines: [state.strings[.sheetCancelled]])
            }
            confirmed.insert(sheet.key)
            let item = state.inFlight.first { $0.transaction.key == sheet.key }
            return Reply(commands: commands, lines: item.map { progressLines($0.transaction) } ?? [])
        case .signIn(_, let isNew):
            let reply = state.perform(command)
            if reply.lines.isEmpty { passwordIsFor = isNew ? .newAccount : .signIn }
            return reply
        // On a screen these lists are empty.
        case .transactions where state.isSignedOut, .olderTransactions where state.isSignedOut,
            .subscriptions where state.isSignedOut:
            return .say(state.strings[.signInForSubscriptions])
        case .quit: return Reply(lines: leave())
        default:
            let reply = state.perform(command)
            awaited.formUnion(reply.commands.compactMap(Self.answer))
            if case .set(let name, _) = command {
                changedSetting = SettingsRow.allCases.first { $0.word == name } ?? changedSetting
            }
            return reply
        }
    }

    /// The answer that the next line may build on; nil if the command does not wait for an answer.
    private static func answer(to command: StorefrontCommand) -> Answer? {
        switch command {
        case .spend: .balance
        case .products: .products
        case .transactions: .transactions
        case .subscriptions, .subscriptionAction: .subscriptions
        case .settings: .settings
        case .filter, .clearFilters: .filters
        case .action: .action
        case .restore: .restore
        case .signOut: .signOut
        case .use: .use
        case .scenario: .scenario
        case .inspect: .inspection
        case .book: .book
        case .purchase, .answer, .download, .readingPlace, .signIn, .picture: nil
        }
    }

    // MARK: Signing in: `sign-in ACCOUNT` or `new-account ACCOUNT`, and the password in the next line

    /// Takes the next line as the password, with all its blanks. An empty line is not a password.
    private func take(password line: String, for stop: SignInSheet.Stop) -> Reply {
        passwordIsFor = nil
        let password = line.hasSuffix("\r") ? String(line.dropLast()) : line
        guard !password.isEmpty else { return .say(state.strings[.plainNoPassword]) }
        state.signIn?.password = TextField(password)
        let commands = state.answerSignIn(stop)
        state.signIn?.password = TextField()
        let message = state.signIn.map {
            state.strings.signInMessage($0, isQueued: state.hasQueuedPurchase)
        }
        return Reply(commands: commands, lines: message.map { [$0] } ?? [])
    }

    // MARK: Events

    /// The sentences for an event, in addition to the one on the status line.
    private func sentences(for event: StorefrontEvent) -> [String] {
        if state.standing().isEmpty { saidStanding = [] }
        noteWaiting(event)
        switch event {
        case .actionFailed(let trouble): if !trouble.isUnsolicited { awaited = [] }
        case .signedIn, .signedOut:
            passwordIsFor = nil
            // What the store cancelled when it closed is not named any more, and has no answer.
            if case .signedOut = event { (confirmed, awaited) = ([], []) }
            awaited.remove(.signOut)
        case .restoreFinished, .restoreFailed: awaited.remove(.restore)
        case .entitlementsChanged: awaited.remove(.use)
        case .balanceChanged, .spendRefused: awaited.remove(.balance)
        case .transactionsListed:
            awaited.remove(.action)
            guard state.account.awaitedTransactions == nil, awaited.remove(.transactions) != nil
            else { return [] }
            // The printed numbers keep naming these transactions even if others are bought.
            state.account.selectedTransaction = state.listedTransactions.first?.transaction.key
            return state.transactionLines()
        case .transactionInspected(let event):
            guard event.transaction.key == state.inspector?.key, awaited.remove(.inspection) != nil else {
                return []
            }
            return state.inspectorLines()
        case .subscriptionsListed(let event):
            if event.isAnswer, awaited.remove(.subscriptions) != nil {
                return state.subscriptionLines()
            }
        case .filtersChanged:
            if awaited.remove(.filters) != nil { return [state.strings.plainFilters(state.account.filters)] }
        case .filterRefused: awaited.remove(.filters)
        case .scenarioPlayed: awaited.remove(.scenario)
        case .bookOpened: awaited.remove(.book)
        case .storeOpened(let event):
            (knownSettings, saidUsesWaiting, saidProgress, saidQuarters) = (event.settings, 0, [:], nil)
            saidStanding = state.standing()
        case .settingsChanged(let settings): return settingsLines(settings) ?? standingLines()
        case .networkChanged: return standingLines()
        case .transactionUpdated(let transaction):
            confirmed.remove(transaction.key)
            return progressLines(transaction)
        case .transactionSucceeded(let transaction), .transactionFailed(let transaction),
            .subscriptionChanged(let transaction), .deliveryFailed(let transaction, _),
            .transactionRevoked(let transaction), .transactionRemoved(let transaction):
            confirmed.remove(transaction.key)
            saidProgress[transaction.key] = nil
        case .productsFetched:
            owesProducts = true
            if awaited.remove(.products) != nil { (saidProducts, saidReason) = ([], nil) }
            // If the reason is the same as with the last list, it is not news.
            if state.status?.text == saidReason {
                state.status = nil
            } else {
                saidReason = state.status?.text
            }
        case .requestFailed:
            // Whoever has asked for prices gets an answer.
            if awaited.remove(.products) != nil { saidStanding = [] }
            return standingLines()
        case .usesWaiting(let count): return usesWaitingLines(count)
        case .accountFetched(let percent): noteFetched(percent: percent)
        default: break
        }
        return state.eventLines(event)
    }

    /// The outage or the restriction that lasts, unless it was said last.
    private func standingLines() -> [String] {
        let standing = state.standing()
        defer { saidStanding = standing }
        return standing == saidStanding ? [] : standing
    }

    private func progressLines(_ transaction: PaymentTransaction) -> [String] {
        let line = state.progressLine(transaction)
        return saidProgress.updateValue(line, forKey: transaction.key) == line ? [] : [line]
    }

    private func usesWaitingLines(_ count: Int) -> [String] {
        defer { saidUsesWaiting = count }
        if count == saidUsesWaiting { return [] }
        return [count == 0 ? state.strings[.plainUsesDone] : state.strings.plainUsesWaiting(count)]
    }

    /// Leaves out what is less than another quarter of the account: each step would be too much.
    private func noteFetched(percent: Int) {
        let quarters = percent / 25
        if quarters == saidQuarters { state.status = nil }
        saidQuarters = percent < 100 ? quarters : nil
    }

    /// The settings that have changed, and the setting that was to be changed; nil if nobody here has changed
    /// a setting.
    private func settingsLines(_ settings: StorefrontSettings) -> [String]? {
        defer { knownSettings = settings }
        guard awaited.remove(.settings) != nil else { return nil }
        let strings = state.strings
        let rows = SettingsRow.allCases.filter { row in
            row == changedSetting
                || knownSettings.map { row.value(in: $0, strings) != row.value(in: settings, strings) }
                    ?? true
        }
        return state.settingsLines(rows)
    }

    /// Notes which payments wait. The queue reports a payment when it is added or the program starts, and again
    /// whenever it could not be sent. It reports another program's only in that case, after the reason.
    private func noteWaiting(_ event: StorefrontEvent) {
        let isBehindReason = hasToldReason
        hasToldReason = false
        switch event {
        case .actionFailed(.paymentKept): hasToldReason = true
        case .transactionUpdated(let transaction) where transaction.state == .purchasing:
            if !sending.insert(transaction.key).inserted || isBehindReason { waiting.insert(transaction.key) }
        // They are being sent now. If they wait after that, it is said again.
        case .networkChanged(isUp: true), .signedIn: (waiting, saidProgress) = ([], [:])
        default: break
        }
    }

    private func spoken() -> [String] {
        state.status.map { [state.typable($0.text, about: $0.subject)] } ?? []
    }

    private func clean(_ lines: [String]) -> [String] {
        lines.map { TerminalText($0, glyphs: state.options.glyphs, most: TerminalText.longestWhole).string }
    }
}
