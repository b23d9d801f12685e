internal import StoreModel
internal import StorefrontStrings

/// The table of all keys and what they do. Keys are looked up in it, and the footer, the help and the manual page are made
/// from it.
package struct Keymap: Hashable, Sendable {
    enum Context: Hashable, Sendable, CaseIterable {
        case everywhere, store, photo, reader, settings, transactions, subscriptions, signIn, dialog, reading
    }

    struct Binding: Hashable, Sendable {
        let context: Context
        let keys: [Key]
        let action: Action
        /// The explanation in the help.
        let words: String
        /// The word in the footer; nil if the key is not shown there.
        let footer: String?
    }

    let bindings: [Binding]
    private let language: Language
    private var strings: any Strings { language.strings }

    /// The table in English.
    package init() { self.init(.english) }

    init(_ language: Language) {
        self.language = language
        let strings = language.strings
        func bind(
            _ context: Context, _ keys: Key..., to action: Action, _ words: String, footer: String? = nil
        ) -> Binding {
            Binding(context: context, keys: keys, action: action, words: words, footer: footer)
        }
        bindings = [
            bind(.store, .enter, " ", to: .activate, strings.helpUseProduct, footer: strings.footerBuy),
            bind(.store, "s", to: .settings, strings.helpSettings, footer: strings.settingsTitle),
            bind(.store, "t", to: .transactions, strings.helpTransactions, footer: strings.transactionsTitle),
            bind(.store, "p", to: .photo, strings.helpPhoto, footer: strings.photoTitle),
            bind(.store, "u", to: .subscriptions, strings.helpSubscriptions),
            bind(.store, "i", to: .signIn, strings.helpSignIn, footer: strings.signInButton),
            bind(.store, "o", to: .signOut, strings.helpSignOut, footer: strings.footerSignOut),
            bind(.store, .up, "k", .backTab, to: .previous, strings.helpToPrevious),
            bind(.store, .down, "j", .tab, to: .next, strings.helpToNext, footer: strings.footerMove),
            bind(.store, .left, "h", "-", to: .less, strings.helpOneLess),
            bind(.store, .right, "l", "+", "=", to: .more, strings.helpOneMore, footer: strings.footerQuantity),
            bind(.store, "1", to: .product(1), strings.helpToProduct(1)),
            bind(.store, "2", to: .product(2), strings.helpToProduct(2)),
            bind(.store, "3", to: .product(3), strings.helpToProduct(3)),
            bind(.store, "4", to: .product(4), strings.helpToProduct(4)),
            bind(.store, "R", to: .restore, strings.helpRestore),
            bind(.store, "r", to: .retry, strings.helpReadPrices),
            bind(.store, "c", to: .use, strings.helpUsePiece),
            bind(.store, "x", to: .cancelDownload, strings.helpCancelDownload),

            bind(.photo, .left, .up, "h", "k", .backTab, to: .previous, strings.helpToPrevious),
            bind(.photo, .right, .down, "l", "j", .tab, to: .next, strings.helpToNext, footer: strings.footerChoose),
            bind(.photo, .enter, " ", to: .activate, strings.helpUseFilter, footer: strings.footerSwitch),
            bind(.photo, "g", to: .filter(.greyscale), strings.helpFilter(.greyscale)),
            bind(.photo, "s", to: .filter(.sepia), strings.helpFilter(.sepia)),
            bind(.photo, "c", to: .clearFilters, strings.helpClearFilters, footer: strings.clearFilters),
            bind(.photo, .escape, "p", to: .close, strings.helpClose, footer: strings.footerBack),

            bind(.settings, .up, "k", .backTab, to: .previous, strings.helpToPrevious),
            bind(.settings, .down, "j", .tab, to: .next, strings.helpToNext, footer: strings.footerMove),
            bind(.settings, .left, "h", "-", to: .less, strings.helpValueBefore),
            bind(
                .settings, .right, "l", "+", .enter, " ", to: .more, strings.helpNextValue, footer: strings.footerChange
            ),
            bind(.settings, .escape, "s", to: .close, strings.helpClose, footer: strings.footerBack),

            bind(.transactions, .up, "k", .backTab, to: .previous, strings.helpToPrevious),
            bind(.transactions, .down, "j", .tab, to: .next, strings.helpToNext, footer: strings.footerMove),
            bind(.transactions, .pageUp, to: .pageUp, strings.helpTenUp),
            bind(.transactions, .pageDown, to: .pageDown, strings.helpTenDown),
            bind(.transactions, .home, "g", to: .first, strings.helpToNewest),
            bind(.transactions, .end, "G", to: .last, strings.helpToOldest),
            bind(.transactions, "a", to: .approve, strings.helpApprove),
            bind(.transactions, "d", to: .decline, strings.helpDecline),
            bind(.transactions, "e", to: .resolve, strings.helpResolve),
            bind(.transactions, "f", to: .refund, strings.helpRefund),
            bind(.transactions, "r", to: .retry, strings.helpReadList, footer: strings.footerRefresh),
            bind(.transactions, .escape, "t", to: .close, strings.helpClose, footer: strings.footerBack),

            bind(.subscriptions, .up, "k", .backTab, to: .previous, strings.helpToPrevious),
            bind(.subscriptions, .down, "j", .tab, to: .next, strings.helpToNext, footer: strings.footerMove),
            bind(.subscriptions, .left, "h", to: .less, strings.helpButtonBefore),
            bind(.subscriptions, .right, "l", to: .more, strings.helpNextButton, footer: strings.footerChoose),
            bind(.subscriptions, .enter, " ", to: .activate, strings.helpPressButton, footer: strings.footerPress),
            bind(.subscriptions, "r", to: .retry, strings.helpReadList),
            bind(.subscriptions, .escape, "u", to: .close, strings.helpClose, footer: strings.footerBack),

            bind(.reader, .up, "k", to: .previous, strings.helpLineUp),
            bind(.reader, .down, "j", .enter, to: .next, strings.helpLineDown),
            bind(.reader, .pageUp, .left, "b", to: .pageUp, strings.helpPageBack),
            bind(.reader, " ", .pageDown, .right, to: .pageDown, strings.helpPageOn, footer: strings.footerPage),
            bind(.reader, .home, "g", to: .first, strings.helpToBookStart),
            bind(.reader, .end, "G", to: .last, strings.helpToBookEnd),
            bind(.reader, .escape, to: .close, strings.helpClose, footer: strings.footerBack),

            bind(.signIn, .enter, to: .activate, strings.helpNextField, footer: strings.footerGoOn),
            bind(.signIn, .escape, to: .refuse, strings.footerCancel, footer: strings.footerCancel),
            bind(.signIn, .tab, .down, to: .next, strings.helpToNext, footer: strings.footerMove),
            bind(.signIn, .backTab, .up, to: .previous, strings.helpToPrevious),
            bind(.signIn, .left, to: .less, strings.helpToTheLeft),
            bind(.signIn, .right, to: .more, strings.helpToTheRight),
            bind(.signIn, .home, .control("a"), to: .first, strings.helpToLineStart),
            bind(.signIn, .end, .control("e"), to: .last, strings.helpToLineEnd),
            bind(.signIn, .backspace, to: .eraseBefore, strings.helpEraseBefore),
            bind(.signIn, .delete, to: .eraseAfter, strings.helpEraseAfter),
            bind(.signIn, .control("u"), to: .eraseAll, strings.helpEraseLine),

            bind(.dialog, .left, .up, "h", "k", .backTab, to: .previous, strings.helpToPrevious),
            bind(.dialog, .right, .down, "l", "j", .tab, to: .next, strings.helpToNext, footer: strings.footerChoose),
            bind(.dialog, .enter, " ", to: .activate, strings.helpPressButton, footer: strings.footerPress),
            bind(.dialog, "y", to: .accept, strings.helpAccept, footer: strings.yes),
            bind(.dialog, .escape, "n", to: .refuse, strings.helpRefuse, footer: strings.no),

            bind(.reading, .up, "k", to: .previous, strings.helpLineUp),
            bind(.reading, .down, "j", to: .next, strings.helpLineDown, footer: strings.footerScroll),
            bind(
                .reading, .escape, .enter, " ", "?", .function(1), to: .close, strings.helpClose,
                footer: strings.noticeClose),

            bind(.everywhere, "?", .function(1), to: .help, strings.helpKeys, footer: strings.helpTitle),
            bind(.everywhere, "q", to: .quit, strings.helpQuit, footer: strings.quitLeave),
            bind(.everywhere, .control("c"), to: .interrupt, strings.helpInterrupt),
            bind(.everywhere, .control("l"), to: .redraw, strings.helpRedraw),
            bind(.everywhere, .control("z"), to: .suspend, strings.helpSuspend),
        ]
    }

    /// The action of a key in a context; else its action everywhere. Where text is typed, the key of a character has no action.
    func action(for key: Key, in context: Context) -> Action? {
        guard Self.isCommand(key, in: context) else { return nil }
        return bindings.first { $0.context == context && $0.keys.contains(key) }?.action
            ?? bindings.first { $0.context == .everywhere && $0.keys.contains(key) }?.action
    }

    private static func isCommand(_ key: Key, in context: Context) -> Bool {
        if context == .signIn, case .character = key { false } else { true }
    }

    func key(for action: Action, in context: Context) -> String? {
        bindings.first { $0.context == context && $0.action == action }.map { strings.name(of: $0.keys[0]) }
    }

    /// The keys and words for the footer, of those bindings that work in a context.
    func footer(of bindings: [Binding], in context: Context) -> [(keys: String, words: String)] {
        bindings.compactMap { binding in
            guard let words = binding.footer, let key = binding.keys.first(where: { Self.isCommand($0, in: context) })
            else { return nil }
            return (footerName(of: key, binding.action), words)
        }
    }

    func keyNames(_ binding: Binding) -> String { binding.keys.map(strings.name).joined(separator: " ") }

    /// The keys as the manual page lists them, in mdoc: a list for each place.
    package var manual: String {
        Context.allCases.map { context in
            let rows = bindings.filter { $0.context == context }.map { binding in
                let keys = binding.keys.map { Self.escaped(strings.name(of: $0)) }.joined(separator: " ")
                return ".It Ic \(keys)\n\(binding.words)\n"
            }
            return ".Ss \(strings.name(of: context))\n.Bl -tag -width 22n -compact\n\(rows.joined()).El\n"
        }.joined()
    }

    /// A key's name as roff reads it: minus signs, arrows that old terminals have, and no punctuation.
    private static func escaped(_ name: String) -> String {
        switch name {
        case "↑": "\\(ua"
        case "↓": "\\(da"
        case "←": "\\(<-"
        case "→": "\\(->"
        case "?": "\\&?"
        default: name.split(separator: "-", omittingEmptySubsequences: false).joined(separator: "\\-")
        }
    }

    /// Keys that move or change are named together with their opposite.
    private func footerName(of key: Key, _ action: Action) -> String {
        switch action {
        case .next, .more: strings.bothWays(key)
        default: strings.name(of: key)
        }
    }
}

enum Action: Hashable, Sendable {
    case next, previous, pageDown, pageUp, first, last
    case less, more
    case activate
    case cancelDownload
    /// Uses up a piece of a product.
    case use
    case product(Int)
    case settings, transactions, subscriptions, restore, retry, help
    case photo, filter(PhotoFilter), clearFilters
    case close
    case accept, refuse
    case approve, decline, resolve, refund
    case eraseBefore, eraseAfter, eraseAll
    case signIn, signOut
    case quit, interrupt
    /// The terminal does these itself: it paints everything again, or stops the program.
    case redraw, suspend
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
    /// A character stands for its key.
    package init(extendedGraphemeClusterLiteral value: Character) { self = .character(value) }
}
