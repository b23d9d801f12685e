import StoreEvents
import StoreModel
import Testing

@testable import Storefront

@Suite struct MessageTests {
    private static let strings = Language.english.strings
    private static let errors: [StoreError] = [
        .cannotConnect, StoreError(domain: .storeKit, code: 1), .paymentInvalid, .paymentNotAllowed,
        .productNotAvailable, .interrupted, .unknownServerError, .forgottenPassword, .networkDown,
        .connectionLost,
        StoreError(domain: .storeServer, code: 5999), .signInNeeded, .accountTaken, .tooManyAttempts,
        .tooManyPurchases, .tooManyRequests,
    ]

    @Test(arguments: [Language.english, .german, .spanish, .french, .italian])
    func `Our own sentences fit on the status line of an 80-column window, whole`(_ language: Language) {
        let strings = language.strings
        let sentences =
            [
                strings[.restrictedState], strings[.restrictedStateQueued],
                strings[.networkDownState(isQueued: true)], strings[.networkDownState(isQueued: false)],
                strings[.networkDownState(isQueued: false, isForSale: true)],
                strings[.networkDownState(isQueued: false, isForSale: true, losesAnswers: true)],
                strings[.requestFailedByNetworkState], strings[.declined], strings[.deferred],
                strings[.alreadyBuying],
                strings[.tooEarly], strings[.tooEarlyToRead], strings[.pasteIgnored],
                strings[.pasteUnfinished],
                strings[.sheetCancelled],
                strings[.whyLoading], strings[.whyNetworkDown],
                strings[.whyDisabled], strings[.whyNoCredits], strings[.whyNoCreditsUnnumbered],
                strings[.balanceUnknown],
                strings[.requestingPrices],
                strings.credited("10 × 10 Monkey Credits"), strings.revoked("10 × 10 Monkey Credits"),
                strings.refundReversed("10 × 10 Monkey Credits"),
                strings.lapsed("10 Monkey Credits"), strings.plainBadQuantity("-1"),
                strings.spendRefused(credits: 1, balance: 0), strings.changedElsewhere(by: -1_000_000),
                strings.restored(0), strings.restored(1_000_000),
                strings.whyNotAvailable("consume10credits"), strings.signedIn("jane"),
                strings[.feedSignedOut], strings.neverUsedUp("The Monkey Who Counted"),
                strings.neverUsedUp("Filtro in scala di grigi"),
                strings[.signedOut(isInFlight: true)], strings[.signedOut(isInFlight: false)],
                strings.becomes("The Keeper's Letter", on: "2026-12-25 05:12"),
                strings.getsOffer("The Keeper's Letter", on: "2026-12-25 05:12"),
                strings.goesOn("The Keeper's Letter", renewingOn: "2026-12-25 05:12"),
            ] + Self.errors.map(strings.failure) + Self.errors.map(strings.requestFailedState)
        let refreshes = Self.errors.map { strings.refreshFailed($0) }
        for sentence in sentences + refreshes where TerminalText(sentence).width > 78 {
            Issue.record("\(sentence)")
        }
    }

    @Test(arguments: [Language.english, .german, .spanish, .french, .italian])
    func `The states that stay fit in the two rows of a 40-column window`(_ language: Language) {
        let strings = language.strings
        let states = [
            strings[.restrictedState], strings[.restrictedStateQueued],
            strings[.networkDownState(isQueued: true)], strings[.networkDownState(isQueued: false)],
            strings[.networkDownState(isQueued: false, isForSale: true)],
            strings[.requestFailedByNetworkState],
        ]
        for state in states where TerminalText(state).wrapped(to: 38).count > 2 { Issue.record("\(state)") }
    }

    @Test func `The key at the end of a sentence is named only in the store, because it works only there`() {
        let off = StorefrontEvent.settingsChanged(StorefrontSettings(allowsPayments: false))
        let deferred = transaction("k", five, .deferred)
        let cases: [(state: StorefrontState, sentence: String, hint: String)] = [
            (ready().hearing(off), "In-app purchases are off, so nothing is charged.", "s settings"),
            (
                ready().hearing(network(up: false), updated(transaction())),
                "Your purchase is in the queue and goes on by itself.", "r retry"
            ),
            (
                ready().hearing(updated(transaction("k")), updated(deferred)),
                "Waiting for approval. Nothing is charged until then.", "t transactions"
            ),
        ]
        for (state, sentence, hint) in cases {
            #expect(state.frame().description.contains("\(sentence)  \(hint)\n"))
            for key: Key in ["p", "s", "t", "u"] {
                let shown = state.pressing(key).frame().description
                #expect(shown.contains("\(sentence)\n"), "\(key)")
            }
            for key: Key in ["?", "m"] {
                #expect(!state.pressing(key).frame().description.contains("\(sentence)  \(hint)"))
            }
        }
        // A search that ends with a full stop, and the number of the match.
        #expect(ready().pressing("p").withoutKeyElsewhere("/end.  2 of 3") == "/end.  2 of 3")
    }

    @Test(
        "After a failure Enter is named only while it tries the same product again",
        arguments: [
            (StoreError.cannotConnect, "Enter try again"), (.networkDown, "Enter try again"),
            (.unknownServerError, "Enter try again"), (.forgottenPassword, "Enter retry"),
        ])
    func enterAfterFailure(_ error: StoreError, hint: String) {
        let buying = ready().pressing(.enter).hearing(updated(transaction()))
        #expect(buying.hearing(failure(error)).frame().description.contains(".  \(hint)\n"))
        // On another product, on a button, on another screen, while somebody types, below a text.
        for key: Key in ["2", .up, "p", "s", "t", ":", "?"] {
            let screen = buying.pressing(key).hearing(failure(error)).frame().description
            #expect(!screen.contains(hint), "\(key)")
            #expect(screen.contains("(\(error.code)). Nothing was charged."), "\(key)")
        }
    }

    @Test func `After a refused download Enter is named only while its book is selected`() throws {
        let store = state(after: opened(), balance(35), booksListed, booksFetched, owned(firstBanana))
        let refused = downloading(firstBanana, .failed, error: StoreError(domain: .content, code: 5))
        let row = try #require(store.products.firstIndex(of: firstBanana))
        let selected = store.then { $0.selectedRow = row }.hearing(refused).frame(160).description
        #expect(selected.contains("You don't pay again.  Enter try again\n"))
        #expect(store.hearing(refused).frame(160).description.contains("You don't pay again.\n"))
    }

    /// A state, what causes a message in it, and what ends that message: something other than time or a key.
    private static let endings:
        [(name: String, state: StorefrontState, says: String, end: @Sendable (inout StorefrontState) -> Void)] =
            {
                let strings = Language.english.strings
                let key: IdempotencyKey = "4f2c9d1e-0b7a-4c55-9e21-5d8f3a6b7c10"
                let off = StorefrontEvent.settingsChanged(StorefrontSettings(allowsPayments: false))
                let down = state(after: opened(), .requestFailed(.networkDown), network(up: false))
                let book = state(after: opened(), balance(35), booksListed, booksFetched, owned(firstBanana))
                let cancelled = transaction(error: .paymentCancelled)
                return [
                    (
                        "no prices yet", state(after: opened()).pressing(.enter), strings[.whyLoading],
                        { $0.hear(fetched) }
                    ),
                    (
                        "no network", down.pressing(.enter), strings[.whyNetworkDown],
                        { $0.hear(network(up: true), fetched) }
                    ),
                    (
                        "no network any more", state(after: opened()).pressing(.enter), strings[.whyLoading],
                        { $0.hear(.requestFailed(.networkDown)) }
                    ),
                    (
                        "purchases off", ready().hearing(off).pressing(.enter), strings[.whyDisabled],
                        { $0.hear(.settingsChanged(StorefrontSettings())) }
                    ),
                    (
                        "asked for prices", ready().pressing("r"), strings[.requestingPrices],
                        { $0.hear(fetched) }
                    ),
                    (
                        "asked in vain", ready().pressing("r"), strings[.requestingPrices],
                        { $0.hear(.requestFailed(.networkDown)) }
                    ),
                    (
                        "being bought", ready().pressing(.enter, .enter), strings[.alreadyBuying],
                        { $0.hear(updated(transaction()), .transactionFailed(cancelled)) }
                    ),
                    (
                        "waits for approval",
                        ready().hearing(updated(transaction()), updated(transaction(key, five, .deferred))),
                        strings[.deferred], { $0.hear(updated(transaction(key, five, .purchased))) }
                    ),
                    (
                        "no credits", ready(balance: 0).pressing(.up, .enter), strings[.whyNoCredits],
                        { $0.hear(balance(5, change: 5, .purchase)) }
                    ),
                    (
                        "credits unknown", state(after: opened(), fetched).pressing(.up, .enter),
                        strings[.balanceUnknown],
                        { $0.hear(balance(0)) }
                    ),
                    (
                        "nobody signed in", ready(account: nil).pressing(.up, .enter),
                        strings[.feedSignedOut],
                        { $0.hear(.signedIn(accountName: "jane", environment: .sandbox)) }
                    ),
                    (
                        "filter not owned", ready().hearing(.filterRefused(.sepia)),
                        strings.filterRefused(.sepia),
                        { $0.hear(owned(sepia)) }
                    ),
                    (
                        "download", book.hearing(downloading(firstBanana, .waiting, error: .networkDown)),
                        strings.downloadTrouble("The First Banana", .networkDown),
                        { $0.hear(downloading(firstBanana, .finished)) }
                    ),
                    (
                        "typed ahead", ready().hearing(updated(transaction()), sheet()).pressing("y"),
                        strings[.tooEarly],
                        { $0.hear(.transactionFailed(cancelled)) }
                    ),
                    (
                        "an error before a purchase", ready().hearing(failure(.forgottenPassword)),
                        strings.failure(.forgottenPassword), { _ = $0.buy(ten) }
                    ),
                    (
                        "not sold", state(after: opened(), balance(35), prices(fiveCredits, invalid: [ten])),
                        strings.whyNotAvailable("consume10credits"), { $0.hear(fetched) }
                    ),
                ]
            }()

    @Test("A message ends when what it is about does", arguments: endings.indices)
    func ends(index: Int) {
        let (name, before, says, end) = Self.endings[index]
        var state = before
        #expect(state.statusLine?.text == says, "\(name)")
        end(&state)
        #expect(state.statusLine?.text != says, "\(name)")
        // The text can be read again.
        #expect(name == "nobody signed in" || state.messages.contains { $0.text == says })
    }

    @Test
    func `Below a sheet nothing is said of another purchase, and what nobody has read comes back after it`() {
        var state = ready().hearing(network(up: false), updated(transaction()))
        #expect(state.statusLine?.text == Self.strings[.networkDownState(isQueued: true)])
        state.hear(sheet())
        // It is not queued before somebody has said yes.
        #expect(
            state.statusLine?.text == "No network. What you buy now is sent when it is back.")
        state.hear(failure(.forgottenPassword, key: "other"))
        #expect(state.statusLine?.text.contains("5020") == false)
        state.wait(.seconds(60))
        state.press("n")
        #expect(state.statusLine?.text.contains("5020") == true)
        state.press(.down)
        #expect(state.statusLine?.text.contains("5020") == false)
    }

    @Test func `Without the network, prices come when it is back only if there are none`() {
        let none = state(after: opened(), .requestFailed(.networkDown), network(up: false))
        #expect(none.statusLine?.text == Self.strings[.networkDownState(isQueued: false)])
        let before = "No network. What you buy now is sent when it is back."
        #expect(ready().hearing(network(up: false)).statusLine?.text == before)
    }

    @Test func `If only answers are lost, what is bought is not said to be sent later`() {
        let lost = StorefrontEvent.settingsChanged(.with { $0.store.network = .answersLost })
        let says = "No answer from the store. What you buy now goes on and is charged once."
        #expect(ready().hearing(lost, network(up: false)).statusLine?.text == says)
        let start = opened(.with { $0.store.network = .answersLost })
        #expect(state(after: start, fetched).statusLine?.text == says)
    }

    @Test(
        "A request that fails while there are prices is said once, and not that there are none",
        arguments: [StoreError.tooManyRequests, .connectionLost, .unknownServerError])
    func refreshFailed(_ error: StoreError) {
        var state = ready().pressing("r").hearing(.requestFailed(error))
        #expect(state.statusLine?.text.hasPrefix("No new prices: ") == true)
        #expect(state.statusLine?.text.hasSuffix("(\(error.code)).  r retry") == true)
        #expect(state.offer(of: five) == .onSale)
        state.wait(.seconds(10))
        #expect(state.statusLine == nil)
        // An outage is said as long as it lasts, whichever of the two comes first.
        for down in [
            ready().hearing(network(up: false), .requestFailed(error)),
            ready().hearing(.requestFailed(error), network(up: false)),
        ] {
            #expect(down.status == nil && down.statusLine?.text.hasPrefix("No network.") == true)
        }

        let shop = PlainShop(opening(selling: [fiveCredits]))
        shop.take("products")
        let said = shop.hear(.requestFailed(error))
        #expect(said.last?.hasSuffix("(\(error.code)). Type products to try again.") == true)
    }

    @Test func `While purchases are off, a purchase that was confirmed is not said to cost nothing`() {
        let off = StorefrontEvent.settingsChanged(StorefrontSettings(allowsPayments: false))
        var state = ready().hearing(updated(transaction()), sheet(), off)
        #expect(state.statusLine?.text == Self.strings[.restrictedState])
        state.wait(.seconds(1))
        state.press("y")
        #expect(
            state.statusLine?.text
                == "Purchases are off. The purchase that you confirmed goes on; you pay once.")
        state.hear(.transactionSucceeded(transaction(isFinished: true)))
        state.wait(.seconds(60))
        #expect(state.statusLine?.text == Self.strings[.restrictedState])
    }

    @Test func `A refund that was reversed is not told as a purchase`() {
        var paid = transaction("k", ten, .purchased, isFinished: true)
        // Only the date of the signature has milliseconds.
        for milliseconds in [0, 999] {
            paid.signedDate = paid.transactionDate?.advanced(by: .milliseconds(milliseconds))
            #expect(
                ready().hearing(.transactionSucceeded(paid)).status?.text.hasPrefix("You bought") == true)
        }
        var reversed = paid
        reversed.amendment = .refundReversed
        paid.signedDate = paid.transactionDate?.advanced(by: .seconds(60))
        for transaction in [paid, reversed] {
            #expect(
                ready().hearing(.transactionSucceeded(transaction)).status?.text
                    == "Refund reversed: you have 10 Monkey Credits again; the payment stands.")
        }
    }

    @Test func `An error that nobody has read gives way to another error only`() {
        var state = ready().hearing(failure(.forgottenPassword))
        state.hear(.transactionSucceeded(transaction("other", five, .purchased)))
        #expect(state.statusLine?.text.contains("5020") == true)
        state.hear(failure(.unknownServerError, key: "third"))
        #expect(state.statusLine?.text.contains("5002") == true)
    }

    @Test func `One key shows the last messages again, the newest first, and closes them`() throws {
        var state = ready()
        state.press("m")
        #expect(state.frame().description.contains("No messages yet."))
        state.press("m")
        #expect(state.layer == .none)
        for number in 1...30 { state.hear(.actionFailed(.described("Failure \(number)."))) }
        state.press(.down, .down, "m")
        let lines = state.frame().description.split(separator: "\n")
        let newest = try #require(lines.firstIndex { $0.contains("Failure 30.") })
        let older = try #require(lines.firstIndex { $0.contains("Failure 29.") })
        #expect(newest < older)
        #expect(state.messages.count == StatusMessage.most)
        state.press(.escape)
        #expect(state.layer == .none)
        state.hear(.signedOut)
        #expect(!state.messages.contains { $0.text.contains("Failure") })
    }

    @Test("Each failure names its code and says what it means for the money", arguments: errors)
    func failuresNameTheirCode(_ error: StoreError) {
        let sentence = Self.strings.failure(error)
        #expect(sentence.contains("(\(error.code))"))
        #expect(sentence.contains("Nothing was charged"))
    }

    @Test func `A purchase that the disk had no room for was not sent, so nothing was charged`() {
        let full = StoreError.deviceTrouble(.full(path: "/data"))
        for sentence in [Self.strings.failure(full), full.purchaseSentence] {
            #expect(sentence.hasPrefix("No space left for /data;"))
            #expect(sentence.hasSuffix("Free some space first. Nothing was charged."))
        }
        // It came after the answer.
        #expect(!Self.strings.failure(.numberTaken).contains("Nothing was charged"))
    }

    @Test(
        "A command that fails to buy names the command that comes next, if there is one",
        arguments: [
            (StoreError.paymentNotAllowed, "charged. Switch them on: monkeystore settings purchases on."),
            (.productNotAvailable, "charged. See what is on sale: monkeystore products."),
            (.priceChanged, "charged. See the new price: monkeystore products."),
            (
                .interrupted,
                "charged so far. An administrator of the store can resolve it: monkeystore resolve."
            ),
            (.unknownServerError, "(SSServerErrorDomain 5002). Nothing was charged."),
        ])
    func nextCommand(_ error: StoreError, end: String) {
        let sentence = error.purchaseSentence
        #expect(sentence.hasSuffix(end) && sentence.contains("). Nothing was charged"), "\(sentence)")
    }

    @Test("Every monkey is as wide in each row, in both alphabets", arguments: Mood.allCases)
    func monkeysAreWellShaped(_ mood: Mood) {
        for (glyphs, number) in [ScreenOptions.Glyphs.unicode, .ascii].flatMap({ glyphs in
            (0..<mood.pictures).map { (glyphs, $0) }
        }) {
            let picture = MonkeyPicture(mood, glyphs, picture: number)
            #expect(
                picture.rows.map { TerminalText($0).width }
                    == Array(repeating: MonkeyPicture.width, count: MonkeyPicture.height))
            #expect(picture.beside.count <= MonkeyPicture.height)
            #expect(picture.beside.allSatisfy { TerminalText($0).width <= MonkeyPicture.thingsWidth })
            let all = (picture.rows + picture.beside + [picture.small, picture.besideSmall]).joined()
            #expect(glyphs == .unicode || all.utf8.allSatisfy { $0 < 0x80 })
        }
    }

    @Test func `A sentence goes after its time, an error at a key, and the state that stays comes back`() {
        var state = ready().hearing(network(up: false), failure(.unknownServerError))
        #expect(state.statusLine?.text.contains("5002") == true)
        state.wait(.seconds(3600))
        #expect(state.statusLine?.text.contains("5002") == true)
        state.press(.down)
        #expect(state.statusLine?.text.hasPrefix("No network.") == true)
        state.hear(.signedIn(accountName: "jane", environment: .sandbox))
        #expect(state.statusLine?.text == "Signed in as jane.")
        state.wait(.seconds(2))
        #expect(state.statusLine?.text.hasPrefix("No network.") == true)
        state.wait(.seconds(3600))
        #expect(state.statusLine?.text.hasPrefix("No network.") == true)
        state.hear(network(up: true))
        #expect(state.statusLine == nil)
    }
}
