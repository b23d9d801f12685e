internal import StoreEvents
internal import StoreModel

/// The words of typed commands: which exist, and what can follow each. The prompt uses it to complete words,
/// and tests check the parser, `TypedCommand`, against it.
enum CommandGrammar {
    /// What a word after the first one stands for.
    enum Argument: Hashable {
        /// A number in the list of products: of a product on sale, of one with pieces left, or of a book.
        case product, piece, book, download(DownloadAction)
        case quantity
        case older
        /// A number in the list of transactions, or in the list of subscriptions.
        case transaction(TransactionAction), anyTransaction
        case subscriptionAction, subscription
        case setting, value
        case filter, scenario
        /// A name that cannot be completed.
        case account
    }

    /// The commands, likelier ones first, each with its further words. At least `needed` of these must
    /// be typed.
    static let commands: [(word: String, further: [Argument], needed: Int)] =
        [
            ("buy", [.product, .quantity], 1), ("settings", [.setting, .value], 0),
            ("transactions", [.older], 0),
            ("subscriptions", [], 0), ("scenario", [.scenario], 1), ("feed", [], 0), ("filters", [], 0),
            ("filter", [.filter], 1), ("clear", [], 0), ("read", [.book], 1), ("restore", [], 0),
            ("balance", [], 0),
            ("products", [], 0), ("use", [.piece], 1), ("download", [.download(.start)], 1),
            ("pause", [.download(.pause)], 1), ("cancel", [.download(.cancel)], 1),
            ("subscription", [.subscriptionAction, .subscription], 2),
            ("inspect", [.anyTransaction], 1),
        ] + TransactionAction.allCases.map { ($0.rawValue, [.transaction($0)], 1) } + [
            ("sign-in", [.account], 0), ("new-account", [.account], 0), ("sign-out", [], 0), ("help", [], 0),
            ("quit", [], 0),
        ]
}

/// A word that may be typed next, and what it stands for.
struct Completion: Hashable, Sendable {
    let word: String
    let hint: String
}

extension StorefrontState {
    /// The words that can replace the last word of a line and make sense now, likelier ones first.
    func completions(of line: String) -> [Completion] {
        let (line, typed) = (line.lowercased(), line.lowercased().lastWord)
        let before = line.dropLast(typed.count).split(whereSeparator: \.isWhitespace).map(String.init)
        let all = before.isEmpty ? commandWords : words(after: before)
        return all.filter { $0.word.hasPrefix(typed) }
    }

    /// Whether another word can follow a line that ends with a complete word.
    func goesOn(_ line: String) -> Bool { !completions(of: line + " ").isEmpty }

    private var commandWords: [Completion] {
        CommandGrammar.commands.filter { command in
            if command.needed > 0 { return !words(for: command.further[0], after: [command.word]).isEmpty }
            switch command.word {
            case "feed": return canFeed
            case "restore": return canRestore
            case "clear": return !account.filters.isEmpty
            case "sign-in", "new-account": return canSignIn
            case "sign-out": return canSignOut
            default: return true
            }
        }.map { Completion(word: $0.word, hint: "") }
    }

    private func words(after before: [String]) -> [Completion] {
        guard let command = CommandGrammar.commands.first(where: { $0.word == before[0] }),
            command.further.indices.contains(before.count - 1)
        else { return [] }
        return words(for: command.further[before.count - 1], after: before)
    }

    private func words(for argument: CommandGrammar.Argument, after before: [String]) -> [Completion] {
        switch argument {
        case .product: numbers(ofProducts: { offer(of: $0) == .onSale })
        case .piece: numbers(ofProducts: { account.piecesLeft[$0] != nil })
        case .book:
            numbers(ofProducts: { product in
                product == BuiltInProducts.keepersLetter
                    ? account.ownedProducts.contains(product) : download(of: product)?.state == .finished
            })
        case .download(let action):
            numbers(ofProducts: { product in
                download(of: product).map { action.isPossible($0.state) } ?? false
            })
        case .quantity: quantityWords(ofProduct: before[1])
        case .older: nextTransaction == nil ? [] : [Completion(word: "older", hint: "")]
        case .transaction(let action):
            numbers(of: Array(numberedTransactions)) { entry in
                guard entry.possibleActions.contains(action) else { return nil }
                return "\(pieces(entry.transaction.payment)), \(strings.standing(entry.transaction))"
            }
        case .anyTransaction:
            numbers(of: Array(numberedTransactions)) {
                "\(pieces($0.transaction.payment)), \(strings.standing($0.transaction))"
            }
        case .subscriptionAction:
            SubscriptionAction.allCases.filter { action in
                account.subscriptions?.subscriptions.contains { $0.actions.contains(action) } == true
            }.map { Completion(word: $0.rawValue, hint: strings[.subscriptionAction($0)]) }
        case .subscription:
            numbers(of: account.subscriptions?.subscriptions ?? []) { subscription in
                subscription.actions.contains { $0.rawValue == before[1] }
                    ? title(of: subscription.productIdentifier) : nil
            }
        case .setting:
            settings == nil
                ? [] : SettingsRow.allCases.map { Completion(word: $0.word, hint: strings.setting($0).name) }
        case .value: values(ofSetting: before[1])
        case .filter:
            PhotoFilter.allCases.filter(owns).map {
                Completion(word: $0.rawValue, hint: strings[.filter($0)])
            }
        case .scenario:
            store?.isAdministrator == true
                ? Scenario.allCases.map { Completion(word: $0.rawValue, hint: "") } : []
        case .account: []
        }
    }

    /// The numbers of things, from 1, with a hint for each. Things without a hint are left out.
    private func numbers<Thing>(of things: [Thing], hint: (Thing) -> String?) -> [Completion] {
        things.enumerated().compactMap { index, thing in
            hint(thing).map { Completion(word: String(index + 1), hint: $0) }
        }
    }

    private func numbers(ofProducts isMeant: (ProductIdentifier) -> Bool) -> [Completion] {
        numbers(of: products) { isMeant($0) ? title(of: $0) : nil }
    }

    private func quantityWords(ofProduct number: String) -> [Completion] {
        guard let number = Int(number), products.indices.contains(number - 1),
            hasQuantity(products[number - 1]),
            let product = catalogue.products[products[number - 1]]
        else { return [] }
        return Payment.quantities.map {
            Completion(word: String($0), hint: strings.price(of: product, quantity: $0))
        }
    }

    private func values(ofSetting word: String) -> [Completion] {
        guard let row = SettingsRow.allCases.first(where: { $0.word == word }), let settings else {
            return []
        }
        return row.exampleChoices.compactMap { choice in
            row.settings(settings, with: choice).map { changed in
                let value = row.value(in: changed, strings)
                // An error's number comes before its name.
                let hint =
                    value.hasPrefix(choice)
                    ? value.dropFirst(choice.count).drop(while: \.isWhitespace) : value[...]
                return Completion(word: choice, hint: String(hint))
            }
        }
    }
}

extension String {
    /// The text after the last blank: the word that is being typed, or nothing.
    var lastWord: Substring {
        lastIndex(where: \.isWhitespace).map { self[index(after: $0)...] } ?? self[...]
    }
}

extension DownloadAction {
    /// Whether the action does something to a download in that state.
    fileprivate func isPossible(_ state: DownloadState) -> Bool {
        switch (self, state) {
        case (.start, .paused), (.start, .failed), (.start, .cancelled), (.pause, .waiting),
            (.pause, .active):
            true
        case (.cancel, .waiting), (.cancel, .active), (.cancel, .paused), (.cancel, .failed): true
        case (.start, _), (.pause, _), (.cancel, _): false
        }
    }
}
