internal import StoreEvents
internal import StoreModel

/// What follows from a typed command: what to send, and what to say.
struct Reply: Hashable, Sendable {
    var commands: [StorefrontCommand] = []
    var lines: [String] = []

    static let nothing = Reply()

    static func send(_ commands: [StorefrontCommand]) -> Reply { Reply(commands: commands) }
    static func say(_ lines: String...) -> Reply { Reply(lines: lines) }
}

// Typed commands. `PlainStorefront` performs a line, and prints the result. A screen runs a line typed after
// `:`, and opens the command's screen if it has one.
extension StorefrontState {
    /// Carries a command out. The answer to a question does not count as a command here, because only
    /// somebody who sees the question may answer it.
    mutating func perform(_ command: TypedCommand) -> Reply {
        guard !isSignedOut || !command.needsAccount else { return .say(strings[.signInForSubscriptions]) }
        switch command {
        case .buy(let number, _), .use(let number):
            guard let product = product(number) else { return .say(strings.plainNoProduct(number)) }
            selectedRow = number - 1
            guard case .buy(_, let quantity) = command else { return .send(useSelectedPiece()) }
            guard offer(of: product) != .owned else { return .say(strings.whyOwned(title(of: product))) }
            if hasQuantity(product) {
                quantities[product] = quantity
            } else if quantity > 1, catalogue.products[product] != nil {
                return .say(strings[.soldOneAtATime])
            }
            return .send(actInStore(.activate))
        case .signIn(let account, let isNew): return Reply(lines: fillSignIn(account, isNew: isNew))
        case .signOut:
            if canSignOut { return .send([.signOut]) }
            return .say(visitorName.map(strings.plainNobodySignsIn) ?? strings[.plainNobodySignedIn])
        case .book(let action, let number): return take(action, number)
        case .answer: return .say(strings[.plainNothingToConfirm])
        case .feed: return .send(feed())
        case .restore: return .send(restore())
        case .balance:
            return .say(isSignedOut ? strings[.plainNobodySignedIn] : strings.balance(account.balance))
        case .products: return .send(actInStore(.retry))
        // Without a list, nothing is older than it: the newest come.
        case .transactions,
            .olderTransactions where entries == nil:
            account.selectedTransaction = nil
            return .send(request(.newest))
        case .olderTransactions:
            guard let next = nextTransaction else { return .say(strings[.plainNoOlder]) }
            account.selectedTransaction = next
            return .send(request(.around(next)))
        case .act(let action, let number): return act(action, number)
        case .inspect(let number):
            let listed = Array(numberedTransactions)
            guard listed.indices.contains(number - 1) else {
                return .say(noTransaction(number))
            }
            return .send(inspect(listed[number - 1]))
        case .subscriptions: return .send([.subscriptions])
        case .actOnSubscription(let action, let number): return act(action, number)
        case .settings: return Reply(lines: settingsLines())
        case .set(let name, let value): return set(name, value)
        case .filter(let name): return use(filter: name)
        case .filters: return .say(strings.plainFilters(account.filters))
        case .clearFilters:
            return account.filters.isEmpty ? .say(strings.plainFilters([])) : .send([.clearFilters])
        case .scenario(let name):
            guard let scenario = Scenario(rawValue: name) else { return .say(noScenario(name)) }
            return .send([.scenario(scenario)])
        case .help: return Reply(lines: strings.plainHelp(hasAccounts: store?.hasAccounts == true))
        case .quit, .nothing: return .nothing
        case .badQuantity(let text): return .say(strings.plainBadQuantity(text))
        case .badAction(let name):
            let all = SubscriptionAction.allCases.map(\.rawValue)
            return .say(strings.plainNoAction(name, rightOnes(for: name, among: all)))
        case .needsNumber(let word):
            let number = completions(of: "\(word) ").first?.word ?? "1"
            return .say(strings.plainNeedsNumber(word, number))
        case .needsName(let word):
            let example = word == "filter" ? PhotoFilter.sepia.rawValue : Scenario.renewal.rawValue
            return .say(strings.plainNeedsName(word, example))
        case .unknown(let line): return .say(unknown(line))
        }
    }

    /// The product with that number in the list, from 1.
    private func product(_ number: Int) -> ProductIdentifier? {
        products.indices.contains(number - 1) ? products[number - 1] : nil
    }

    /// Reads a book or the keeper's letter, or performs an action on a book's download.
    private func take(_ action: DownloadAction?, _ number: Int) -> Reply {
        guard let product = product(number),
            download(of: product) != nil || action == nil && product == BuiltInProducts.keepersLetter
        else { return .say(strings.plainNoBook(number)) }
        return .send(action.map { [.download($0, of: product)] } ?? [.book(product)])
    }

    private func act(_ action: SubscriptionAction, _ number: Int) -> Reply {
        guard let list = account.subscriptions, list.subscriptions.indices.contains(number - 1) else {
            return .say(strings.plainNoSubscription(number))
        }
        let subscription = list.subscriptions[number - 1]
        // If the list does not say what is possible, the store says so now.
        guard !list.isFromStore || subscription.actions.contains(action) else {
            return .say(strings.plainActionNotPossible(action.rawValue))
        }
        return .send([.subscriptionAction(action, on: subscription.originalTransactionIdentifier)])
    }

    /// The transactions that numbers mean, from 1: those on the open screen, or those that were printed.
    var numberedTransactions: ArraySlice<TransactionsListed.Entry> {
        place == .transactions ? (entries ?? [])[...] : listedTransactions
    }

    private func noTransaction(_ number: Int) -> String {
        strings.plainNoTransaction(number, isListed: entries != nil)
    }

    private func act(_ action: TransactionAction, _ number: Int) -> Reply {
        let listed = Array(numberedTransactions)
        guard listed.indices.contains(number - 1) else { return .say(noTransaction(number)) }
        let entry = listed[number - 1]
        // If the list does not say what is possible, the store says so now.
        if case .success(let possible) = entry.actions, !possible.contains(action) {
            return .say(strings.actionNotPossible(action.rawValue))
        }
        return .send([.action(action, on: entry.transaction.key)])
    }

    /// Fills in an account's name, so that the password is typed next. This works even if the store has
    /// not asked.
    private mutating func fillSignIn(_ account: String, isNew: Bool) -> [String] {
        guard signIn != nil || canSignIn else {
            if let visitorName { return [strings.plainNobodySignsIn(visitorName)] }
            return [strings[canSignOut ? .plainSignedInAlready : .plainNoAccounts]]
        }
        var sheet = signIn ?? SignInSheet(ownRequest)
        if !account.isEmpty { sheet.account = TextField(account) }
        guard sheet.isAccountComplete else { return [strings.signInIncomplete(.account)] }
        (sheet.selected, sheet.meant) = (.password, isNew ? .newAccount : .signIn)
        signIn = sheet
        return []
    }

    private func use(filter name: String) -> Reply {
        guard let filter = PhotoFilter(rawValue: name) else {
            let all = PhotoFilter.allCases.map(\.rawValue)
            return .say(strings.plainNoFilter(name, rightOnes(for: name, among: all)))
        }
        return owns(filter) ? .send([.filter(filter)]) : .say(strings.filterRefused(filter))
    }

    private func set(_ name: String, _ value: String) -> Reply {
        guard let row = SettingsRow.allCases.first(where: { $0.word == name }) else {
            let all = SettingsRow.allCases.map(\.word)
            return .say(strings.plainNoSetting(name, rightOnes(for: name, among: all)))
        }
        guard let known = requestedSettings ?? settings else { return .say(strings[.settingsLoading]) }
        guard let changed = row.settings(known, with: value) else {
            return .say(strings.plainBadSetting(name, row.choices))
        }
        return .send([.settings(changed, from: known)])
    }

    // MARK: Unknown words

    private func noScenario(_ name: String) -> String {
        strings.plainNoScenario(name, rightOnes(for: name, among: Scenario.allCases.map(\.rawValue)))
    }

    private func unknown(_ line: String) -> String {
        let first = line.lowercased().split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
        let near = names(near: first, among: CommandGrammar.commands.map(\.word)).filter { $0 != first }
        return near.isEmpty ? strings.plainUnknown(line) : strings.plainUnknown(line, enumerated(near))
    }

    /// What may have been meant, or everything that exists.
    private func rightOnes(for word: String, among all: [String]) -> String {
        let near = names(near: word, among: all)
        return enumerated(near.isEmpty ? all : near)
    }

    // MARK: On a screen

    /// Runs a line that was typed after `:`.
    mutating func run(_ line: String) -> [StorefrontCommand] {
        let command = TypedCommand(line)
        switch command {
        case .transactions,
            .olderTransactions where entries == nil:
            guard place != .transactions else { return perform(command).commands }
            return leavePlace() + actInStore(.transactions)
        case .subscriptions: return leavePlace() + actInStore(.subscriptions)
        case .settings: return leavePlace() + actInStore(.settings)
        case .filters: return leavePlace() + actInStore(.photo)
        case .products: return leavePlace() + actInStore(.retry)
        // The monkey is on that screen, and the keys that a refusal names work there.
        case .feed: return leavePlace() + feed()
        case .signIn("", let isNew) where canSignIn:
            let commands = actInStore(.signIn)
            if isNew { signIn?.meant = .newAccount }
            return commands
        case .help: openText = .commands
        case .quit: quit()
        default:
            let reply = perform(command)
            var commands = reply.commands
            for line in reply.lines { showStatus(line, .answer) }
            switch commands.first {
            // The next change builds on it.
            case .settings(let changed, _): requestedSettings = changed
            case .inspect(let key): (account.selectedTransaction, place) = (key, .inspector)
            // What becomes of it is on that screen.
            case .subscriptionAction(let action, let original):
                if place != .subscriptions { commands = leavePlace() + commands }
                (selectedSubscription, selectedAction, place) = (original, action, .subscriptions)
            // The reader closes and shows the store.
            case .book: commands = leavePlace() + commands
            default: break
            }
            return askingFirst(commands)
        }
        return []
    }

    /// Asks before a command that the screen's key asks about, too, and returns the others.
    private mutating func askingFirst(_ commands: [StorefrontCommand]) -> [StorefrontCommand] {
        guard let asked = commands.last.flatMap({ question(before: $0) }) else { return commands }
        question = asked
        return Array(commands.dropLast())
    }

    private func question(before command: StorefrontCommand) -> Question? {
        switch command {
        case .signOut: .signOut
        case .action(.refund, let key):
            entries?.first { $0.transaction.key == key }.map { .refund($0.transaction) }
        case .subscriptionAction(.refundPeriod, let original):
            account.subscriptions?.subscriptions.first { $0.originalTransactionIdentifier == original }.map {
                .refundSubscription(original, $0.productIdentifier)
            }
        default: nil
        }
    }

    /// Closes the open screens until the store shows.
    private mutating func leavePlace() -> [StorefrontCommand] {
        var commands: [StorefrontCommand] = []
        while place != .store {
            let before = place
            commands += actInPlace(.close)
            if place == before { break }
        }
        return commands
    }
}
