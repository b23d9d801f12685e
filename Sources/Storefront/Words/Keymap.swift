internal import StoreModel

/// Which keys do what, and in which words: the only such table. Keys are looked up in it, and the footer, the help and the
/// manual page are drawn from it.
package struct Keymap: Hashable, Sendable {
    /// Where a key is pressed.
    enum Context: Hashable, Sendable, CaseIterable {
        case everywhere, store, photo, reader, settings, transactions, subscriptions, signIn, dialog, reading
    }

    /// One row of the table.
    struct Binding: Hashable, Sendable {
        let context: Context
        let keys: [Key]
        let action: Action
        /// What it does, for the help.
        let words: String
        /// The same in a word for the footer; nil where it has no place there.
        let footer: String?
    }

    let bindings: [Binding]
    private let strings: Strings

    /// The table in English.
    package init() { self.init(Strings()) }

    init(_ strings: Strings) {
        self.strings = strings
        func bind(_ context: Context, _ keys: Key..., to action: Action, footer: String? = nil) -> Binding {
            Binding(
                context: context, keys: keys, action: action, words: strings.words(for: action, in: context),
                footer: footer)
        }
        bindings = [
            bind(.store, .enter, " ", to: .activate, footer: strings.footerBuy),
            bind(.store, "s", to: .settings, footer: strings.settingsTitle),
            bind(.store, "t", to: .transactions, footer: strings.transactionsTitle),
            bind(.store, "p", to: .photo, footer: strings.photoTitle),
            bind(.store, "u", to: .subscriptions),
            bind(.store, "i", to: .signIn, footer: strings.signInButton),
            bind(.store, "o", to: .signOut, footer: strings.footerSignOut),
            bind(.store, .up, "k", .backTab, to: .previous),
            bind(.store, .down, "j", .tab, to: .next, footer: strings.footerMove),
            bind(.store, .left, "h", "-", to: .less),
            bind(.store, .right, "l", "+", "=", to: .more, footer: strings.footerQuantity),
            bind(.store, "1", to: .product(1)),
            bind(.store, "2", to: .product(2)),
            bind(.store, "3", to: .product(3)),
            bind(.store, "4", to: .product(4)),
            bind(.store, "R", to: .restore),
            bind(.store, "r", to: .retry),
            bind(.store, "x", to: .cancelDownload),

            bind(.photo, .left, .up, "h", "k", .backTab, to: .previous),
            bind(.photo, .right, .down, "l", "j", .tab, to: .next, footer: strings.footerChoose),
            bind(.photo, .enter, " ", to: .activate, footer: strings.footerSwitch),
            bind(.photo, "g", to: .filter(.greyscale)),
            bind(.photo, "s", to: .filter(.sepia)),
            bind(.photo, "c", to: .clearFilters, footer: strings.clearFilters),
            bind(.photo, .escape, "p", to: .close, footer: strings.footerBack),

            bind(.settings, .up, "k", .backTab, to: .previous),
            bind(.settings, .down, "j", .tab, to: .next, footer: strings.footerMove),
            bind(.settings, .left, "h", "-", to: .less),
            bind(.settings, .right, "l", "+", .enter, " ", to: .more, footer: strings.footerChange),
            bind(.settings, .escape, "s", to: .close, footer: strings.footerBack),

            bind(.transactions, .up, "k", .backTab, to: .previous),
            bind(.transactions, .down, "j", .tab, to: .next, footer: strings.footerMove),
            bind(.transactions, .pageUp, to: .pageUp),
            bind(.transactions, .pageDown, to: .pageDown),
            bind(.transactions, .home, "g", to: .first),
            bind(.transactions, .end, "G", to: .last),
            bind(.transactions, "a", to: .approve),
            bind(.transactions, "d", to: .decline),
            bind(.transactions, "e", to: .resolve),
            bind(.transactions, "f", to: .refund),
            bind(.transactions, "r", to: .retry, footer: strings.footerRefresh),
            bind(.transactions, .escape, "t", to: .close, footer: strings.footerBack),

            bind(.subscriptions, .up, "k", .backTab, to: .previous),
            bind(.subscriptions, .down, "j", .tab, to: .next, footer: strings.footerMove),
            bind(.subscriptions, .left, "h", to: .less),
            bind(.subscriptions, .right, "l", to: .more, footer: strings.footerChoose),
            bind(.subscriptions, .enter, " ", to: .activate, footer: strings.footerPress),
            bind(.subscriptions, "r", to: .retry),
            bind(.subscriptions, .escape, "u", to: .close, footer: strings.footerBack),

            bind(.reader, .up, "k", to: .previous),
            bind(.reader, .down, "j", .enter, to: .next),
            bind(.reader, .pageUp, .left, "b", to: .pageUp),
            bind(.reader, " ", .pageDown, .right, to: .pageDown, footer: strings.footerPage),
            bind(.reader, .home, "g", to: .first),
            bind(.reader, .end, "G", to: .last),
            bind(.reader, .escape, to: .close, footer: strings.footerBack),

            bind(.signIn, .enter, to: .activate, footer: strings.footerGoOn),
            bind(.signIn, .escape, to: .refuse, footer: strings.footerCancel),
            bind(.signIn, .tab, .down, to: .next, footer: strings.footerMove),
            bind(.signIn, .backTab, .up, to: .previous),
            bind(.signIn, .left, to: .less),
            bind(.signIn, .right, to: .more),
            bind(.signIn, .home, .control("a"), to: .first),
            bind(.signIn, .end, .control("e"), to: .last),
            bind(.signIn, .backspace, to: .eraseBefore),
            bind(.signIn, .delete, to: .eraseAfter),
            bind(.signIn, .control("u"), to: .eraseAll),

            bind(.dialog, .left, .up, "h", "k", .backTab, to: .previous),
            bind(.dialog, .right, .down, "l", "j", .tab, to: .next, footer: strings.footerChoose),
            bind(.dialog, .enter, " ", to: .activate, footer: strings.footerPress),
            bind(.dialog, "y", to: .accept, footer: strings.yes),
            bind(.dialog, .escape, "n", to: .refuse, footer: strings.no),

            bind(.reading, .up, "k", to: .previous),
            bind(.reading, .down, "j", to: .next, footer: strings.footerScroll),
            bind(.reading, .escape, .enter, " ", "?", .function(1), to: .close, footer: strings.noticeClose),

            bind(.everywhere, "?", .function(1), to: .help, footer: strings.helpTitle),
            bind(.everywhere, "q", to: .quit, footer: strings.quitLeave),
            bind(.everywhere, .control("c"), to: .interrupt),
            bind(.everywhere, .control("l"), to: .redraw),
            bind(.everywhere, .control("z"), to: .suspend),
        ]
    }

    /// What a key does in a context: its own meaning there before the common one. Where text is typed, a key that writes a
    /// character means nothing but that character.
    func action(for key: Key, in context: Context) -> Action? {
        guard Self.isCommand(key, in: context) else { return nil }
        return bindings.first { $0.context == context && $0.keys.contains(key) }?.action
            ?? bindings.first { $0.context == .everywhere && $0.keys.contains(key) }?.action
    }

    private static func isCommand(_ key: Key, in context: Context) -> Bool {
        if context == .signIn, case .character = key { false } else { true }
    }

    /// The key that stands for an action in a context.
    func key(for action: Action, in context: Context) -> String? {
        bindings.first { $0.context == context && $0.action == action }.map { strings.name(of: $0.keys[0]) }
    }

    /// The footer's keys and words of some bindings, as far as they work in a context, the most important first.
    func footer(of bindings: [Binding], in context: Context) -> [(keys: String, words: String)] {
        bindings.compactMap { binding in
            guard let words = binding.footer, let key = binding.keys.first(where: { Self.isCommand($0, in: context) })
            else { return nil }
            return (footerName(of: key, binding.action), words)
        }
    }

    /// The keys of a binding, as a person reads them.
    func keyNames(_ binding: Binding) -> String {
        binding.keys.map(strings.name).joined(separator: " ")
    }

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

    /// Two keys that belong together stand together: moving and changing go both ways.
    private func footerName(of key: Key, _ action: Action) -> String {
        switch action {
        case .next, .more: strings.bothWays(key)
        default: strings.name(of: key)
        }
    }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
    /// A character stands for its key.
    package init(extendedGraphemeClusterLiteral value: Character) { self = .character(value) }
}
