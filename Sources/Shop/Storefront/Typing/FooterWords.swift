internal import StoreEvents
internal import StoreModel

// What the footer says about the keys that press a button: the button's own verb. For a disabled button
// it says nothing, because the button's words say why. Nor does it name keys that move if there is nothing to
// move to. `bindings(in:)` uses this instead of the words of the keymap.
extension StorefrontState {
    func footer(of binding: Keymap.Binding) -> String? {
        switch (binding.context, binding.action) {
        case (.store, .activate): storeVerb.map { strings[$0] }
        case (.store, .more): selectedProduct.map(hasQuantity) == true ? binding.footer : nil
        case (.store, .restore): canRestore ? binding.footer : nil
        case (.photo, .activate): photoVerb.map { strings[$0] }
        case (.photo, .clearFilters): account.filters.isEmpty ? nil : binding.footer
        case (.transactions, .activate): selectedEntryIndex.flatMap { _ in binding.footer }
        case (.transactions, .next): (entries?.count ?? 0) > 1 ? binding.footer : nil
        case (.settings, .next), (.settings, .more): settings == nil ? nil : binding.footer
        case (.inspector, let action): TransactionAction(action).map(canBeDone) ?? true ? binding.footer : nil
        case (.subscriptions, .activate):
            selectedActionIndex.map { strings[.subscriptionAction(possibleActions[$0])] }
        case (.subscriptions, .next):
            (account.subscriptions?.subscriptions.count ?? 0) > 1 ? binding.footer : nil
        case (.subscriptions, .more):
            possibleActions.count > (selectedActionIndex == nil ? 0 : 1) ? binding.footer : nil
        case (.reading, .next): lastFirstLine > 0 ? binding.footer : nil
        case (.everywhere, .messages): [.help, .messages].contains(layer) ? nil : binding.footer
        case (.dialog, .accept): verb(ofButton: dialogVerbs.accept)
        case (.dialog, .refuse): verb(ofButton: dialogVerbs.refuse)
        case (.dialog, .activate):
            verb(ofButton: shown.isAcceptSelected ? dialogVerbs.accept : dialogVerbs.refuse)
        case (.signIn, .activate): signInVerb
        case (.signIn, .next): signIn?.isWaiting == true ? nil : binding.footer
        case (.prompt, .activate): strings[prompt?.kind == .find ? .footerStay : .footerRun]
        case (.prompt, .close): prompt?.kind == .find ? strings[.footerBack] : binding.footer
        case (.prompt, .complete): prompt?.kind == .find ? nil : binding.footer
        case (.prompt, .next):
            prompt?.kind == .find ? strings[.footerGoOn] : history.isEmpty ? nil : binding.footer
        case (.everywhere, .command): canType || isPromptCovered ? binding.footer : nil
        case (.everywhere, .find): canFind ? binding.footer : nil
        case (.everywhere, .nextMatch): search == nil || !canFind ? nil : binding.footer
        default: binding.footer
        }
    }

    /// What Enter does in the sign-in sheet; nil while the sheet waits for an answer.
    private var signInVerb: String? {
        guard let sheet = signIn, !sheet.isWaiting else { return nil }
        return switch sheet.selected == .password ? sheet.meant : sheet.selected {
        case .account, .password: strings[.footerGoOn]
        case .signIn: verb(ofButton: .signInButton)
        case .newAccount: verb(ofButton: .newAccountButton)
        case .cancel: verb(ofButton: .sheetCancel)
        }
    }

    /// The words of a button in the middle of a line: only the first letter is small, because a German noun
    /// keeps its capital.
    private func verb(ofButton button: Text) -> String {
        strings[button].prefix(1).lowercased() + strings[button].dropFirst()
    }

    private func canBeDone(_ action: TransactionAction) -> Bool {
        inspector?.entry.possibleActions.contains(action) == true
    }

    private var selectedProduct: ProductIdentifier? {
        products.indices.contains(selectedRow) ? products[selectedRow] : nil
    }

    /// The verb of the store's selected button; nil if the button is disabled.
    private var storeVerb: Text? {
        guard let product = selectedProduct else {
            if isRestoreSelected { return canRestore ? .footerRestore : nil }
            return canFeed ? .footerFeed : nil
        }
        if let download = download(of: product) { return verb(of: download) }
        switch offer(of: product) {
        case .onSale: return isSubscription(product) ? .footerSubscribe : .footerBuy
        case .subscribed where product == BuiltInProducts.keepersLetter: return .footerRead
        case .subscribed: return isChanging(product) ? .footerKeep : .footerManage
        case .owned: return filter(of: product).flatMap { verb(of: $0) }
        case .loading, .networkDown, .storeError, .disabled, .notAvailable: return nil
        }
    }

    private func verb(of download: Download) -> Text {
        switch download.state {
        case .waiting, .active: .footerPause
        case .paused: .footerResume
        case .failed, .cancelled: .footerDownload
        case .finished: .footerRead
        }
    }

    /// The verb of the photo's selected button; nil if the button is disabled.
    private var photoVerb: Text? {
        guard let filter = photoButton else { return account.filters.isEmpty ? nil : .footerClear }
        return verb(of: filter)
    }

    private func verb(of filter: PhotoFilter) -> Text? {
        guard owns(filter) else {
            return offer(of: filter.productIdentifier) == .onSale ? .footerBuy : nil
        }
        return account.filters.contains(filter) ? .footerSwitchOff : .footerApply
    }

    // MARK: The key that a sentence names

    /// What the sentences of the status line ask for at their end.
    private static let hinted: Set<Action> = [
        .activate, .settings, .transactions, .subscriptions, .signIn, .restore, .retry,
    ]

    /// A sentence of the status line. It may end with a key of the store, which does something else on
    /// other screens, or nothing, so there it is left out. Enter tries a product again only while that
    /// product is selected.
    func withoutKeyElsewhere(_ text: String) -> String {
        let (sentence, words) = text.sentenceAndKey
        guard let key = words?.split(separator: " ").first,
            let action = keymap.bindings.first(where: { binding in
                binding.context == .store && Self.hinted.contains(binding.action)
                    && binding.keys.contains { strings.name(of: $0) == key }
            })?.action
        else { return text }
        let works = context == .store && (action != .activate || isTriedAgainByEnter)
        return works ? text : sentence
    }

    private var isTriedAgainByEnter: Bool {
        guard let product = currentStatus?.subject.triedAgain else { return false }
        return product == selectedProduct
    }

    /// The verbs of the question on top.
    var dialogVerbs: (accept: Text, refuse: Text) {
        switch layer {
        case .sheet: (.footerBuy, .footerCancel)
        case .question(let question): (words(of: question).accept, words(of: question).refuse)
        case .none, .help, .messages, .value, .signIn, .notice: (.yes, .no)
        }
    }

    /// The keys of the two buttons of the question on top.
    var dialogKeys: String {
        let keys = keymap.footer(
            of: bindings(in: .dialog).filter { [.accept, .refuse].contains($0.action) }, in: .dialog)
        return keys.map { "\($0.keys) \($0.words)" }.joined(separator: "  ")
    }
}

extension TransactionAction {
    /// The action that a key performs on a transaction; nil for other keys.
    fileprivate init?(_ action: Action) {
        switch action {
        case .approve: self = .approve
        case .decline: self = .decline
        case .resolve: self = .resolve
        case .refund: self = .refund
        default: return nil
        }
    }
}
