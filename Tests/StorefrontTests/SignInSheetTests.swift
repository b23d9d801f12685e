import StoreEvents
import StoreModel
import Testing

@testable import Storefront

@Suite struct SignInSheetTests {
    private let secret = "correct horse"

    private func answer(_ account: String, _ password: String) -> [StorefrontCommand] {
        [.signIn(.signIn(account: account, password: Password(password)))]
    }
    private let cancelled: [StorefrontCommand] = [.signIn(.cancelled)]

    private func asked(_ account: String? = nil, _ reason: StoreError? = nil) -> StorefrontState {
        ready(account: nil).hearing(signInQuestion(account, reason))
    }

    private func waiting() -> StorefrontState { asked("jane").writing(secret).pressing(.enter) }

    @Test func `A name, Enter, a password, Enter: that is a sign-in, sent once`() {
        var state = asked().writing("jane")
        #expect(state.press(.enter) == [])
        state.write(secret)
        #expect(state.press(.enter) == answer("jane", secret))
        #expect(state.press(.enter, .enter, " ") == [])
        #expect(state.frame().description.contains("Signing in…"))
    }

    @Test func `Who was signed in last need not be typed again`() {
        var state = asked("jane").writing(secret)
        #expect(state.press(.enter) == answer("jane", secret))
    }

    @Test func `Tab and the arrows go through fields and buttons, around in both directions`() {
        let cases: [([Key], SignInSheet.Stop)] = [
            ([], .account), ([.tab], .password), ([.down, .down], .signIn),
            ([.tab, .tab, .tab], .newAccount),
            ([.tab, .tab, .right, .right], .cancel), ([.tab, .tab, .tab, .tab, .tab], .account),
            ([.up], .cancel),
            ([.backTab, .backTab], .newAccount), ([.up, .left, .left], .signIn), ([.enter], .password),
        ]
        for (keys, stop) in cases {
            #expect(asked().pressing(keys).signIn?.selected == stop, "\(keys)")
        }
    }

    @Test func `Each button does what it says, with Enter and with Space`() {
        for press in [Key.enter, " "] {
            let cases: [([Key], [StorefrontCommand])] = [
                ([.tab], answer("jane", secret)),
                ([.tab, .tab], [.signIn(.createAccount(account: "jane", password: Password(secret)))]),
                ([.tab, .tab, .tab], cancelled),
            ]
            for (keys, expected) in cases {
                var state = asked("jane").writing(secret).pressing(keys)
                #expect(state.press(press) == expected, "\(keys)")
            }
        }
    }

    @Test func `In a field every character is only text: none quits, helps, buys or moves`() {
        var state = asked().writing("qy?so 1")
        #expect(state.signIn?.account.text == "qy?so 1")
        #expect(state.exit == nil && state.place == .store && state.layer == .signIn)
        state.press(.tab, .tab)
        #expect(state.press("q", "y", "n", "o", "?", "s") == [])
        #expect(state.exit == nil && state.layer == .signIn)
    }

    @Test func `The editing keys edit the selected field`() {
        let cases: [([Key], String, Int)] = [
            ([.backspace], "jan", 3), ([.home, .delete], "ane", 0), ([.left, .left, "x"], "jaxne", 3),
            ([.control("u")], "", 0), ([.control("a"), "x"], "xjane", 1), ([.home, .end, "x"], "janex", 5),
            ([.control("a"), .control("e"), .right, "x"], "janex", 5),
        ]
        for (keys, text, cursor) in cases {
            let state = asked().writing("jane").pressing(keys)
            #expect(state.signIn?.account.text == text && state.signIn?.account.cursor == cursor, "\(keys)")
        }
    }

    @Test func `A paste goes into the selected field; on a button it does nothing and says so`() {
        var state = asked()
        #expect(state.handle(.paste("jane\n")) == [])
        state.press(.tab)
        #expect(state.handle(.paste(secret)) == [])
        #expect(state.signIn?.account.text == "jane" && state.signIn?.password.text == secret)
        state.press(.tab)
        let before = state.signIn
        #expect(state.handle(.paste("more")) == [])
        #expect(state.signIn == before && state.status?.text == state.strings[.pasteIgnored])
    }

    @Test(
        "What the store could only refuse is not sent: the sheet says what is wrong and goes there",
        arguments: [
            ("", "correct horse", SignInSheet.Stop.account), ("   ", "correct horse", .account),
            (String(repeating: "j", count: 65), "correct horse", .account), ("jane", "", .password),
            ("jane", "1234567", .password), ("jane", String(repeating: "x", count: 257), .password),
        ])
    func lengthsAreChecked(_ account: String, _ password: String, _ stop: SignInSheet.Stop) {
        for button in [SignInSheet.Stop.signIn, .newAccount] {
            var state = asked()
            state.signIn?.account = TextField(account)
            state.signIn?.password = TextField(password)
            state.signIn?.selected = button
            #expect(state.press(.enter) == [])
            #expect(state.signIn?.selected == stop)
            let shown = state.frame().description
            #expect(shown.contains(stop == .account ? "1 to 64 characters" : "8 to 256 characters"))
            state.press("x")
            #expect(!state.frame().description.contains("characters."))
        }
    }

    @Test(
        "Names and passwords of the shortest and the longest lengths are sent; blanks around a name are not",
        arguments: [
            ("j", "12345678"), (String(repeating: "j", count: 64), String(repeating: "猿", count: 256)),
            (" jane ", " pass word "),
        ])
    func lengthsAtTheLimit(_ account: String, _ password: String) {
        var state = asked().writing(account).pressing(.enter).writing(password)
        let name = account == " jane " ? "jane" : account
        #expect(state.press(.enter) == answer(name, password))
    }

    @Test func `Esc cancels from everywhere, also while the answer is awaited`() {
        for before in (0..<5).map({ asked().pressing(Array(repeating: .tab, count: $0)) }) + [waiting()] {
            var state = before
            #expect(state.press(.escape) == cancelled)
            #expect(state.layer == .none)
        }
    }

    @Test func `While the answer is awaited, nothing else does anything`() {
        var state = waiting()
        let before = state
        let keys: [Key] = [.enter, " ", "x", .tab, .up, .left, .home, .backspace, .delete, .control("u")]
        for key in keys { #expect(state.press(key) == []) }
        #expect(state == before)
        _ = state.handle(.paste(secret))
        #expect(state.signIn == before.signIn)
    }

    @Test(
        "A failure is said in the sheet with a way out, and the cursor is where something has to change",
        arguments: [
            (StoreError.forgottenPassword, "Try again, or create an account.", SignInSheet.Stop.password),
            (.accountTaken, "Sign in, or pick another name.", .account),
            (
                StoreError(domain: .account, code: 429, detail: .wait(seconds: 30)),
                "try again in 30 s. Nothing was charged.", .password
            ),
            (.tooManyAttempts, "Wait a minute, then try again.", .password),
            (.networkDown, "Try again, or cancel.", .password), (.unknownServerError, "(5002)", .password),
            (.signInNeeded, "Sign in again.", .password),
            (.paymentInvalid, "name or password isn't allowed", .password),
            (.badCredentials(.badName), "1 to 64 characters that can be shown", .password),
            (.badCredentials(.badPassword), "8 to 256 characters", .password),
            (
                StoreError(domain: .storeKit, code: 3, message: "A name has characters that can be shown."),
                "can be shown. Nothing was charged.", .password
            ),
        ])
    func failuresAreSaid(_ reason: StoreError, _ words: String, _ stop: SignInSheet.Stop) {
        var state = waiting().hearing(signInQuestion("jane", reason))
        #expect(state.signIn?.selected == stop)
        #expect(state.signIn?.account.text == "jane" && state.signIn?.password.text == "")
        for (columns, rows) in [(80, 24), (40, 12)] {
            let frame = state.frame(columns, rows)
            let box = frame.description.filter { !"│╭╮╰╯─\n".contains($0) }.split(separator: " ").joined(
                separator: " ")
            #expect(box.contains(words), "\(columns)x\(rows)\n\(frame)")
            #expect(box.contains("Nothing was charged."), "\(columns)x\(rows)")
        }
        state.signIn?.selected = .password
        state.write("another horse")
        #expect(state.press(.enter) == answer("jane", "another horse"))
    }

    @Test func `Asked again while typing, what was typed stays`() {
        #expect(
            asked().writing("ja").hearing(signInQuestion(nil, nil)).writing("ne").signIn?.account.text
                == "jane")
    }

    @Test func `Signing in closes the sheet, says so, and shows who buys and with whose money`() {
        var state = waiting()
        #expect(state.frame().description.contains("not signed in"))
        state.hear(.signedIn(accountName: "jane", environment: .production))
        #expect(state.layer == .none && state.status?.text == "Signed in as jane.")
        #expect(state.frame().description.contains("Production · jane · network up"))
    }

    @Test
    func
        `The store asks who buys before it asks to confirm, and no notice comes between a person and a password`()
    {
        var state = asked("jane").hearing(sheet("k"), .accountRecounted(findings: [], balance: 1))
        #expect(state.layer == .signIn)
        state = state.writing(secret).pressing(.enter).hearing(
            .signedIn(accountName: "jane", environment: .sandbox)
        )
        .waiting(.milliseconds(150)).pressing(.escape)
        if case .sheet = state.layer {} else { Issue.record("\(state.layer)") }
        #expect(state.press("y") == [], "a key typed ahead")
    }

    @Test
    func `What waits for a sign-in does not turn, and more can be bought; at the sign-in it goes on`() {
        var state = asked().hearing(updated(transaction())).waiting(.seconds(1))
        #expect(state.nextDeadline == nil)
        state.press(.escape)
        #expect(state.frame().description.contains("waiting for a sign-in"))
        #expect(state.press(.enter).count == 1)
        state.hear(.signedIn(accountName: "jane", environment: .sandbox))
        #expect(state.nextDeadline == state.now + .milliseconds(150))
    }

    @Test func `i opens the sheet if nobody is signed in, and does nothing anywhere else`() {
        var state = ready(account: nil)
        #expect(state.press("i") == [])
        state = state.writing("jane").pressing(.enter).writing(secret)
        #expect(state.press(.enter) == answer("jane", secret))
        for other in [ready(account: "jane"), ready()] {
            state = other
            #expect(state.press("i") == [])
            #expect(state.layer == .none)
        }
    }

    @Test func `After Esc the sheet opens again if the store no longer knows the session`() {
        let forgotten = ready(account: "jane").hearing(signInQuestion("jane", .signInNeeded)).pressing(
            .escape)
        #expect(forgotten.frame(240, 30).description.contains("i sign in"))
        let typed: [Key] = ":sign-in".map(Key.character) + [.enter]
        for keys in [["i"], typed] {
            var state = forgotten.pressing(keys)
            #expect(state.frame().description.contains("The store no longer knows you (401)."))
            #expect(state.signIn?.account.text == "jane")
            state.write(secret)
            #expect(state.press(.enter) == answer("jane", secret))
        }
        let bob = forgotten.writing(":sign-in bob").pressing(.enter)
        #expect(bob.signIn?.account.text == "bob" && bob.status == nil)
        let ends: [StorefrontEvent] = [
            .signedIn(accountName: "jane", environment: .sandbox), opened(account: "jane"),
        ]
        for end in ends { #expect(forgotten.hearing(end).pressing("i").layer == .none) }
        let signedOut = forgotten.hearing(.signedOut, opened(account: nil)).pressing("i")
        #expect(signedOut.layer == .signIn && signedOut.signIn?.request.reason == nil)
    }

    @Test func `If a purchase is on its way, the sheet does not say that nothing was charged`() {
        let words = "Your purchase waits; you pay only once. Sign in again."
        let state = ready(account: "jane").hearing(
            updated(transaction()), signInQuestion("jane", .signInNeeded))
        for (columns, rows) in [(80, 24), (40, 12)] {
            let frame = state.frame(columns, rows).description
            let box = frame.filter { !"│╭╮╰╯─\n".contains($0) }.split(separator: " ").joined(separator: " ")
            #expect(box.contains(words) && !box.contains("Nothing was charged"), "\(frame)")
        }
        let shop = PlainShop([opened(account: "jane"), balance(35), fetched, updated(transaction())])
        let said = shop.hear(signInQuestion("jane", .signInNeeded))
        #expect(said.contains { $0.contains(words) }, "\(said)")
    }

    @Test func `What is bought waits for a sign-in if the store no longer knows the session`() {
        let state = ready(account: "jane").hearing(signInQuestion("jane", .signInNeeded)).pressing(.escape)
            .hearing(updated(transaction())).waiting(.seconds(1))
        #expect(state.frame().description.contains("waiting for a sign-in"))
    }

    @Test(
        "The sheet names the button for a new account by the words that are on it",
        arguments: Language.allCases,
        [Size(columns: 40, rows: 12), Size(columns: 80, rows: 24)])
    func newAccountWords(language: Language, size: Size) throws {
        func words(_ text: String) -> String {
            text.split { $0.isWhitespace || $0 == "│" }.joined(separator: " ")
        }
        let state = Screens.$language.withValue(language) {
            ready(account: nil).hearing(signInQuestion())
        }
        let (strings, text) = (language.strings, state.frame(size.columns, size.rows).description)
        let button = try #require(
            [strings[.newAccountButton], strings[.newAccountShort]].first {
                text.contains("[\($0)]") || text.contains("[ \($0) ]")
            }, "\n\(text)")
        #expect(words(text).contains(words(strings.signInIntroduction(button: button))), "\n\(text)")
    }

    @Test func `A sheet that a person opens names the store as the store or its own request did`() {
        let title = "Sign in to Monkey Store at 127.0.0.1:8080"
        let before = asked().pressing(.escape)
        for state in [before.pressing("i"), before.writing(":sign-in jane").pressing(.enter)] {
            #expect(state.frame().description.contains(title))
        }
        let named = ready(account: nil).hearing(
            opened(account: nil, storeName: "http://127.0.0.1:8080"), opened(account: nil))
        #expect(named.pressing("i").frame().description.contains("Sign in to http://127.0.0.1:8080 ─"))
        #expect(ready(account: nil).pressing("i").frame().description.contains("Sign in to Monkey Store ─"))
    }

    @Test
    func
        `A cancelled sign-in frees the button that led to it; one that goes on keeps it until its sheet comes`()
    {
        for (isCancelled, requests) in [(true, 1), (false, 0)] {
            var state = ready(account: nil).pressing(.enter).hearing(signInQuestion())
            if isCancelled {
                state.press(.escape)
            } else {
                state.hear(.signedIn(accountName: "jane", environment: .sandbox))
            }
            #expect(state.press(.enter).count == requests)
        }
    }

    @Test(
        "Nothing of one account is shown to another; what is in flight at a sign-out is shown until the next sign-in"
    )
    func accountsAreApart() {
        var state = ready(account: "jane").hearing(
            updated(transaction()), updated(transaction("k")), sheet("k"), .filtersChanged([.greyscale]),
            downloading(firstBanana, .active), .usesWaiting(1))
        state.account.transactions = TransactionsListed(.newest, entries: [])
        state.hear(.signedOut)
        #expect(state.account.balance == 35)
        #expect(state.account.transactions == nil && state.account.filters.isEmpty)
        #expect(state.account.downloads.isEmpty && state.account.usesWaiting == 0)
        state.hear(opened(account: nil))
        #expect(state.account.balance == nil && state.sheets.isEmpty)
        // The other one was not confirmed, so it does not go on.
        #expect(state.inFlight.map(\.transaction.key) == [transaction().key])
        state.press(.up)
        #expect(state.feed() == [])
        state.hear(.signedIn(accountName: "bob", environment: .sandbox), opened(account: "bob"))
        #expect(state.account.balance == nil && state.inFlight.isEmpty && state.sheets.isEmpty)
        state.press("t")
        #expect(state.hear(opened(account: "bob")) == [.transactions(.newest)])
    }

    @Test
    func `The steps of a purchase that goes on are not shown to the next account, and those of its own are`()
    {
        let out = ready(account: "jane").hearing(updated(transaction()), .signedOut, opened(account: nil))
        #expect(out.lastPurchase != nil)
        let next: [StorefrontEvent] = [
            .signedIn(accountName: "bob", environment: .sandbox), opened(account: "bob"),
        ]
        var (bob, buying) = (out, out.sending(.purchase(five, quantity: 1)))
        for event in next {
            bob.hear(event)
            buying.hear(event)
        }
        #expect(bob.lastPurchase == nil && buying.lastPurchase?.steps == [.payment])
    }

    @Test func `A purchase whose sheet is open leaves with a sign-out: nobody would hear the answer`() {
        var state = ready(account: "jane").hearing(updated(transaction("k")), sheet("k")).sending(.signOut)
        #expect(state.sheets.isEmpty && state.inFlight.isEmpty)
        state.hear(.signedOut)
        #expect(state.lastPurchase == nil)
        #expect(state.status?.text == Language.english.strings[.signedOut(isInFlight: false)])
    }

    @Test
    func `A purchase without a sheet yet leaves with its application, and one that waits for the next stays`()
    {
        let asked = ready(account: "jane").pressing(.enter)
        #expect(asked.hearing(opened(account: "jane")).adding == [five])
        var begun = asked.hearing(updated(transaction("k")), opened(account: "jane"))
        #expect(begun.press(.enter) == [.purchase(five, quantity: 1)])
    }

    @Test func `o signs out if one can, and what is in flight is said to go on later`() {
        var state = ready(account: "jane").pressing("o")
        state.wait(.seconds(1))
        #expect(state.press("y") == [.signOut])
        state.hear(.signedOut)
        #expect(state.status?.text.hasPrefix("Signed out.") == true)
        #expect(state.status?.text.contains("on its way") == false)
        #expect(state.press("o") == [])

        state = ready(account: "jane").hearing(updated(transaction())).pressing("o")
        state.wait(.seconds(1))
        #expect(state.press("y") == [.signOut])
        state.hear(.signedOut)
        #expect(state.status?.text.contains("goes on when you sign in again") == true)
        state = ready()
        #expect(state.press("o") == [])
    }

    @Test
    func `The cursor stands where the next character will, between wide characters and in a long name, too`()
        throws
    {
        let cases: [(String, Int)] = [("", 0), ("jane", 4), ("猿🍌x", 5), ("e\u{301}e", 2)]
        for (columns, rows) in [(80, 24), (40, 12), (34, 10)] {
            var empty = asked()
            empty.size = Size(columns: columns, rows: rows)
            let start = try #require(empty.frame(columns, rows).cursor)
            for (text, cells) in cases {
                let cursor = try #require(asked().writing(text).frame(columns, rows).cursor)
                #expect(cursor == (start.column + cells, start.row), "\(text)")
            }
            var state = asked().writing(String(repeating: "猿", count: 40) + "end")
            let frame = state.frame(columns, rows)
            let cursor = try #require(frame.cursor)
            #expect(frame[cursor.column - 1, cursor.row].character == "d")
            #expect(frame[cursor.column, cursor.row].style.isReverse)
            state.press(.home)
            #expect(try #require(state.frame(columns, rows).cursor) == start)
        }
    }

    @Test func `The smallest window has both fields, all three buttons and the beginning of the sentence`() {
        let text = asked("jane", .forgottenPassword).frame(34, 10).description
        for part in ["[jane", "Password", "[Sign in]", "[New]", "[Cancel]", "(5020)", "Nothing was"] {
            #expect(text.contains(part), "\(part)")
        }
    }
}
