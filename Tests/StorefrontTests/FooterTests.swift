import StoreEvents
import StoreModel
import Testing

@testable import Storefront

@Suite("The footer names what the keys do now") struct FooterTests {
    private func footer(_ state: StorefrontState, _ columns: Int = 200) -> String {
        let lines = state.frame(columns, 30).description.split(separator: "\n")
        return lines.last.map(String.init) ?? ""
    }

    private static let book = state(
        after: opened(), balance(35), booksListed, booksFetched, owned(firstBanana)
    )
    .pressing(.up, .up, .up)

    private static let signIn = ready(account: nil).hearing(signInQuestion())

    /// A state with a button selected, and its verb; nil for a disabled button.
    private static let buttons: [(name: String, state: StorefrontState, verb: String?)] = [
        ("loading", state(after: opened()), nil), ("credits", ready(), "buy"),
        ("no network", state(after: opened(), .requestFailed(.networkDown)), nil),
        ("purchases off", ready().hearing(.settingsChanged(StorefrontSettings(allowsPayments: false))), nil),
        ("not sold", state(after: opened(), prices(invalid: [five])), nil),
        ("filter for sale", ready().pressing("4"), "buy"),
        ("owned filter", ready().hearing(owned(sepia)).pressing("4"), "apply"),
        (
            "filter in use", ready().hearing(owned(sepia), .filtersChanged([.sepia])).pressing("4"),
            "switch off"
        ),
        ("restore", ready().pressing(.up, .up), "restore"),
        ("restoring", ready().hearing(.restoreProgressed(restored: 0)).pressing(.up, .up), nil),
        ("feed", ready().pressing(.up), "feed"), ("no credits", ready(balance: 0).pressing(.up), nil),
        ("subscription", readyToSubscribe().pressing("4", .down), "subscribe"),
        ("subscribed", readyToSubscribe(having: bunchID).pressing("4", .down), "manage"),
        ("letter", readyToSubscribe(having: letterID).pressing("4", .down, .down, .down), "read"),
        ("no book yet", book, "download"),
        ("loading a book", book.hearing(downloading(firstBanana, .active)), "pause"),
        ("paused", book.hearing(downloading(firstBanana, .paused)), "resume"),
        ("book", book.hearing(downloading(firstBanana, .finished)), "read"),
        ("photo, for sale", ready().pressing("p"), "buy"),
        ("photo, owned", ready().hearing(owned(greyscale)).pressing("p"), "apply"),
        (
            "photo, in use", ready().hearing(owned(greyscale), .filtersChanged([.greyscale])).pressing("p"),
            "switch off"
        ),
        (
            "photo, not sold",
            ready().hearing(.settingsChanged(StorefrontSettings(allowsPayments: false))).pressing("p"), nil
        ),
        ("photo, nothing to clear", ready().pressing("p", .left), nil),
        (
            "photo, to clear",
            ready().hearing(owned(greyscale), .filtersChanged([.greyscale])).pressing("p", .left), "clear"
        ),
        ("sheet", ready().hearing(updated(transaction()), StorefrontTests.sheet()), "cancel"),
        (
            "sheet, the other button",
            ready().hearing(updated(transaction()), StorefrontTests.sheet()).pressing(.left),
            "buy"
        ),
        ("sign out", ready(account: "jane").pressing("o"), "stay"),
        ("account", signIn, "next"), ("password", signIn.pressing(.tab), "sign in"),
        (
            "password of a new account",
            signIn.then { $0.signIn?.meant = .newAccount }.pressing(.tab), "new account"
        ),
        ("sign in", signIn.pressing(.tab, .tab), "sign in"),
        ("new account", signIn.pressing(.tab, .tab, .tab), "new account"),
        ("no sign-in", signIn.pressing(.up), "cancel"),
        ("signing in", signIn.writing("jane").pressing(.tab).writing("correct horse").pressing(.enter), nil),
    ]

    @Test(
        "Enter has the selected button's own verb, and no verb if the button is disabled",
        arguments: buttons.indices)
    func verbs(index: Int) {
        let (name, state, verb) = Self.buttons[index]
        let footer = footer(state)
        #expect(footer.contains("Enter") == (verb != nil), "\(name): \(footer)")
        if let verb { #expect(footer.contains("Enter \(verb)  "), "\(name): \(footer)") }
    }

    private static func subscriptions(_ subscriptions: SubscriptionSummary...) -> StorefrontState {
        readyToSubscribe(having: bunchID).pressing("u").hearing(listed(subscriptions))
    }

    /// A state, and the keys that move in it.
    private static let moves: [(name: String, state: StorefrontState, keys: [String])] = [
        ("signing in", signIn.writing("jane").pressing(.tab), ["Tab move"]),
        (
            "waiting",
            signIn.writing("jane").pressing(.tab).writing("correct horse").pressing(.enter), []
        ),
        ("transactions that have not come", ready().pressing("t"), []),
        ("no transactions", ready().pressing("t").hearing(transactionsListed([])), []),
        ("one", ready().pressing("t").hearing(transactionsListed([(transaction("a"), [])])), []),
        (
            "two",
            ready().pressing("t").hearing(
                transactionsListed([(transaction("a"), []), (transaction("b"), [])])), ["↑/↓ move"]
        ),
        ("subscriptions that have not come", ready().pressing("u"), []),
        ("no subscriptions", subscriptions(), []),
        ("an action", subscriptions(summary(of: bunchID, "1", actions: [.cancel])), []),
        (
            "actions", subscriptions(summary(of: bunchID, "1", actions: [.cancel, .refundPeriod])),
            ["←/→ choose"]
        ),
        (
            "subscriptions", subscriptions(summary(of: bunchID, "1"), summary(of: letterID, "2")),
            ["↑/↓ move"]
        ),
        ("settings that have not come", StorefrontState(now: start).pressing("s"), []),
        ("settings", ready().pressing("s"), ["↑/↓ move", "←/→ change"]),
    ]

    @Test("Keys that move are named if there is something to move to", arguments: moves.indices)
    func moving(index: Int) {
        let (name, state, keys) = Self.moves[index]
        let footer = footer(state)
        for key in ["Tab move", "↑/↓ move", "←/→ choose", "←/→ change"] {
            #expect(footer.contains(key) == keys.contains(key), "\(name): \(footer)")
        }
    }

    @Test("Subscriptions, restore and messages are named if there is room", arguments: Language.allCases)
    func store(_ language: Language) {
        Screens.$language.withValue(language) {
            let strings = language.strings
            for words in [
                "u \(strings[.subscriptionsTitle])", "R \(strings[.footerRestore])",
                "m \(strings[.messagesTitle])",
            ] {
                #expect(footer(ready(), 240).contains(words))
            }
        }
    }

    @Test(
        "Each hint is whole, with two blanks before the next, however narrow the window",
        arguments: Language.allCases)
    func whole(_ language: Language) {
        for (name, state) in Screens.all(in: language) {
            if case .value = state.layer { continue }
            let context = state.context
            let bindings = state.bindings(in: context) + state.bindings(in: .everywhere)
            let hints = state.keymap.footer(of: bindings, in: context).map { "\($0.keys) \($0.words)" }
            for columns in [34, 36, 40] {
                let rows = state.frame(columns, 10).description.split(
                    separator: "\n", omittingEmptySubsequences: false)
                let shown = rows[9].split(separator: "  ").map { $0.drop { $0 == " " } }
                #expect(
                    !shown.isEmpty && shown.allSatisfy { hints.contains(String($0)) },
                    "\(name), \(columns): \(rows[9])")
            }
        }
    }

    @Test("The sheet names the key that cancels in the narrowest windows, too", arguments: Language.allCases)
    func cancelling(_ language: Language) {
        let asked = Screens.$language.withValue(language) { ready() }.hearing(
            updated(transaction()), StorefrontTests.sheet())
        let strings = language.strings
        #expect(footer(asked, 40).contains("y \(strings[.footerBuy])"))
        for columns in [34, 40] {
            #expect(footer(asked, columns).contains("\(strings[.keyEscape]) \(strings[.footerCancel])"))
        }
    }

    @Test("The sheet shows the keys of its buttons at every size", arguments: [34, 40, 80, 120, 200])
    func sheet(columns: Int) {
        let asked = ready().hearing(updated(transaction()), StorefrontTests.sheet())
        #expect(footer(asked, columns).contains("y buy  Esc cancel") || columns < 40)
        #expect(footer(asked, columns).contains("y buy"))
        let plan = readyToSubscribe().hearing(
            updated(transaction()), StorefrontTests.sheet("k", bunch, quantity: 1))
        #expect(footer(plan, columns).contains("y buy"))
        let lines = asked.frame(columns, 24).description.split(separator: "\n")
        #expect(
            columns < 80 || lines.contains { $0.contains("y buy  Esc cancel") && $0.contains("[ Cancel ]") })
    }
}
