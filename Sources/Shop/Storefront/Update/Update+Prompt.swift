internal import StoreEvents
internal import StoreModel

// The prompt on top of a screen: its keys, from `handle`, and the words that complete a command. Pasted text
// comes from `handle`, too, and does not press Enter.
extension StorefrontState {
    /// Whether a command can be typed: not while something else is asked.
    var canType: Bool {
        prompt == nil && [.none, .help, .messages].contains(layer) && question == nil && signIn == nil
            && notices.isEmpty && sheets.isEmpty && inspector?.alone == nil
    }

    /// Opens the prompt for a command. It replaces the help or the messages.
    mutating func typeCommand() {
        guard canType || isPromptCovered else { return }
        openText = nil
        if prompt == nil { open(Prompt(.command, from: whereabouts)) }
    }

    /// Opens the prompt for a text to find.
    mutating func typeSearch() {
        guard canFind else { return }
        search = nil
        open(Prompt(.find, from: whereabouts))
    }

    private mutating func open(_ prompt: Prompt) {
        // The prompt now uses the row of the status line.
        status = nil
        self.prompt = prompt
    }

    /// Inserts text in the prompt.
    mutating func typeInPrompt(_ text: String) -> [StorefrontCommand] {
        prompt?.field.insert(text)
        return edited()
    }

    mutating func actInPrompt(_ action: Action) -> [StorefrontCommand] {
        guard let prompt else { return [] }
        let length = prompt.field.text.count
        switch action {
        case .close: return closePrompt()
        case .eraseBefore where length == 0: return closePrompt()
        case .activate: return enter(prompt)
        case .next where prompt.kind == .find: return goToMatch(by: 1)
        case .previous where prompt.kind == .find: return goToMatch(by: -1)
        case .next: recall(by: 1)
        case .previous: recall(by: -1)
        case .complete: complete(by: 1)
        case .completeBefore: complete(by: -1)
        case .more where prompt.field.cursor == length && prompt.kind == .command && length > 0:
            complete(by: 1)
        case .less: self.prompt?.field.moveCursor(by: -1)
        case .more: self.prompt?.field.moveCursor(by: 1)
        case .first: self.prompt?.field.moveCursor(by: -length)
        case .last: self.prompt?.field.moveCursor(by: length)
        case .eraseBefore:
            self.prompt?.field.eraseBefore()
            return edited()
        case .eraseAfter:
            self.prompt?.field.eraseAfter()
            return edited()
        case .eraseAll:
            self.prompt?.field = TextField()
            return edited()
        default: break
        }
        return []
    }

    /// Does what follows from a change of the text.
    private mutating func edited() -> [StorefrontCommand] {
        prompt?.choice = nil
        prompt?.past = nil
        return prompt?.kind == .find ? findFromOrigin() : []
    }

    /// Closes the prompt as if nothing had been typed.
    mutating func closePrompt() -> [StorefrontCommand] {
        guard let closed = prompt else { return [] }
        prompt = nil
        guard closed.kind == .find else { return [] }
        search = nil
        return goBack(to: closed.origin)
    }

    private mutating func enter(_ prompt: Prompt) -> [StorefrontCommand] {
        self.prompt = nil
        guard prompt.kind == .command else { return keepFound(from: prompt.origin) }
        let line = prompt.field.text
        if !line.allSatisfy(\.isWhitespace), history.last != line { history.append(line) }
        if history.count > Prompt.mostPast { history.removeFirst() }
        return run(line)
    }

    // MARK: Lines that were typed before

    private mutating func recall(by step: Int) {
        guard var prompt, !history.isEmpty else { return }
        if prompt.past == nil { prompt.typed = prompt.field.text }
        let next = max(0, (prompt.past ?? history.count) + step)
        prompt.past = next < history.count ? next : nil
        prompt.field = TextField(prompt.past.map { history[$0] } ?? prompt.typed)
        prompt.choice = nil
        self.prompt = prompt
    }

    // MARK: Completion

    /// The words that can complete the line, and which of them Tab has put there.
    var promptChoices: (words: [Completion], chosen: Int?) {
        guard let prompt, prompt.kind == .command, prompt.field.cursor == prompt.field.text.count else {
            return ([], nil)
        }
        return (completions(of: prompt.choice?.line ?? prompt.field.text), prompt.choice?.index)
    }

    /// The rest of the first word that could complete the prompt, if part of it has been typed.
    var promptRest: String {
        guard let prompt, prompt.choice == nil, let first = promptChoices.words.first else { return "" }
        let typed = prompt.field.text.lastWord
        return typed.isEmpty ? "" : String(first.word.dropFirst(typed.count))
    }

    /// Completes the last word with the first choice, or with the next one.
    private mutating func complete(by step: Int) {
        guard var prompt, prompt.kind == .command else { return }
        let (words, chosen) = promptChoices
        guard !words.isEmpty else { return }
        let line = prompt.choice?.line ?? prompt.field.text
        let start = String(line.dropLast(line.lastWord.count))
        var index = chosen.map { ($0 + step + words.count) % words.count } ?? (step > 0 ? 0 : words.count - 1)
        // A word that is already there is not the first choice.
        if chosen == nil, words.count > 1, step > 0, start + words[index].word == line.lowercased() {
            index = 1
        }
        var text = start + words[index].word
        if words.count == 1 {
            if goesOn(text) { text += " " }
            prompt.choice = nil
        } else {
            prompt.choice = Prompt.Choice(line: line, index: index)
        }
        prompt.field = TextField(text)
        self.prompt = prompt
    }
}
