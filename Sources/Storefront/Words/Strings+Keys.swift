extension Strings {
    var footerPage: String { say(en: "page") }
    var footerMove: String { say(en: "move") }
    var footerQuantity: String { say(en: "quantity") }
    var footerBuy: String { say(en: "buy") }
    var footerChange: String { say(en: "change") }
    var footerBack: String { say(en: "back") }
    var footerRefresh: String { say(en: "refresh") }
    var footerChoose: String { say(en: "choose") }
    var footerPress: String { say(en: "press") }
    var footerScroll: String { say(en: "scroll") }

    var footerSignOut: String { say(en: "Sign out") }
    var footerGoOn: String { say(en: "go on") }
    var footerCancel: String { say(en: "cancel") }

    func name(of context: Keymap.Context) -> String {
        switch context {
        case .everywhere: say(en: "Everywhere")
        case .store: say(en: "Store")
        case .photo: say(en: "Photo")
        case .settings: say(en: "Settings")
        case .transactions: say(en: "Transactions")
        case .subscriptions: say(en: "Subscriptions")
        case .reader: say(en: "Reading")
        case .signIn: say(en: "Signing in")
        case .dialog: say(en: "Questions")
        case .reading: say(en: "Messages")
        }
    }

    func words(for action: Action, in context: Keymap.Context) -> String {
        switch action {
        case .next: context == .reading || context == .reader ? say(en: "one line down") : say(en: "to the next one")
        case .previous:
            context == .reading || context == .reader ? say(en: "one line up") : say(en: "to the one before")
        case .pageDown: context == .reader ? say(en: "one page on") : say(en: "ten down")
        case .pageUp: context == .reader ? say(en: "one page back") : say(en: "ten up")
        case .first: first(in: context)
        case .last: last(in: context)
        case .cancelDownload: say(en: "give the download of a book up")
        case .less: less(in: context)
        case .more: more(in: context)
        case .activate: activate(in: context)
        case .product(let number): say(en: "to product \(number)")
        case .settings: say(en: "open the settings")
        case .transactions: say(en: "open the transactions")
        case .subscriptions: say(en: "open the subscriptions")
        case .restore: say(en: "restore what the account owns")
        case .photo: say(en: "open the photo and its filters")
        case .filter(let filter): say(en: "\(name(of: filter)): switch it on or off, or buy it")
        case .clearFilters: say(en: "switch all filters off")
        case .retry: context == .store ? say(en: "ask for the prices again") : say(en: "read the list again")
        case .help: say(en: "show all keys")
        case .close: say(en: "close, and go back")
        case .accept: say(en: "yes: buy, or leave")
        case .refuse: context == .signIn ? say(en: "cancel") : say(en: "no: cancel, or stay")
        case .approve: say(en: "approve a request to buy")
        case .decline: say(en: "decline a request to buy")
        case .resolve: say(en: "resolve an interrupted purchase")
        case .refund: say(en: "refund a purchase")
        case .eraseBefore: say(en: "erase the character before")
        case .eraseAfter: say(en: "erase the character after")
        case .eraseAll: say(en: "erase the whole line")
        case .signIn: say(en: "sign in, where nobody is")
        case .signOut: say(en: "sign out, where somebody is signed in")
        case .quit: say(en: "leave the store")
        case .interrupt: say(en: "leave at once, from anywhere")
        case .redraw: say(en: "draw the whole screen again")
        case .suspend: say(en: "stop the program; fg brings it back")
        }
    }

    private func first(in context: Keymap.Context) -> String {
        switch context {
        case .signIn: say(en: "to the beginning of the line")
        case .reader: say(en: "to the beginning of the book")
        default: say(en: "to the newest")
        }
    }

    private func last(in context: Keymap.Context) -> String {
        switch context {
        case .signIn: say(en: "to the end of the line")
        case .reader: say(en: "to the end of the book")
        default: say(en: "to the oldest")
        }
    }

    private func less(in context: Keymap.Context) -> String {
        switch context {
        case .store: say(en: "one less")
        case .signIn: say(en: "one character or button to the left")
        case .subscriptions: say(en: "the button before")
        default: say(en: "the value before")
        }
    }

    private func more(in context: Keymap.Context) -> String {
        switch context {
        case .store: say(en: "one more")
        case .signIn: say(en: "one character or button to the right")
        case .subscriptions: say(en: "the next button")
        default: say(en: "the next value")
        }
    }

    private func activate(in context: Keymap.Context) -> String {
        switch context {
        case .store: say(en: "buy, feed the monkey, or fetch, stop and read a book")
        case .photo: say(en: "switch the filter on or off, or buy it")
        case .signIn: say(en: "to the next field; sign in, or press the selected button")
        default: say(en: "press the selected button")
        }
    }

    func name(of key: Key) -> String {
        switch key {
        case .character(" "): say(en: "Space")
        case .character(let character): String(character)
        case .control(let character): say(en: "Ctrl-\(character.uppercased())")
        case .enter: say(en: "Enter")
        case .escape: say(en: "Esc")
        case .tab: say(en: "Tab")
        case .backTab: say(en: "Shift-Tab")
        case .up: say(en: "↑")
        case .down: say(en: "↓")
        case .left: say(en: "←")
        case .right: say(en: "→")
        case .home: say(en: "Home")
        case .end: say(en: "End")
        case .pageUp: say(en: "PgUp")
        case .pageDown: say(en: "PgDn")
        case .backspace: say(en: "Backspace")
        case .delete: say(en: "Del")
        case .function(let number): say(en: "F\(number)")
        }
    }

    /// A key together with its opposite.
    func bothWays(_ key: Key) -> String {
        switch key {
        case .down: say(en: "↑/↓")
        case .right: say(en: "←/→")
        default: name(of: key)
        }
    }
}
