internal import StoreEvents
internal import StoreModel

/// What keys, the mouse wheel and pasted text do. `StorefrontScreen` calls `handle`, which passes them to the
/// right screen or layer.
extension StorefrontState {
    /// Takes input other than a click, and returns the commands.
    mutating func handle(_ input: Input) -> [StorefrontCommand] {
        if case .focus(let hasFocus) = input {
            // The person has pressed no key, and may have read nothing.
            self.hasFocus = hasFocus
            return []
        }
        // The terminal handles these itself, and nobody has read more than before.
        let isForTerminal = [.key(.control("l")), .key(.control("z"))].contains(input)
        let isAnswer = showsIdleWarning && input != .key(.control("c"))
        noteInput(hasRead: !isForTerminal)
        // Any key may answer the question whether somebody is there, so it does nothing else.
        if isForTerminal || isAnswer { return [] }
        if case .key(let key) = input { return take(key) }
        guard !isWindowTooSmall else { return [] }
        defer { endStatus() }
        switch input {
        case .paste(let text): return paste(text)
        case .unfinishedPaste: showStatus(strings[.pasteUnfinished], .answer, about: .layer(layer))
        case .scroll(let step): return scroll(by: step)
        case .key, .click, .focus, .report: break
        }
        return []
    }

    /// Notes that somebody is there. They have read an error, unless the question whether they are there was
    /// in its place.
    mutating func noteInput(hasRead: Bool = true) {
        let hasRead = hasRead && !isIdle && !isWindowTooSmall
        if options.idleLimit != nil { lastInput = now }
        if hasRead, currentStatus?.kind == .error { status = nil }
    }

    /// Says that input does nothing, because too many commands wait.
    mutating func refuseInput() {
        noteInput()
        showStatus(strings[.tooBusy], .info, about: .layer(layer))
    }

    mutating func take(_ key: Key) -> [StorefrontCommand] {
        defer { endStatus() }
        guard let action = keymap.action(for: key, in: isWindowTooSmall ? .everywhere : context) else {
            guard case .character(let character) = key, !isWindowTooSmall else { return [] }
            if context == .prompt { return typeInPrompt(String(character)) }
            return context == .signIn ? type(String(character)) : []
        }
        if action == .interrupt {
            exit = .interrupted
            return []
        }
        if isWindowTooSmall {
            // Nothing is visible, so only quitting works.
            if action == .quit { exit = .quit }
            return []
        }
        let commands = act(action)
        noteLayer()
        return commands
    }

    /// The context in which the next key counts.
    var context: Keymap.Context {
        if prompt != nil, !isPromptCovered { return .prompt }
        return switch layer {
        case .help, .messages, .value, .notice: .reading
        case .question, .sheet: .dialog
        case .signIn: .signIn
        case .none: placeContext
        }
    }

    /// Whether the help or the messages cover the line of a command. The line of a search in them is on top.
    var isPromptCovered: Bool { prompt?.kind == .command && openText != nil }

    /// The context in which keys counted before the help was opened.
    var contextBelowHelp: Keymap.Context {
        var below = self
        below.openText = nil
        // A text is looked for in the help itself.
        if prompt?.kind == .find { below.prompt = nil }
        return below.context
    }

    /// The context of the open screen.
    private var placeContext: Keymap.Context {
        switch place {
        case .store: .store
        case .photo: .photo
        case .settings: .settings
        case .transactions: .transactions
        case .inspector: .inspector
        case .subscriptions: .subscriptions
        case .reader: .reader
        }
    }

    private mutating func act(_ action: Action) -> [StorefrontCommand] {
        if let prompt, !isPromptCovered {
            guard action == .help else { return actInPrompt(action) }
            guard prompt.kind == .command else { return closePrompt() + act(action) }
        }
        switch action {
        case .command:
            typeCommand()
            return []
        case .find:
            typeSearch()
            return []
        case .nextMatch: return goToMatch(by: 1)
        case .previousMatch: return goToMatch(by: -1)
        case .quit:
            quit()
            return []
        case .help:
            openText = .keys
            return []
        case .messages:
            openText = layer == .messages ? nil : .messages
            return []
        default: break
        }
        switch context {
        case .store, .photo, .settings, .transactions, .inspector, .subscriptions, .reader:
            return actInPlace(action)
        case .signIn: return actInSignIn(action)
        case .dialog: return actInDialog(action)
        case .reading, .everywhere, .prompt:
            read(action)
            return []
        }
    }

    /// Does what a key does on the open screen.
    mutating func actInPlace(_ action: Action) -> [StorefrontCommand] {
        switch place {
        case .store: actInStore(action)
        case .photo: actInPhoto(action)
        case .settings: actInSettings(action)
        case .transactions: actInTransactions(action)
        case .inspector: actInInspector(action)
        case .subscriptions: actInSubscriptions(action)
        case .reader: actInReader(action)
        }
    }

    /// Inserts pasted text into a field or the prompt. Elsewhere it does nothing.
    private mutating func paste(_ text: String) -> [StorefrontCommand] {
        if prompt != nil, !isPromptCovered { return typeInPrompt(text) }
        guard layer == .signIn, signIn?.field != nil else {
            return refuse(strings[.pasteIgnored], .info, about: .layer(layer))
        }
        signIn?.field?.insert(text)
        return []
    }

    /// Asks before quitting while a purchase is on its way.
    mutating func quit() {
        if isPurchaseOnItsWay {
            // These would cover the question.
            (openText, prompt) = (nil, nil)
            inspector?.alone = nil
            question = .quit
        } else {
            exit = .quit
        }
    }

    // MARK: Keys in the layers on top of a screen

    /// Handles keys in a question with two buttons: the confirmation sheet, or a question before
    /// something happens.
    mutating func actInDialog(_ action: Action) -> [StorefrontCommand] {
        switch action {
        case .next, .previous:
            shown.isAcceptSelected.toggle()
            return []
        case .refuse: return answer(false)
        case .accept, .activate:
            // Keys that can confirm do nothing until the person has had time to see the question. Refusing
            // always works.
            guard canBeRead else {
                // Enter that is held down repeats. It presses nothing here before it is let go.
                if action == .activate, shown.since != nil { shown.since = now }
                let isSheet = if case .sheet = layer { true } else { false }
                return refuse(strings[isSheet ? .tooEarly : .tooEarlyToRead], .info, about: .layer(layer))
            }
            let isAccepted = action == .accept || shown.isAcceptSelected
            // Somebody who pressed Enter, and not the key that cancels, may have meant to buy.
            guard case .sheet = layer, !isAccepted else { return answer(isAccepted) }
            let commands = answer(false)
            showStatus(strings[.sheetCancelled], .answer)
            return commands
        default: return []
        }
    }

    /// Whether the person has had time to see the layer on top.
    private var canBeRead: Bool { shown.since.map { now >= $0 + ShownLayer.typeAhead } ?? false }

    /// Handles keys in a text to read: the help, the messages, or a notice.
    mutating func read(_ action: Action) {
        switch action {
        case .next: moveText(by: 1)
        case .previous: moveText(by: -1)
        case .pageDown: moveText(by: linesOfPage)
        case .pageUp: moveText(by: -linesOfPage)
        case .first: moveText(by: -lastFirstLine)
        case .last: moveText(by: lastFirstLine)
        case .close:
            switch layer {
            case .help, .messages: openText = nil
            case .value: inspector?.alone = nil
            // A notice does not come again, so a key that was typed before it was seen does not close it.
            case .notice: if canBeRead { notices.removeFirst() }
            case .none, .question, .signIn, .sheet: break
            }
        default: break
        }
        shown.firstLine = min(max(shown.firstLine, 0), lastFirstLine)
    }

    private mutating func moveText(by lines: Int) {
        // The window may have grown since.
        shown.firstLine = min(shown.firstLine, lastFirstLine) + lines
        search?.line = nil
    }

    /// Answers the oldest sheet.
    mutating func answerSheet(_ isConfirmed: Bool) -> [StorefrontCommand] {
        guard let sheet = sheets.first else { return [] }
        let priceLimit = SheetLines(state: self, sheet: sheet).priceLimit
        sheets.removeFirst()
        if !isConfirmed { adding.remove(sheet.product.identifier) }
        // Only now is the payment sent.
        if let index = inFlight.firstIndex(where: { $0.transaction.key == sheet.key }) {
            inFlight[index].since = now
        }
        return [.answer(key: sheet.key, isConfirmed: isConfirmed, priceLimit: isConfirmed ? priceLimit : nil)]
    }

    private mutating func answer(_ isAccepted: Bool) -> [StorefrontCommand] {
        switch layer {
        case .question(let question):
            self.question = nil
            return isAccepted ? accept(question) : []
        case .sheet: return answerSheet(isAccepted)
        case .none, .help, .messages, .value, .signIn, .notice: return []
        }
    }
}
