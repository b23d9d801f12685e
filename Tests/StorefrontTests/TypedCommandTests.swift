import StoreEvents
import StoreModel
import Testing

@testable import Storefront

/// The history of a store in which every command makes sense.
private let everything: [StorefrontEvent] = [
    opened(selling: [five, ten, greyscale, sepia, bunchID, bigBunchID, letterID]), balance(35),
    prices(
        fiveCredits, tenCredits, greyscaleFilter, sepiaFilter, bunch, bigBunch, letter,
        product(nightFerry, title: "The Night Ferry", kind: .nonConsumable),
        product(firstBanana, title: "The First Banana", kind: .nonConsumable)),
    booksListed,
    .entitlementsChanged(
        EntitlementsChanged(
            ownedProducts: [sepia, letterID, nightFerry, firstBanana], subscribedUntil: [letterID: periodEnd],
            piecesLeft: [five: 2])),
    downloading(nightFerry, .active), downloading(firstBanana, .finished), .filtersChanged([.sepia]),
    listed([summary(of: letterID, "7", actions: Set(SubscriptionAction.allCases))]),
]

private let transactions: StorefrontEvent = {
    var entries: [(PaymentTransaction, Set<TransactionAction>)] = [
        (transaction("b", five, .failed, error: .interrupted), [.resolve])
    ]
    for number in 0..<12 {
        let deferred = transaction(IdempotencyKey(rawValue: "\(number)"), ten, .deferred)
        entries.append((deferred, [.approve, .decline, .lapse]))
    }
    entries.append((transaction("a", ten, .purchased), [.refund, .reverseRefund]))
    return transactionsListed(entries)
}()

/// The same on the transactions screen, and on the others.
private let listing = state(events: everything).pressing("t").hearing(transactions)
private let shopping = state(events: everything)
/// The store, opened by somebody who is not its administrator.
private let openedForCustomer = StorefrontEvent.storeOpened(
    StoreOpened(
        settings: StorefrontSettings(), environment: .sandbox, accountName: "jane", hasAccounts: true,
        isAdministrator: false, productIdentifiers: [five]))
private let signedOut = state(after: opened(account: nil), fetched)
private let signedIn = state(after: opened(account: "jane"), fetched)

private func state(events: [StorefrontEvent]) -> StorefrontState {
    var state = StorefrontTests.state(after: events[0])
    for event in events.dropFirst() { state.hear(event) }
    return state
}

extension StorefrontState {
    /// All lines that can be typed with completion alone.
    fileprivate func lines(from start: String = "") -> [String] {
        completions(of: start).flatMap { completion in
            let line = start + completion.word
            return [line] + (goesOn(line) ? lines(from: line + " ") : [])
        }
    }

    /// Types a line after `:` and presses Enter.
    @discardableResult
    fileprivate mutating func type(_ line: String) -> [StorefrontCommand] {
        write(":" + line)
        return press(.enter)
    }

    fileprivate func typing(_ line: String) -> StorefrontState { then { $0.type(line) } }
}

@Suite("Commands after a colon") struct TypedCommandTests {
    // MARK: The grammar

    private static let states = [
        ("a list", listing), ("a store", shopping), ("nobody", signedOut), ("somebody", signedIn),
        ("a book that stands still", shopping.hearing(downloading(nightFerry, .paused))),
    ]

    @Test func `The settings say what somebody can change who is not the store's administrator`() {
        let text = shopping.hearing(openedForCustomer).pressing("s").frame().description
        #expect(text.contains("The rest is an administrator's.") && !text.contains("Play the store's part"))
    }

    @Test(
        "Every line that is completed word by word is a command, and one that makes sense now",
        arguments: states.indices)
    func grammar(_ index: Int) {
        let (name, state) = Self.states[index]
        let lines = state.lines()
        #expect(Set(lines).count == lines.count && lines.count > 30, "\(name)")
        for line in lines {
            let isWhole = CommandGrammar.commands.first { line.hasPrefix($0.word + " ") || line == $0.word }
                .map {
                    line.split(separator: " ").count > $0.needed
                }
            switch TypedCommand(line) {
            case .unknown, .badQuantity, .badAction, .nothing: Issue.record("\(line)")
            case .needsNumber, .needsName: #expect(isWhole == false, "\(line)")
            case .set(_, value: ""): break
            case .balance, .filters, .settings, .help, .quit, .signIn: break
            case .buy, .use, .answer, .feed, .restore, .products, .transactions, .olderTransactions, .act,
                .inspect,
                .subscriptions, .actOnSubscription, .set, .filter, .clearFilters, .scenario, .signOut, .book:
                var state = state
                let performed = state.perform(TypedCommand(line))
                // What cannot be sold is never there more than once.
                #expect(!performed.commands.isEmpty && performed.lines.isEmpty, "\(line): \(performed.lines)")
            }
        }
    }

    @Test func `Every first word of the grammar is offered by some state, and yes and no by none`() {
        let offered = Set(Self.states.flatMap { $0.1.completions(of: "").map(\.word) })
        #expect(offered == Set(CommandGrammar.commands.map(\.word)))
        #expect(!signedIn.completions(of: "").map(\.word).contains("sign-in"))
        #expect(!signedOut.completions(of: "").map(\.word).contains("sign-out"))
        #expect(!shopping.completions(of: "").map(\.word).contains("approve"))
        #expect(shopping.completions(of: "").map(\.word).contains("scenario"))
        let ofCustomer = shopping.hearing(openedForCustomer).completions(of: "")
        #expect(!ofCustomer.map(\.word).contains("scenario"))
    }

    @Test func `A number is offered with what it stands for, and a value with its meaning`() {
        func hints(_ line: String, _ state: StorefrontState = listing) -> [String] {
            state.completions(of: line).map { "\($0.word) \($0.hint)" }
        }
        #expect(hints("buy ").prefix(2) == ["1 5 Monkey Credits", "2 10 Monkey Credits"])
        #expect(hints("BUY 2 3") == ["3 $5.97"])
        #expect(hints("approve ").first == "2 10 Monkey Credits, deferred")
        #expect(hints("settings network ") == ["up ", "down ", "lost answers lost"])
        #expect(hints("settings fail 5020") == ["5020 forgotten password"])
        #expect(hints("buy 4 ") == [] && hints("buy x ") == [] && hints("no such ") == [])
    }

    // MARK: The screen and the lines

    @Test("A line sends the same commands on the screen and in lines")
    func screenAndLines() {
        for line in listing.lines() {
            var screen = listing
            let shop = PlainShop(everything)
            shop.take("transactions")
            shop.hear(transactions)
            let before = shop.sent.all.count
            shop.take(line)
            // The screen also opens the photo, and asks before a refund.
            var sent = screen.type(line).filter { $0 != .picture }
            if case .question = screen.layer {
                screen.wait(.seconds(1))
                sent += screen.press("y")
            }
            #expect(sent == Array(shop.sent.all.dropFirst(before)), "\(line)")
        }
    }

    @Test("A command that has a screen opens it, from each screen")
    func screens() {
        let screens: [(line: String, place: StorefrontState.Place)] = [
            ("settings", .settings), ("transactions", .transactions), ("subscriptions", .subscriptions),
            ("transactions older", .transactions),
            ("filters", .photo), ("products", .store), ("feed", .store),
        ]
        let opened = [
            shopping, listing, shopping.pressing("s"), shopping.pressing("p"), shopping.pressing("u"),
        ]
        for state in opened + [shopping.hearing(bookOpened)] {
            for (line, place) in screens {
                let after = state.typing(line)
                #expect(after.place == place && after.layer == .none && after.prompt == nil, "\(line)")
                // Nothing of the previous screen is left.
                #expect(
                    after.book == nil && (after.account.transactions == nil || place == .transactions),
                    "\(line)")
            }
            #expect(state.typing("help").layer == .help)
            #expect(state.typing("help").frame().description.contains("buy NUMBER [QUANTITY]: buy a product"))
            #expect(!state.typing("help").pressing("?", "?").frame().description.contains("buy NUMBER"))
            #expect(state.typing("quit").exit == .quit)
        }
        var state = listing
        #expect(state.type("read 9") == [.book(firstBanana)] && state.place == .store)
        #expect(signedOut.typing("sign-in").signIn?.selected == .account)
        #expect(
            signedOut.typing("sign-in Jane Doe").signIn.map { [$0.account.text, $0.field?.text] } == [
                "Jane Doe", "",
            ])
    }

    @Test func `A typed refund or sign-out is asked about first, as after a key`() {
        var refund = listing
        #expect(refund.type("refund 14") == [])
        #expect(refund.layer == .question(.refund(transaction("a", ten, .purchased))))
        #expect(refund.press("y") == [])
        refund.wait(.seconds(1))
        #expect(refund.press("y") == [.action(.refund, on: "a")])

        var subscription = listing
        #expect(subscription.type("subscription refund 1") == [] && subscription.place == .subscriptions)
        #expect(subscription.layer == .question(.refundSubscription("7", letterID)))
        subscription.wait(.seconds(1))
        #expect(subscription.press(.enter) == [] && subscription.layer == .none)

        var leaving = signedIn
        #expect(leaving.type("sign-out") == [] && leaving.layer == .question(.signOut))
        leaving.wait(.seconds(1))
        #expect(leaving.press("y") == [.signOut])
        // The other commands are carried out at once.
        var approving = listing
        #expect(approving.type("approve 2") == [.action(.approve, on: "0")] && approving.question == nil)
    }

    @Test func `Somebody without credits is told keys that buy some, wherever feed was typed`() {
        for before in [ready(balance: 0), ready(balance: 0).pressing("s"), ready(balance: 0).pressing("p")] {
            var state = before.typing("feed")
            #expect(state.status?.text.contains("press 1 or 2, then Enter") == true)
            #expect(state.press("1", .enter) == [.purchase(five, quantity: 1)])
        }
    }

    @Test func `An action on a subscription opens the list that shows what became of it`() {
        for before in [shopping, listing, shopping.pressing("s"), shopping.pressing("u")] {
            var state = before
            #expect(state.type("subscription cancel 1") == [.subscriptionAction(.cancel, on: "7")])
            #expect(state.place == .subscriptions && state.selectedSubscription == "7")
            #expect(state.frame().description.contains("The Keeper's Letter"))
        }
        #expect(shopping.typing("subscription cancel 2").place == .store)
    }

    @Test func `Enter after a typed action on a subscription does nothing else to it`() {
        let first = summary(of: bunchID, "1", actions: [.cancel])
        var state = shopping.pressing("u").hearing(
            listed([first, summary(of: letterID, "2", actions: [.resume])]))
        #expect(state.press(.enter) == [.subscriptionAction(.cancel, on: "1")])
        #expect(state.type("subscription resume 2") == [.subscriptionAction(.resume, on: "2")])
        state.hear(listed([first, summary(of: letterID, "2", actions: [.cancel])]))
        #expect(state.press(.enter) == [])
    }

    @Test(
        "After new-account, Enter in the password field makes an account, and after sign-in it signs in",
        arguments: ["", " jane"])
    func newAccount(name: String) {
        for isNew in [true, false] {
            var state = signedOut.typing((isNew ? "new-account" : "sign-in") + name)
            if name.isEmpty {
                state.write("jane")
                state.press(.enter)
            }
            state.write("correct horse")
            #expect(state.frame().description.contains("Enter new account") == isNew)
            let password = Password("correct horse")
            let answer: SignInAnswer =
                isNew
                ? .createAccount(account: "jane", password: password)
                : .signIn(account: "jane", password: password)
            #expect(state.press(.enter) == [.signIn(answer)])
        }
    }

    @Test func `If the account exists already, Enter in the password field signs in to it`() {
        var state = signedOut.typing("new-account jane").writing("correct horse").pressing(.enter)
        state.hear(signInQuestion("jane", .accountTaken))
        state.press(.enter)
        state.write("correct horse")
        #expect(
            state.press(.enter) == [
                .signIn(.signIn(account: "jane", password: Password("correct horse")))
            ])
    }

    @Test(
        "What is about an account is refused while nobody is signed in, because of that",
        arguments: [
            "use 1", "read 3", "download 3", "pause 3", "cancel 3", "filter sepia", "subscription cancel 1",
            "approve 1", "refund 1", "inspect 1",
        ])
    func signedOutCommands(_ line: String) {
        let words = "You aren't signed in at the store; nothing was changed. Sign in first."
        var state = signedOut
        #expect(state.type(line) == [] && state.status?.text == words)
        let shop = PlainShop([opened(account: nil), fetched])
        #expect(shop.take(line) == [words] && shop.sent.all.isEmpty && !shop.store.isBusy)
    }

    @Test func `A number counts the rows of the open list, whichever is selected`() {
        var state = listing.pressing(.down, .down, .down)
        #expect(state.type("approve 2") == [.action(.approve, on: "0")])
        #expect(
            shopping.hearing(transactions).typing("approve 2").status?.text.contains("Type transactions")
                == true)
    }

    @Test
    func `A number that is not in a list that was shown is refused without a word of typing transactions`() {
        let words = "There is no transaction 99 in the list."
        #expect(listing.typing("refund 99").status?.text == words)
        let shop = PlainShop(everything)
        shop.take("transactions")
        shop.hear(transactions)
        #expect(shop.take("refund 99") == [words] && shop.take("inspect 99") == [words])
    }

    @Test func `What is answered at once stands on the status line, and settings build on each other`() {
        #expect(shopping.typing("balance").statusLine?.text == "35 monkey credits")
        #expect(shopping.typing("approve 1").statusLine?.text.contains("Type transactions first.") == true)
        #expect(
            shopping.hearing(.scenarioPlayed(.refundDeclined)).status?.text
                == "The scenario refund-declined was played.")
        var state = shopping
        let asking = StorefrontSettings.with { $0.store.asksToBuy = true }
        #expect(state.type("settings ask on") == [.settings(asking, from: StorefrontSettings())])
        let both = StorefrontSettings.with {
            $0.store.asksToBuy = true
            $0.store.network = .down
        }
        #expect(state.type("settings network down") == [.settings(both, from: asking)])
    }

    @Test(
        "A word that there is not is answered with the right ones",
        arguments: [
            ("byu 1", "Did you mean buy?"), ("sett", "Did you mean settings?"),
            ("sub", "Did you mean subscriptions, subscription?"),
            ("xyzzy", "Type help for the commands."), ("scenario upgrad", "Try: upgrade"),
            ("scenario x", "Try: renewal, auto-renew-off-on, voluntary-expiry, grace-recovery"),
            ("scenario", "scenario renewal"), ("filter", "filter sepia"),
            ("filter grayscale", "Try: greyscale"), ("filter blue", "Try: greyscale, sepia"),
            ("settings netwrk up", "Try: network"),
            (
                "settings colour red",
                "Try: purchases, network, ask, interrupted, fail, delay, sheet, rate, renewals, grace"
            ),
            ("settings network sideways", "network takes up|down|lost."),
            ("subscription stop 1", "Try: cancel, resume"),
            ("approve", "approve 1"), ("read 0", "read needs a number, for example: read 7"),
            ("download", "download 1"), ("use x", "for example: use 1"),
            ("buy 1 2 3", "You can buy 1 to 10, not 2 3."),
        ])
    func rightWords(_ line: String, _ words: String) {
        #expect(
            shopping.typing(line).status?.text.contains(words) == true,
            "\(shopping.typing(line).status?.text ?? "")")
        let said = PlainShop(everything).take(line)
        #expect(said.count == 1 && said[0].contains(words), "\(said)")
    }

    @Test func `A setting that is not known yet is not said to be missing`() {
        let words = Language.english.strings[.settingsLoading]
        let state = StorefrontState(now: start, language: .english).typing("settings network down")
        #expect(state.status?.text == words)
        let shop = PlainShop([])
        #expect(shop.take("settings network down") == [words] && shop.sent.all.isEmpty)
    }

    @Test func `Lines wait until a scenario is played, and say so`() {
        let shop = PlainShop(everything)
        #expect(shop.take("scenario renewal") == [] && shop.store.isBusy)
        #expect(shop.sent.all == [.scenario(.renewal)])
        #expect(
            shop.hear(.scenarioPlayed(.renewal)) == ["The scenario renewal was played."] && !shop.store.isBusy
        )
        shop.take("scenario renewal")
        #expect(shop.hear(.actionFailed(.described("No."))) == ["No."] && !shop.store.isBusy)
    }

    // MARK: Nothing buys by itself

    private let asked = updated(transaction("k"))

    @Test func `Enter that was typed ahead after a purchase confirms nothing`() {
        var state = shopping
        let sent = state.type("buy 1") + state.press(.enter, .enter, "y")
        #expect(sent == [.purchase(five, quantity: 1)])
        state.hear(asked, sheet("k", fiveCredits, quantity: 1))
        #expect(state.press(.enter, "y", .left, .enter) == [])
        state.wait(.milliseconds(100))
        #expect(state.press("y") == [])
        state.wait(.milliseconds(50))
        #expect(state.press("y").count == 1)
    }

    @Test
    func `A question waits behind the prompt; no line answers it, and keys count when it has been seen`() {
        for question in [sheet("k", fiveCredits, quantity: 1), signInQuestion("jane"), .guestWelcomed] {
            var state = shopping.pressing(":").hearing(asked, question).waiting(.seconds(10))
            #expect(state.layer == .none && state.frame().description.contains("\n :"))
            state.write("yes")
            #expect(state.prompt?.field.text == "yes")
            #expect(state.press(.enter) == [] && state.layer != .none)
            guard case .sheet = state.layer else { continue }
            #expect(state.press("y", .left, .enter) == [])
            state.wait(.milliseconds(150))
            #expect(state.press(.left, .enter).count == 1)
        }
        for line in ["yes", "no", "y", "n"] {
            var state = shopping.pressing(":").hearing(asked, sheet("k", fiveCredits, quantity: 1))
            state.write(line)
            #expect(state.press(.enter) == [] && state.sheets.count == 1)
        }
    }

    @Test func `A pasted text is put in up to its first line break, and presses no Enter`() {
        var state = shopping.pressing(":")
        #expect(state.handle(.paste("buy 1\nyes\n\r\ny")) == [])
        #expect(state.prompt?.field.text == "buy 1")
        #expect(state.press(.enter) == [.purchase(five, quantity: 1)])
    }

    @Test func `Quitting asks while a purchase is on its way`() {
        #expect(shopping.hearing(asked).typing("quit").layer == .question(.quit))
        #expect(shopping.hearing(asked).typing("q").exit == nil)
    }

    // MARK: The prompt

    @Test func `The prompt opens on every screen where nothing else is asked for or typed`() {
        for (name, screen) in Screens.all where screen.prompt == nil && !screen.showsIdleWarning {
            let isFree =
                screen.question == nil && screen.sheets.isEmpty && screen.signIn == nil
                && screen.notices.isEmpty
                && screen.inspector?.alone == nil
            let after = screen.pressing(":")
            #expect((after.prompt?.kind == .command) == isFree, "\(name)")
            #expect(!isFree || after.layer == .none, "\(name)")
            guard isFree else { continue }
            var closed = after
            closed.write("feed")
            closed.press(.escape)
            #expect(closed.place == screen.place && closed.prompt == nil && closed.exit == nil, "\(name)")
        }
        // The list of a dialog's keys does not open it, either.
        #expect(ready().hearing(asked, sheet("k")).pressing(.function(1), ":").prompt == nil)
    }

    @Test func `It is edited as the field of a name is`() {
        var state = shopping.pressing(":")
        state.write("buy 12")
        state.press(
            .backspace, .left, .delete, "3", .home, .delete, "B", .control("e"), " ", "x", .control("a"),
            .right)
        #expect(state.prompt?.field.text == "Buy 3 x" && state.prompt?.field.beforeCursor == "B")
        state.press(.control("u"))
        #expect(state.prompt?.field == TextField())
        state.press(.backspace)
        #expect(state.prompt == nil)
    }

    @Test
    func `Tab takes the first word, then the next, and a space goes on; the right arrow takes what is shown`()
    {
        var state = shopping.pressing(":")
        var text: String? { state.prompt?.field.text }
        state.write("se")
        #expect(state.promptRest == "ttings")
        state.press(.tab)
        #expect(text == "settings ")
        state.write("ne")
        state.press(.right)
        #expect(text == "settings network ")
        for word in ["up", "down", "lost", "up"] {
            state.press(.tab)
            #expect(text == "settings network \(word)")
        }
        state.press(.backTab)
        #expect(text == "settings network lost")
        state.press(.enter)
        state.press(":")
        state.write("Sub")
        state.press(.tab, .tab)
        #expect(text == "subscription")
        // Nothing is completed in the middle of a line.
        state.press(.left, .tab)
        #expect(text == "subscription" && state.promptRest.isEmpty)
    }

    @Test func `Lines come back with the arrow up, and what was being typed with the arrow down`() {
        var state = shopping
        for number in 1...60 { state.type("feed \(number)") }
        state.type("   ")
        state.type("feed 60")
        #expect(state.history.count == Prompt.mostPast)
        state.press(":")
        state.write("bal")
        state.press(.up, .up)
        #expect(state.prompt?.field.text == "feed 59")
        state.press(.down, .down, .down)
        #expect(state.prompt?.field.text == "bal")
        for _ in 0..<100 { state.press(.up) }
        #expect(state.prompt?.field.text == "feed 11")
    }

    @Test(
        "The prompt shows the cursor after what was typed, at every size", arguments: [34, 40, 79, 80, 200])
    func cursor(columns: Int) {
        for rows in [10, 12, 24] {
            var state = listing.then { $0.size = Size(columns: columns, rows: rows) }.pressing(":")
            for character in "buy 2 3" + String(repeating: "猿x", count: 100) {
                state.press(.character(character))
                let frame = state.frame(columns, rows)
                let cursor = frame.cursor
                #expect(cursor?.row == rows - 2 && (cursor?.column ?? columns) < columns)
                guard let cursor else { continue }
                let before =
                    frame[cursor.column - 1, cursor.row].character
                    ?? frame[cursor.column - 2, cursor.row].character
                #expect(before == character)
            }
        }
    }
}
