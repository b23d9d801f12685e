internal import StoreModel
internal import StorefrontMessages
internal import StorefrontStrings

extension StorefrontState {
    /// Takes what the person did, but for a click, and says what to ask for.
    mutating func handle(_ input: Input) -> [StorefrontCommand] {
        noteInput()
        guard case .key(let key) = input else {
            guard !isWindowTooSmall else { return [] }
            if case .paste(let text) = input { paste(text) }
            if case .scroll(let step) = input { return scroll(by: step) }
            return []
        }
        guard let action = keymap.action(for: key, in: isWindowTooSmall ? .everywhere : context) else {
            guard context == .signIn, case .character(let character) = key, !isWindowTooSmall else { return [] }
            return type(String(character))
        }
        if action == .interrupt {
            exit = .interrupted
            return []
        }
        if isWindowTooSmall {
            // Nothing is shown, so nothing may be bought, answered or changed; and leaving is safe.
            if action == .quit { exit = .quit }
            return []
        }
        let commands = act(action)
        noteLayer()
        return commands
    }

    /// Where a key pressed now belongs.
    var context: Keymap.Context {
        switch layer {
        case .help, .notice: .reading
        case .quitQuestion, .sheet: .dialog
        case .signIn: .signIn
        case .none: placeContext
        }
    }

    /// The context of what a person works on, whatever there is to read on top of it.
    var placeContext: Keymap.Context {
        switch place {
        case _ where signIn != nil: .signIn
        case .store: .store
        case .photo: .photo
        case .settings: .settings
        case .transactions: .transactions
        case .subscriptions: .subscriptions
        case .reader: .reader
        }
    }

    private mutating func act(_ action: Action) -> [StorefrontCommand] {
        switch action {
        case .quit:
            quit()
            return []
        case .help:
            isHelpOpen = true
            return []
        default: break
        }
        switch context {
        case .store: return actInStore(action)
        case .photo: return actInPhoto(action)
        case .settings: return actInSettings(action)
        case .transactions: return actInTransactions(action)
        case .subscriptions: return actInSubscriptions(action)
        case .reader: return actInReader(action)
        case .signIn: return actInSignIn(action)
        case .dialog: return actInDialog(action)
        case .reading, .everywhere:
            read(action)
            return []
        }
    }

    /// Pasted text belongs in a field, and can do nothing anywhere else.
    private mutating func paste(_ text: String) {
        guard layer == .signIn, signIn?.field != nil else { return showStatus(strings.pasteIgnored, .info) }
        signIn?.field?.insert(text)
    }

    /// Asks first while a purchase is on its way. One that waits for approval may wait for days: it is no reason to stay.
    private mutating func quit() {
        let isOnItsWay = inFlight.contains { $0.transaction.state != .deferred }
        if isOnItsWay || !adding.isEmpty || !sheets.isEmpty {
            isHelpOpen = false
            isQuitAsked = true
        } else {
            exit = .quit
        }
    }
}
