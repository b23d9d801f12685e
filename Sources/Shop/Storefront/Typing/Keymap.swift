internal import StoreModel

/// The table of all keys and what they do. `StorefrontState` looks keys up in it. The footer, the help and
/// the list of keys in the manual page are made from it.
package struct Keymap: Hashable, Sendable {
    enum Context: Hashable, Sendable, CaseIterable {
        case everywhere, store, photo, reader, settings, transactions, inspector, subscriptions, prompt,
            signIn, dialog
        case reading
    }

    struct Binding: Hashable, Sendable {
        let context: Context
        let keys: [Key]
        let action: Action
        /// The explanation in the help.
        let words: String
        /// The word in the footer; nil if the key is not shown there. For a button, the state has a
        /// better word.
        var footer: String?
    }

    let bindings: [Binding]
    private let language: Language
    private var strings: Strings { language.strings }

    package init(_ language: Language = .english) {
        self.language = language
        let strings = language.strings
        func bind(
            _ context: Context, _ keys: Key..., to action: Action, _ words: Text, footer: Text? = nil
        ) -> Binding {
            Binding(
                context: context, keys: keys, action: action, words: strings[words],
                footer: footer.map { strings[$0] })
        }
        func bind(_ key: Key, toProduct number: Int) -> Binding {
            Binding(
                context: .store, keys: [key], action: .product(number), words: strings.helpToProduct(number))
        }
        bindings = [
            bind(.store, .enter, " ", to: .activate, .helpUseProduct, footer: .footerBuy),
            bind(.store, "s", to: .settings, .helpSettings, footer: .settingsTitle),
            bind(.store, "t", to: .transactions, .helpTransactions, footer: .transactionsTitle),
            bind(.store, "p", to: .photo, .helpPhoto, footer: .photoTitle),
            bind(.store, "u", to: .subscriptions, .helpSubscriptions, footer: .subscriptionsTitle),
            bind(.store, "i", to: .signIn, .helpSignIn, footer: .helpSignIn),
            bind(.store, "o", to: .signOut, .helpSignOut, footer: .helpSignOut),
            bind(.store, .up, "k", .backTab, to: .previous, .helpToPrevious),
            bind(.store, .down, "j", .tab, to: .next, .helpToNext, footer: .footerMove),
            bind(.store, .left, "h", "-", to: .less, .helpOneLess),
            bind(.store, .right, "l", "+", "=", to: .more, .helpOneMore, footer: .footerQuantity),
            bind("1", toProduct: 1),
            bind("2", toProduct: 2),
            bind("3", toProduct: 3),
            bind("4", toProduct: 4),
            bind(.store, "R", to: .restore, .helpRestore, footer: .footerRestore),
            bind(.store, "r", to: .retry, .helpReadPrices),
            bind(.store, "c", to: .use, .helpUsePiece),
            bind(.store, "x", to: .cancelDownload, .helpCancelDownload),
            bind(.store, .escape, to: .close, .helpEndSearch),

            bind(.photo, .left, .up, "h", "k", .backTab, to: .previous, .helpToPrevious),
            bind(.photo, .right, .down, "l", "j", .tab, to: .next, .helpToNext, footer: .footerChoose),
            bind(.photo, .enter, " ", to: .activate, .helpUseFilter, footer: .footerApply),
            bind(.photo, "g", to: .filter(.greyscale), .helpGreyscale),
            bind(.photo, "s", to: .filter(.sepia), .helpSepia),
            bind(.photo, "c", to: .clearFilters, .helpClearFilters, footer: .footerClear),
            bind(.photo, .escape, "p", to: .close, .helpClose, footer: .footerBack),

            bind(.settings, .up, "k", .backTab, to: .previous, .helpToPrevious),
            bind(.settings, .down, "j", .tab, to: .next, .helpToNext, footer: .footerMove),
            bind(.settings, .left, "h", "-", to: .less, .helpValueBefore),
            bind(.settings, .right, "l", "+", .enter, " ", to: .more, .helpNextValue, footer: .footerChange),
            bind(.settings, .escape, "s", to: .close, .helpClose, footer: .footerBack),

            bind(.transactions, .enter, to: .activate, .helpInspect, footer: .footerInspect),
            bind(.transactions, .up, "k", .backTab, to: .previous, .helpToPrevious),
            bind(.transactions, .down, "j", .tab, to: .next, .helpToNext, footer: .footerMove),
            bind(.transactions, .pageUp, to: .pageUp, .helpTenUp),
            bind(.transactions, .pageDown, to: .pageDown, .helpTenDown),
            bind(.transactions, .home, "g", to: .first, .helpToNewest),
            bind(.transactions, .end, "G", to: .last, .helpToOldest),
            bind(.transactions, "a", to: .approve, .helpApprove),
            bind(.transactions, "d", to: .decline, .helpDecline),
            bind(.transactions, "e", to: .resolve, .helpResolve),
            bind(.transactions, "f", to: .refund, .helpRefund),
            bind(.transactions, "r", to: .retry, .helpReadList, footer: .footerRefresh),
            bind(.transactions, .escape, "t", to: .close, .helpClose, footer: .footerBack),

            bind(.inspector, "y", to: .copy, .helpCopy, footer: .footerCopy),
            bind(.inspector, .up, "k", .backTab, to: .previous, .helpToPrevious),
            bind(.inspector, .down, "j", .tab, to: .next, .helpToNext, footer: .footerMove),
            bind(.inspector, .pageUp, to: .pageUp, .helpTenUp),
            bind(.inspector, .pageDown, to: .pageDown, .helpTenDown),
            bind(.inspector, .home, "g", to: .first, .helpToTop),
            bind(.inspector, .end, "G", to: .last, .helpToBottom),
            bind(.inspector, "a", to: .approve, .helpApprove, footer: .transactionActionApprove),
            bind(.inspector, "d", to: .decline, .helpDecline, footer: .transactionActionDecline),
            bind(.inspector, "e", to: .resolve, .helpResolve, footer: .transactionActionResolve),
            bind(.inspector, "f", to: .refund, .helpRefund, footer: .transactionActionRefund),
            bind(.inspector, .enter, to: .activate, .helpShowValue, footer: .footerShow),
            bind(.inspector, .escape, "t", to: .close, .helpClose, footer: .footerBack),
            bind(.inspector, "r", to: .retry, .helpInspectAgain, footer: .footerRefresh),

            bind(.subscriptions, .up, "k", .backTab, to: .previous, .helpToPrevious),
            bind(.subscriptions, .down, "j", .tab, to: .next, .helpToNext, footer: .footerMove),
            bind(.subscriptions, .left, "h", to: .less, .helpButtonBefore),
            bind(.subscriptions, .right, "l", to: .more, .helpNextButton, footer: .footerChoose),
            bind(.subscriptions, .enter, " ", to: .activate, .helpPressButton, footer: .footerPress),
            bind(.subscriptions, "r", to: .retry, .helpReadList),
            bind(.subscriptions, .escape, "u", to: .close, .helpClose, footer: .footerBack),

            bind(.reader, .up, "k", to: .previous, .helpLineUp),
            bind(.reader, .down, "j", .enter, to: .next, .helpLineDown),
            bind(.reader, .pageUp, .left, "b", to: .pageUp, .helpPageBack),
            bind(.reader, " ", .pageDown, .right, to: .pageDown, .helpPageOn, footer: .footerPage),
            bind(.reader, .home, "g", to: .first, .helpToBookStart),
            bind(.reader, .end, "G", to: .last, .helpToBookEnd),
            bind(.reader, .escape, to: .close, .helpClose, footer: .footerBack),

            bind(.prompt, .enter, to: .activate, .helpEnterPrompt, footer: .footerRun),
            bind(.prompt, .tab, to: .complete, .helpComplete, footer: .footerComplete),
            bind(.prompt, .backTab, to: .completeBefore, .helpCompleteBefore),
            bind(.prompt, .escape, to: .close, .helpClosePrompt, footer: .footerCancel),
            bind(.prompt, .up, to: .previous, .helpPromptUp),
            bind(.prompt, .down, to: .next, .helpPromptDown, footer: .footerPast),
            bind(.prompt, .left, to: .less, .helpToTheLeft),
            bind(.prompt, .right, to: .more, .helpToTheRightOrComplete),
            bind(.prompt, .home, .control("a"), to: .first, .helpToLineStart),
            bind(.prompt, .end, .control("e"), to: .last, .helpToLineEnd),
            bind(.prompt, .backspace, to: .eraseBefore, .helpEraseBefore),
            bind(.prompt, .delete, to: .eraseAfter, .helpEraseAfter),
            bind(.prompt, .control("u"), to: .eraseAll, .helpEraseLine),

            bind(.signIn, .enter, to: .activate, .helpNextField, footer: .footerGoOn),
            bind(.signIn, .escape, to: .refuse, .footerCancel, footer: .footerCancel),
            bind(.signIn, .tab, .down, to: .next, .helpToNext, footer: .footerMove),
            bind(.signIn, .backTab, .up, to: .previous, .helpToPrevious),
            bind(.signIn, .left, to: .less, .helpToTheLeft),
            bind(.signIn, .right, to: .more, .helpToTheRight),
            bind(.signIn, .home, .control("a"), to: .first, .helpToLineStart),
            bind(.signIn, .end, .control("e"), to: .last, .helpToLineEnd),
            bind(.signIn, .backspace, to: .eraseBefore, .helpEraseBefore),
            bind(.signIn, .delete, to: .eraseAfter, .helpEraseAfter),
            bind(.signIn, .control("u"), to: .eraseAll, .helpEraseLine),

            bind(.dialog, "y", to: .accept, .yes, footer: .yes),
            bind(.dialog, .escape, "n", to: .refuse, .no, footer: .no),
            bind(.dialog, .enter, " ", to: .activate, .helpPressButton, footer: .footerPress),
            bind(.dialog, .left, .up, "h", "k", .backTab, to: .previous, .helpToPrevious),
            bind(.dialog, .right, .down, "l", "j", .tab, to: .next, .helpToNext, footer: .footerChoose),

            bind(.reading, .up, "k", to: .previous, .helpLineUp),
            bind(.reading, .down, "j", to: .next, .helpLineDown, footer: .footerScroll),
            bind(.reading, .pageUp, to: .pageUp, .helpPageBack),
            bind(.reading, .pageDown, to: .pageDown, .helpPageOn),
            bind(.reading, .home, "g", to: .first, .helpToTop),
            bind(.reading, .end, "G", to: .last, .helpToBottom),
            bind(
                .reading, .escape, .enter, " ", "?", .function(1), to: .close, .helpClose, footer: .helpClose),

            bind(.everywhere, "?", .function(1), to: .help, .helpKeys, footer: .helpTitle),
            bind(.everywhere, ":", to: .command, .helpCommand, footer: .footerCommand),
            bind(.everywhere, "/", to: .find, .helpFind, footer: .footerFind),
            bind(.everywhere, "n", to: .nextMatch, .helpNextMatch, footer: .footerGoOn),
            bind(.everywhere, "N", to: .previousMatch, .helpPreviousMatch),
            bind(.everywhere, "m", to: .messages, .helpMessages, footer: .messagesTitle),
            bind(.everywhere, "q", to: .quit, .helpQuit, footer: .helpQuit),
            bind(.everywhere, .control("c"), to: .interrupt, .helpInterrupt),
            bind(.everywhere, .control("l"), to: .redraw, .helpRedraw),
            bind(.everywhere, .control("z"), to: .suspend, .helpSuspend),
        ]
    }

    /// The action of a key in a context, or else its action everywhere. In a context where text is typed, a
    /// character's key has no action.
    func action(for key: Key, in context: Context) -> Action? {
        guard Self.isCommand(key, in: context) else { return nil }
        return bindings.first { $0.context == context && $0.keys.contains(key) }?.action
            ?? bindings.first { $0.context == .everywhere && $0.keys.contains(key) }?.action
    }

    private static func isCommand(_ key: Key, in context: Context) -> Bool {
        if context == .signIn || context == .prompt, case .character = key { false } else { true }
    }

    func key(for action: Action, in context: Context) -> String? {
        bindings.first { $0.context == context && $0.action == action }.map { strings.name(of: $0.keys[0]) }
    }

    /// The keys and words for the footer, from the bindings that work in a context. If a key is named
    /// together with its opposite, a click on it does nothing.
    func footer(of bindings: [Binding], in context: Context) -> [(key: Key?, keys: String, words: String)] {
        bindings.compactMap { binding in
            guard let words = binding.footer,
                let key = binding.keys.first(where: { Self.isCommand($0, in: context) })
            else { return nil }
            // Keys that move or change something are named together with their opposite.
            return [.next, .more].contains(binding.action)
                ? (nil, strings.bothWays(key), words) : (key, strings.name(of: key), words)
        }
    }

    func keyNames(_ binding: Binding) -> String { binding.keys.map(strings.name).joined(separator: " ") }
}

enum Action: Hashable, Sendable {
    case next, previous, pageDown, pageUp, first, last
    case less, more
    case activate
    case cancelDownload
    /// Uses up a piece of a product.
    case use
    case product(Int)
    case settings, transactions, subscriptions, restore, retry, help, messages
    case photo, filter(PhotoFilter), clearFilters
    case close
    case accept, refuse
    case approve, decline, resolve, refund
    /// Puts a value on the clipboard.
    case copy
    case eraseBefore, eraseAfter, eraseAll
    case signIn, signOut
    /// Opens the prompt. In the prompt, completes a word with the next choice or the one before.
    case command, find
    case complete, completeBefore
    case nextMatch, previousMatch
    case quit, interrupt
    /// The terminal handles these itself: it repaints everything, or stops the program.
    case redraw, suspend
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
    /// A character stands for its key.
    package init(extendedGraphemeClusterLiteral value: Character) { self = .character(value) }
}

// The names of keys, and of the places where they work.
extension Strings {
    func name(of key: Key) -> String {
        switch key {
        case .character(" "): self[.keySpace]
        case .character(let character): String(character)
        case .control(let character): keyControl(character.uppercased())
        case .enter: self[.keyEnter]
        case .escape: self[.keyEscape]
        case .tab: self[.keyTab]
        case .backTab: self[.keyBackTab]
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .home: self[.keyHome]
        case .end: self[.keyEnd]
        case .pageUp: self[.keyPageUp]
        case .pageDown: self[.keyPageDown]
        case .backspace: self[.keyBackspace]
        case .delete: self[.keyDelete]
        case .function(let number): "F\(number)"
        }
    }

    /// A key and its opposite.
    func bothWays(_ key: Key) -> String {
        switch key {
        case .down: "↑/↓"
        case .right: "←/→"
        default: name(of: key)
        }
    }

    func name(of context: Keymap.Context) -> String {
        switch context {
        case .everywhere: self[.placeEverywhere]
        case .store: self[.placeStore]
        case .photo: self[.photoTitle]
        case .settings: self[.settingsTitle]
        case .transactions: self[.transactionsTitle]
        case .inspector: self[.inspectorTitle]
        case .subscriptions: self[.subscriptionsTitle]
        case .reader: self[.placeReader]
        case .prompt: self[.placePrompt]
        case .signIn: self[.placeSignIn]
        case .dialog: self[.placeDialog]
        case .reading: self[.placeReading]
        }
    }
}
