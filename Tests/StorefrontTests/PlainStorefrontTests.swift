import StoreEvents
import StoreModel
import Testing

@testable import Storefront

@Suite struct PlainStorefrontTests {
    private let shop = PlainShop(opening(selling: [fiveCredits, tenCredits]))

    @Test func `Opening says the environment, the account, the balance and the numbered products`() {
        #expect(
            shop.opening == [
                "Sandbox: no real money", "Account: jane", "35 monkey credits",
                "1. 5 Monkey Credits, $0.99. A handful: enough for five bananas.",
                "2. 10 Monkey Credits, $1.99. A bunch: ten bananas, and a happier monkey.",
            ])
        #expect(shop.store.greeting == ["Monkey Store", "Type help for the commands."])
    }

    @Test func `A purchase is asked for, confirmed after its total was said, and its end is said`() {
        #expect(shop.take("  BUY 2   3 ") == [])
        #expect(shop.sent.all == [.purchase(ten, quantity: 3)])
        #expect(
            shop.hear(sheet("k")) == [
                "Buy 3 × 10 Monkey Credits at $1.99 each, $5.97 in all?", "Balance after: 65 monkey credits.",
                "Sandbox: no real money",
                "Type yes to buy or no to cancel.",
            ])
        #expect(shop.store.prompt == "yes or no> ")
        #expect(shop.take("yes") == [])
        #expect(shop.sent.all.last == .answer(key: "k", isConfirmed: true, priceLimit: tenCredits.price))
        let succeeded = StorefrontEvent.transactionSucceeded(transaction("k", ten, quantity: 3, .purchased))
        #expect(
            shop.hear(balance(65, change: 30, .purchase), succeeded)
                == ["65 monkey credits", "You bought 3 × 10 Monkey Credits. The credits are yours."])
        #expect(shop.store.prompt == "> ")
    }

    @Test(arguments: [
        "buy", "buy x", "buy 0", "buy 3", "buy -1", "buy 1 0", "buy 1 11", "buy 1 -1", "buy 1 x", "buy 1 2 3",
        "yes", "no",
        "buy \(Int.min)", "use \(Int.min)", "read \(Int.min)", "cancel \(Int.min)", "refund \(Int.min)",
        "subscription cancel \(Int.min)",
        "approve", "approve 1", "refund x", "settings nothing on", "settings network sideways",
        "settings fail 99",
        "settings delay 61", "settings delay", "bye", "yes please", "buy 99999999999999999999",
    ])
    func `A line that cannot be obeyed posts nothing and says why`(_ line: String) {
        #expect(shop.take(line).count == 1)
        #expect(shop.sent.all.isEmpty)
    }

    @Test(
        "A list that comes again says what is new, after a question that is open; on request it is said whole"
    )
    func newProducts() {
        #expect(shop.hear(prices(fiveCredits, tenCredits)).isEmpty)
        var dearer = tenCredits
        dearer.price = Money(milliunits: 2990, currency: "USD")
        shop.hear(sheet("k", fiveCredits, quantity: 1))
        #expect(shop.hear(prices(fiveCredits, dearer)).isEmpty)
        let new = "2. 10 Monkey Credits, $2.99. A bunch: ten bananas, and a happier monkey."
        #expect(shop.take("no") == ["Cancelled. Nothing was charged.", new])
        shop.take("products")
        #expect(shop.hear(prices(fiveCredits, dearer)).count == 2)
    }

    @Test func `no cancels a purchase, and says what that means`() {
        shop.hear(sheet("k", fiveCredits, quantity: 1))
        #expect(shop.take("no") == ["Cancelled. Nothing was charged."])
        #expect(shop.sent.all.last == .answer(key: "k", isConfirmed: false, priceLimit: nil))
        let cancelled = transaction("k", five, .failed, error: .paymentCancelled)
        #expect(shop.hear(.transactionFailed(cancelled)).isEmpty)
    }

    @Test(
        "A question whose terms change is printed again, and only a yes after that agrees to the new price",
        arguments: [true, false])
    func changedTerms(isTypedTooEarly: Bool) {
        let product = bunch.with(nil)
        let shop = PlainShop(
            opening(selling: [fiveCredits, product, bigBunch]) + [subscribedTo([bigBunchID])])
        #expect(shop.hear(sheet("k", product, quantity: 1))[0].contains("To pay now: nothing."))
        shop.publish(subscribedTo([]))
        let said = isTypedTooEarly ? shop.take("yes") : shop.hear()
        #expect(said.contains { $0.contains("To pay now: $2.99.") })
        #expect(shop.sent.all.isEmpty && shop.store.question != nil)
        shop.take("yes")
        #expect(shop.sent.all.last == .answer(key: "k", isConfirmed: true, priceLimit: product.price))
    }

    @Test("A yes from a script agrees to the terms that it meets", arguments: [true, false])
    func changedTerms(areHeardBefore: Bool) {
        let product = bunch.with(nil)
        let shop = PlainShop(
            opening(selling: [fiveCredits, product, bigBunch]) + [subscribedTo([bigBunchID])])
        shop.hear(sheet("k", product, quantity: 1))
        shop.publish(subscribedTo([]))
        if areHeardBefore { shop.hear() }
        shop.take("yes", isTyped: false)
        #expect(shop.sent.all.last == .answer(key: "k", isConfirmed: true, priceLimit: product.price))
    }

    @Test func `The question that waits behind another one is printed when it is its turn`() {
        shop.hear(sheet("a", fiveCredits, quantity: 1))
        #expect(shop.hear(sheet("b", tenCredits, quantity: 1)) == [])
        #expect(shop.take("yes").first?.contains("10 Monkey Credits") == true)
        shop.take("yes")
        #expect(shop.sent.all.last == .answer(key: "b", isConfirmed: true, priceLimit: tenCredits.price))
    }

    @Test func `What is owned is not bought, and a subscription that runs is shown`() {
        let shop = PlainShop(
            opening(selling: [fiveCredits, sepiaFilter, bunch]) + [
                .entitlementsChanged(
                    EntitlementsChanged(
                        ownedProducts: [sepiaFilter.identifier, bunch.identifier],
                        subscribedUntil: [bunch.identifier: Timestamp(milliseconds: 1_797_591_600_000)]))
            ])
        #expect(shop.take("buy 2") == ["You already own Sepia Filter. Nothing was charged."])
        #expect(shop.take("buy 3").isEmpty && shop.sent.all == [.subscriptions])
        #expect(
            shop.hear(listed([summary(of: bunch.identifier, "7")])).first?.contains("Monthly Bunch") == true)
    }

    @Test(
        "In place of a key, a sentence in lines names what to type, in any language",
        arguments: Language.allCases)
    func keys(language: Language) {
        let state = StorefrontState(now: .now, language: language)
        let strings = state.strings
        let hints: [(text: String, hint: Text, typed: String)] = [
            (strings[.restrictedState], .plainSwitchOn, "settings purchases on"),
            (strings[.whyDisabled], .plainSwitchOn, "settings purchases on"),
            (strings.fill(.failedNotAllowed, ["what": "X."]), .plainSwitchOn, "settings purchases on"),
            (strings[.networkDownState(isQueued: true)], .plainRetry, "products"),
            (strings[.requestFailedByNetworkState], .plainRetry, "products"),
            (strings[.whyNetworkDown], .plainRetry, "products"),
            (strings.requestFailed("21"), .plainRetry, "products"),
            (strings.fill(.failedReadPrices, ["what": "X."]), .plainRetry, "products"),
            (strings[.deferred], .plainSeeTransactions, "transactions"),
            (strings.fill(.failedInterrupted, ["what": "X."]), .plainSeeTransactions, "transactions"),
            (strings.fill(.failedOther, ["what": "X."]), .plainSeeTransactions, "transactions"),
            (strings.isOver("X"), .plainSeeSubscriptions, "subscriptions"),
            (strings[.feedSignedOut], .plainSignInAgain, "sign-in"),
            (strings[.signedOutNotInFlight], .plainSignInAgain, "sign-in"),
            (strings.restoreFailed("X.", restored: 0), .plainRestoreAgain, "restore"),
            (strings.restoreFailed("X.", restored: 3), .plainRestoreAgain, "restore"),
            (strings.fill(.failedTryAgain, ["what": "X."]), .plainBuyAgain, "buy"),
            (strings.fill(.failedResetPassword, ["what": "X."]), .plainBuyAgain, "buy"),
            (strings.fill(.bookRefused, ["title": "X"]), .plainDownloadAgain, "download"),
        ]
        for (text, hint, typed) in hints {
            let isDownload = hint == .plainDownloadAgain
            let said = state.typable(text, about: isDownload ? .download("b", .cannotConnect) : .event)
            #expect(said == "\(text.sentenceAndKey.sentence) \(strings[hint])", "\(text)")
            let words = strings[hint].split { $0 == " " || $0 == "," || $0 == "." }.joined(separator: " ")
            #expect(" \(words) ".contains(" \(typed) "), "\(said)")
            #expect(said.last == "." && !said.contains("  "), "\(said)")
        }
        #expect(state.typable(strings[.whyNoCredits]) == strings[.plainNoCredits])
        // A sentence without a key, and a key that only leaves a screen.
        #expect(state.typable(strings[.whyLoading]) == strings[.whyLoading])
        #expect(state.typable(strings[.markValue]) == strings[.markValue].sentenceAndKey.sentence)
    }

    @Test func `After a purchase, a download or a restore that failed, it is said what to type`() {
        #expect(
            shop.hear(failure(.interrupted)) == [
                "Your account needs attention (3038). Nothing was charged so far. Type transactions for the list."
            ])
        #expect(
            shop.hear(.restoreFailed(.connectionLost, restored: 3)) == [
                "No connection to the store (-1005). Restored so far: 3. Type restore to try again."
            ])
        #expect(
            shop.hear(failure(.cannotConnect)) == [
                "Can't connect to the store (0). Nothing was charged. Type buy and the product's number again."
            ])
        let refused = downloading(firstBanana, .failed, error: StoreError(domain: .content, code: 5))
        #expect(
            shop.hear(refused).last?.hasSuffix("You don't pay again. Type download and its number.") == true)
        let undelivered = shop.hear(
            .deliveryFailed(
                transaction("k", firstBanana, .purchased),
                reason: .notFetched(StoreError(domain: .content, code: 5))))
        #expect(
            undelivered.contains { $0.hasSuffix("You don't pay again. Type download and its number.") },
            "\(undelivered)")
    }

    @Test func `Settings are changed by name and said when they are in force`() {
        let lines: [(String, (inout StorefrontSettings) -> Void)] = [
            ("settings purchases off", { $0.allowsPayments = false }),
            ("settings network down", { $0.store.network = .down }),
            ("settings network lost", { $0.store.network = .answersLost }),
            ("settings ask on", { $0.store.asksToBuy = true }),
            ("settings interrupted on", { $0.store.interruptsPurchases = true }),
            ("settings fail 5020", { $0.store.nextFailure = .forgottenPassword }),
            ("settings fail no", { $0.store.nextFailure = nil }),
            ("settings delay 10", { $0.store.delayMilliseconds = 10_000 }),
            ("settings sheet off", { $0.store.disablesDialogs = true }),
        ]
        for (line, change) in lines {
            shop.take(line)
            let sent = StorefrontCommand.settings(.with(change), from: StorefrontSettings())
            #expect(shop.sent.all.last == sent, "\(line)")
        }
        // It says only what has changed, and what was asked for.
        #expect(
            shop.hear(.settingsChanged(.with { $0.store.asksToBuy = true })) == [
                "Ask to buy: on  (settings ask on|off)", "Confirmation sheet: on  (settings sheet on|off)",
            ])
        #expect(shop.hear(.settingsChanged(.with { _ in })).isEmpty)
    }

    @Test func `A purchase is said to be under way only after the yes to its question`() {
        shop.take("buy 1")
        let payment = updated(transaction("k", five, .purchasing))
        #expect(shop.hear(payment) == ["5 Monkey Credits: asking the store"])
        shop.hear(sheet("k", fiveCredits, quantity: 1))
        #expect(shop.take("yes") == ["5 Monkey Credits: Purchasing"])
        #expect(shop.hear(payment) == [])
    }

    @Test func `The line after a purchase waits for its question, also while the network is down`() {
        shop.hear(network(up: false))
        shop.take("buy 1")
        shop.hear(updated(transaction("k", five, .purchasing)))
        #expect(shop.store.isBusy)
        shop.hear(sheet("k", fiveCredits, quantity: 1))
        #expect(!shop.store.isBusy)
        shop.take("yes")
        #expect(shop.store.isBusy)
        shop.hear(updated(transaction("k", five, .purchasing)))
        #expect(!shop.store.isBusy)
    }

    @Test func `Without a question the line after a purchase waits until the purchase waits for the network`()
    {
        shop.hear(network(up: false))
        shop.take("buy 1")
        for isBusy in [true, false] {
            shop.hear(updated(transaction("k", five, .purchasing)))
            #expect(shop.store.isBusy == isBusy)
        }
    }

    @Test func `Trouble with something else, just before a payment is sent, does not make it one that waits`()
    {
        shop.take("buy 1")
        shop.hear(sheet("k", fiveCredits, quantity: 1))
        shop.take("yes")
        shop.hear(
            .actionFailed(.described("It is not counted.")), updated(transaction("k", five, .purchasing)))
        #expect(shop.store.isBusy)
    }

    @Test
    func `A payment that the store refuses for now holds up neither the next line nor the end of the input`()
    {
        shop.take("buy 1")
        shop.hear(updated(transaction("k", five, .purchasing)), sheet("k", fiveCredits, quantity: 1))
        shop.take("yes")
        #expect(shop.store.isBusy)
        let kept = StorefrontEvent.actionFailed(.paymentKept(.cannotConnect))
        let said = shop.hear(kept, updated(transaction("k", five, .purchasing)))
        let sentence =
            "Can't connect to the store. The payment is kept, goes on by itself, and is charged once."
        #expect(said.contains(sentence), "\(said)")
        #expect(!shop.store.isBusy)
        // A payment of an earlier start is named only when it waits.
        shop.hear(kept, updated(transaction("a", ten, .purchasing)))
        #expect(!shop.store.isBusy)
        shop.hear(network(up: true))
        #expect(shop.store.isBusy)
        shop.hear(updated(transaction("k", five, .purchasing)), updated(transaction("a", ten, .purchasing)))
        #expect(!shop.store.isBusy)
        #expect(shop.store.leave().last?.contains("safe") == true)
        #expect(shop.store.exit == .quit)
    }

    @Test func `An outage, and that a payment waits for its end, is said once, however often it is tried`() {
        func attempt(_ key: IdempotencyKey = "k", _ product: ProductIdentifier = five) -> [String] {
            shop.hear(network(up: false), updated(transaction(key, product, .purchasing)))
        }
        #expect(
            shop.hear(updated(transaction("k", five, .purchasing))) == ["5 Monkey Credits: Purchasing"])
        let said = [
            "No network. Your purchase is in the queue and goes on by itself. Type products to try again.",
            "5 Monkey Credits: waiting for the network",
        ]
        #expect(attempt() == said)
        for _ in 1...3 { #expect(attempt() == []) }
        #expect(attempt("a", ten) == ["10 Monkey Credits: waiting for the network"])
        #expect(attempt() + attempt("a", ten) == [])
        // An outage after the network was back is another one.
        shop.hear(network(up: true))
        #expect(attempt() == said)
        #expect(attempt() == [])
        // Whoever asks gets an answer.
        shop.take("products")
        #expect(shop.hear(.requestFailed(.networkDown)) == [said[0]])
        #expect(attempt() == [])
    }

    @Test func `What becomes of a payment is said each time that it is something else`() {
        let waits = updated(transaction("k", five, .purchasing))
        let paid = transaction("k", five, .purchased)
        #expect(shop.hear(waits, waits) == ["5 Monkey Credits: Purchasing"])
        #expect(
            shop.hear(updated(paid), updated(paid)) == ["5 Monkey Credits: paid, not yet delivered"])
        shop.hear(.deliveryFailed(paid, reason: .notVerified(.malformed)))
        #expect(shop.hear(updated(paid)) == ["5 Monkey Credits: paid, not yet delivered"])
    }

    @Test func `Whether a book is on this device is said once it is known, and only of an owned book`() {
        let shop = PlainShop([opened(), balance(35), booksListed, owned(firstBanana), booksFetched])
        #expect(shop.opening.contains("6. The First Banana: Owned."))
        #expect(shop.hear(downloading(nightFerry, .cancelled)).isEmpty)
        #expect(shop.hear(downloading(firstBanana, .finished)) == ["The First Banana: on this device."])
    }

    @Test func `What the store does not sell has its title, and a book that is owned is named as any other`()
    {
        let shop = PlainShop([
            opened(selling: [five, ten]), balance(35), booksListed, owned(unsold),
            prices(fiveCredits, invalid: [ten, unsold]),
        ])
        #expect(shop.opening.suffix(2) == ["2. consume10credits: Not available.", "3. Unsold: Owned."])
        shop.hear(downloading(unsold, .finished))
        shop.take("products")
        #expect(
            shop.hear(prices(fiveCredits, invalid: [ten, unsold])).last == "3. Unsold: on this device.")
        #expect(shop.take("read 3") == [] && shop.sent.all.last == .book(unsold))
    }

    @Test func `How much of the account has come is said first, at each quarter and at the end, once`() {
        func said(_ percents: [Int]) -> [String] {
            percents.flatMap { shop.hear(.accountFetched(percent: $0)) }
        }
        let strings = Language.english.strings
        let expected = [3, 26, 50, 81, 100].map { strings.accountFetched(percent: strings.percent($0)) }
        for _ in 1...2 { #expect(said([3, 8, 13, 26, 31, 50, 55, 81, 95, 100]) == expected) }
    }

    @Test func `The line after read waits for the book, or for the reason why it is not opened`() {
        for answer in [bookOpened, .actionFailed(.bookNotHere)] {
            let shop = PlainShop([
                opened(), balance(35), booksListed, booksFetched, owned(firstBanana),
                downloading(firstBanana, .finished),
            ])
            #expect(shop.take("read 6").isEmpty && shop.store.isBusy)
            #expect(shop.sent.all == [.book(firstBanana)])
            #expect(!shop.hear(answer).isEmpty && !shop.store.isBusy)
        }
    }

    @Test func `A failure that has nothing to do with a command does not end the wait for its answer`() {
        shop.take("buy 1")
        shop.hear(.actionFailed(.bookNotHere))
        #expect(shop.store.isBusy)
        shop.hear(sheet("k", fiveCredits, quantity: 1))
        shop.take("no")
        shop.take("transactions")
        let unsolicited: [Trouble] = [
            .paymentKept(.untrusted), .purchasesLeftOut, .highWaterMarkNotKept(.full(path: "/p")),
        ]
        for trouble in unsolicited {
            shop.hear(.actionFailed(trouble))
            #expect(shop.store.isBusy)
        }
        #expect(!shop.hear(transactionsListed([])).isEmpty && !shop.store.isBusy)
    }

    @Test func `Transactions are listed with numbers, and an action takes such a number`() {
        #expect(shop.take("transactions") == [])
        var paid = transaction("c", ten, quantity: 2, .purchased, isFinished: true)
        paid.charge = Charge(price: Money(milliunits: 3980, currency: "USD"))
        let list = transactionsListed([
            (transaction("b", five, .failed, error: .forgottenPassword), []),
            (transaction("a", ten, quantity: 2, .deferred), [.approve, .decline]),
            (paid, [.refund]),
        ])
        #expect(
            shop.hear(list) == [
                "1. 2026-11-18 11:06:40, failed, 5 Monkey Credits, 5020 Forgotten password (SSServerErrorDomain)",
                "2. 2026-11-18 11:06:40, deferred, 2 × 10 Monkey Credits [approve 2, decline 2]",
                "3. 2026-11-18 11:06:41, purchased, 2 × 10 Monkey Credits, $3.98 [refund 3]",
            ])
        #expect(shop.take("approve 1").count == 1)
        #expect(shop.sent.all == [.transactions(.newest)])
        #expect(shop.take("approve 2") == [])
        #expect(shop.sent.all == [.transactions(.newest), .action(.approve, on: "a")])
        // The next line, or the end of the input, waits until the command is done. The list that comes then
        // is not printed.
        #expect(shop.store.isBusy)
        #expect(shop.hear(transactionsListed([])) == [])
        #expect(!shop.store.isBusy)
    }

    @Test func `Without a list, older transactions are not denied: the newest are listed`() {
        #expect(shop.take("transactions older") == [])
        #expect(shop.sent.all == [.transactions(.newest)] && shop.store.isBusy)
        #expect(shop.hear(transactionsListed([(transaction("k"), [])])).count == 1)
        #expect(shop.take("transactions older")[0].hasPrefix("There are no older ones."))
    }

    @Test func `Older transactions are listed in turn, and numbers stay with the list that was said`() {
        func answer(_ newest: Int, _ place: TransactionPlace) -> [String] {
            let bought = (1...newest).reversed().map { number in
                transaction(IdempotencyKey(rawValue: "key \(number)"), five, .purchased)
            }
            return shop.hear(transactionsListed(bought.map { ($0, [.refund]) }, at: place))
        }
        #expect(shop.take("transactions") == [])
        let first = answer(45, .newest)
        #expect(first.count == 21 && first.first?.hasPrefix("1. ") == true)
        #expect(first.last == "There are older ones: type transactions older.")
        #expect(answer(46, .newest) == [])
        shop.take("refund 20")
        #expect(answer(46, .around("key 26")) == [])
        #expect(shop.take("refund 21").count == 1)
        #expect(shop.take("transactions older") == [])
        #expect(shop.store.isBusy)
        #expect(answer(46, .around("key 25")).count == 21)
        shop.take("refund 1")
        _ = answer(46, .around("key 25"))
        #expect(shop.take("Transactions Older") == [])
        #expect(answer(46, .around("key 5")).count == 5)
        #expect(shop.take("transactions older").count == 1)
        #expect(!shop.store.isBusy)
        #expect(
            shop.sent.all == [
                .transactions(.newest), .action(.refund, on: "key 26"), .transactions(.around("key 25")),
                .action(.refund, on: "key 25"), .transactions(.around("key 5")),
            ])
    }

    @Test func `What was found, outages and restrictions are said as sentences, without a control character`()
    {
        let said = shop.hear(.accountRecounted(findings: [.olderCopy], balance: 30))
        #expect(said.first == "Somebody put an older copy of your purchases back on this device.")
        // The store may have lost them, too.
        #expect(said.last?.contains("If a purchase is still missing then, restore your backup") == true)
        #expect(said.last?.hasSuffix("Your balance is 30.") == true)
        #expect(shop.hear(.actionFailed(.described("Gone \u{1B}[31mwrong."))) == ["Gone [31mwrong."])
        let sentences: [(StorefrontEvent, String)] = [
            (network(up: false), "No network."),
            (.settingsChanged(StorefrontSettings(allowsPayments: false)), "In-app purchases are off"),
        ]
        for (event, start) in sentences {
            #expect(shop.hear(event).first?.hasPrefix(start) == true, "\(start)")
        }
        #expect(shop.take("buy 1").count == 1)
        #expect(
            shop.hear(updated(transaction("d", five, .deferred))) == [
                "5 Monkey Credits: waiting for approval"
            ])
    }

    @Test func `quit leaves; with a purchase in flight it says that this is safe`() {
        #expect(shop.store.exit == nil)
        shop.hear(updated(transaction()))
        #expect(shop.take("quit").last?.contains("safe") == true)
        #expect(shop.store.exit == .quit)
    }
}

@Suite("Filters in lines")
struct PlainFilterTests {
    /// The storefront of somebody who owns sepia.
    private let shop = PlainShop(
        opening(selling: [fiveCredits, tenCredits]) + [
            owned(PhotoFilter.sepia.productIdentifier), .filtersChanged([]),
        ])

    @Test func `A filter that is owned is switched, and which are on is said once that is so`() {
        #expect(shop.take("filter sepia").isEmpty && shop.store.isBusy)
        #expect(shop.hear(.filtersChanged([.sepia])) == ["Filters on: Sepia."])
        #expect(!shop.store.isBusy)
        #expect(shop.take("filters") == ["Filters on: Sepia."])
        #expect(shop.take("clear").isEmpty && shop.store.isBusy)
        #expect(shop.hear(.filtersChanged([])) == ["No filter is on."])
    }

    @Test func `What cannot be switched is said at once, and nobody waits for it`() {
        #expect(
            shop.take("filter greyscale") == [
                "You don't own Greyscale yet. Buy it first. Nothing was charged."
            ])
        #expect(shop.take("filter blue") == ["There is no filter blue. Try: greyscale, sepia"])
        #expect(shop.take("clear") == ["No filter is on."])
        #expect(!shop.store.isBusy)
    }
}

@Suite("Subscriptions in lines")
struct PlainSubscriptionTests {
    private let shop = PlainShop(opening(selling: [fiveCredits, bunch, letter]) + [subscribedTo([letterID])])

    @Test(
        "The list is printed when it answers, and not when something changes by itself; an action is answered by it, too"
    )
    func list() {
        #expect(shop.take("subscriptions").isEmpty && shop.store.isBusy)
        #expect(shop.hear(listed([], isAnswer: false)).isEmpty && shop.store.isBusy)
        #expect(
            shop.hear(listed([summary(of: letterID, "7", actions: [.cancel])])) == [
                "1. The Keeper's Letter: Paid until 2026-12-18 11:06:40, then it renews. [subscription cancel 1]"
            ])
        #expect(!shop.store.isBusy)
        #expect(shop.take("subscription cancel 1").isEmpty && shop.store.isBusy)
        #expect(shop.sent.all == [.subscriptions, .subscriptionAction(.cancel, on: "7")])
        #expect(
            shop.hear(listed([summary(of: letterID, "7", renews: false)], isFromStore: false)) == [
                "1. The Keeper's Letter: Paid until 2026-12-18 11:06:40.",
                "The store doesn't answer. This is what it last signed.",
            ])
    }

    @Test func `What cannot be done is said at once, and nobody waits for it`() {
        #expect(shop.take("subscription cancel 1")[0].contains("no subscription 1 in the list"))
        shop.hear(listed([summary(of: letterID, "7", actions: [.resume])]))
        #expect(shop.take("subscription cancel 1") == ["Not possible for this subscription: cancel."])
        #expect(
            shop.take("subscription resume")
                == ["subscription resume needs a number, for example: subscription resume 1"])
        #expect(
            shop.take("subscription juggle 1")[0].hasPrefix("There is no action juggle. Try: cancel, resume,")
        )
        #expect(!shop.store.isBusy)
    }

    @Test func `A list from the device does not say what can be done, so the store decides`() {
        shop.hear(listed([summary(of: letterID, "7")], isFromStore: false))
        #expect(shop.take("subscription cancel 1") == [] && shop.store.isBusy)
        #expect(shop.sent.all == [.subscriptionAction(.cancel, on: "7")])
    }

    @Test
    func
        `Prices say how often they are paid, and a subscription until when it is; the sheet says when it begins`()
    {
        #expect(
            shop.hear(sheet("key", bunch, quantity: 1)).first
                == "Subscribe to Monthly Bunch for $2.99/month? To pay now: $0.99 for 1 month. "
                + "Begins: now, then renews.")
        let expected = [
            "2. Monthly Bunch, $2.99/month (new subscribers: $0.99 for 1 month). Twenty monkey credits every month.",
            "3. The Keeper's Letter: Subscribed until 2026-12-18 11:06:40.",
        ]
        #expect(Array(shop.opening.suffix(2)) == expected)
    }
}

@Suite struct PlainSignInTests {
    private let secret = "Correct horse  staple "
    private let question = StorefrontEvent.signInRequested(
        SignInRequested(storeName: "store", accountName: nil))

    private func shop(account: String? = nil, hasAccounts: Bool = true) -> PlainShop {
        PlainShop([
            opened(account: account, hasAccounts: hasAccounts, selling: [five, ten]),
            prices(fiveCredits, tenCredits),
        ])
    }

    private func answers(_ shop: PlainShop) -> [SignInAnswer] {
        shop.sent.all.compactMap { if case .signIn(let answer) = $0 { answer } else { nil } }
    }

    private func signOuts(_ shop: PlainShop) -> Int { shop.sent.all.count { $0 == .signOut } }

    @Test func `The store asks, the account is typed, and the next line is the password as it stands`() {
        let shop = shop()
        #expect(
            shop.hear(.signInRequested(SignInRequested(storeName: "127.0.0.1:8080", accountName: nil))) == [
                "127.0.0.1:8080 wants to know who is buying.",
                "Type sign-in ACCOUNT, new-account and another name, or no to cancel.",
            ])
        #expect(!shop.store.isBusy && !shop.store.readsPassword && shop.store.prompt == "> ")
        #expect(shop.take("  Sign-In Jane Doe ") == [])
        #expect(answers(shop).isEmpty)
        #expect(!shop.store.isBusy && shop.store.readsPassword && shop.store.prompt == "Password: ")
        #expect(shop.take(secret) == ["Signing in…"])
        let first = SignInAnswer.signIn(account: "Jane Doe", password: Password(secret))
        #expect(answers(shop) == [first])
        #expect(shop.store.isBusy && !shop.store.readsPassword)
        let again = SignInRequested(
            storeName: "127.0.0.1:8080", accountName: "Jane Doe", reason: .forgottenPassword)
        #expect(
            shop.hear(.signInRequested(again)) == [
                "127.0.0.1:8080 wants to know who is buying.",
                "Wrong name or password (5020). Nothing was charged. Try again, or create an account.",
                "Type sign-in Jane Doe, new-account and another name, or no to cancel.",
            ])
        #expect(!shop.store.isBusy)
        for line in ["sign-in", "12345678\r"] { shop.take(line) }
        #expect(answers(shop) == [first, .signIn(account: "Jane Doe", password: Password("12345678"))])
        let said = shop.hear(
            .signedIn(accountName: "Jane Doe", environment: .sandbox), opened(account: "Jane Doe"),
            balance(5))
        #expect(said.count { $0 == "Signed in as Jane Doe." } == 1, "\(said)")
        #expect(said.count { $0 == "Sandbox: no real money" } == 1, "\(said)")
        #expect(said.contains("5 monkey credits"), "\(said)")
        #expect(!shop.store.isBusy)
    }

    @Test func `A new account is made by the same two lines, also before the store asks`() {
        let shop = shop()
        for line in ["new-account jane", secret] { shop.take(line) }
        #expect(answers(shop) == [.createAccount(account: "jane", password: Password(secret))])
    }

    @Test func `No credits are counted while nobody is signed in`() {
        #expect(shop().take("balance") == ["Nobody is signed in."])
        #expect(shop(account: "jane").take("balance") == ["… monkey credits"])
    }

    @Test(arguments: ["transactions", "transactions older", "subscriptions"])
    func `A list of an account is not said to be empty while nobody is signed in`(_ line: String) {
        let shop = shop()
        #expect(
            shop.take(line) == ["You aren't signed in at the store; nothing was changed. Sign in first."])
        #expect(shop.sent.all.isEmpty && !shop.store.isBusy)
    }

    @Test func `If the store no longer knows the session, sign-in works, also after no`() {
        let shop = shop(account: "jane")
        shop.hear(
            balance(5), signInQuestion("jane", .signInNeeded), updated(transaction("k", five, .purchasing)))
        shop.take("no")
        #expect(!shop.store.isBusy)
        for line in ["sign-in jane", secret] { shop.take(line) }
        #expect(answers(shop) == [.cancelled, .signIn(account: "jane", password: Password(secret))])
        shop.hear(.signedIn(accountName: "jane", environment: .sandbox))
        #expect(shop.take("sign-in bob") == ["You are already signed in. Type sign-out first."])
    }

    @Test(arguments: [
        (["sign-in"], "1 to 64 characters"), (["sign-in " + String(repeating: "j", count: 65)], "1 to 64"),
        (["sign-in jane", "short"], "8 to 256 characters"), (["sign-in jane", ""], "No password"),
        (["yes"], "Type sign-in"), (["sign-out"], "Nobody is signed in"),
    ])
    func `Lines that sign nobody in say why, and post nothing`(_ lines: [String], _ words: String) {
        let shop = shop()
        shop.hear(question)
        let said = lines.map { shop.take($0) }.last ?? []
        #expect(answers(shop).isEmpty && signOuts(shop) == 0)
        #expect(said.count == 1 && said[0].contains(words), "\(said)")
        #expect(!shop.store.isBusy && !shop.store.readsPassword)
    }

    @Test func `no cancels the sign-in, and only after it answers the confirmation`() {
        let shop = shop()
        shop.hear(sheet("k", fiveCredits, quantity: 1), question)
        #expect(shop.store.prompt == "> ")
        shop.take("no")
        #expect(answers(shop) == [.cancelled])
        #expect(shop.store.prompt == "yes or no> ")
    }

    @Test func `A restore that needs a sign-in is waited for until it ends, or the sign-in is cancelled`() {
        let shop = shop()
        #expect(shop.take("restore").isEmpty && shop.store.isBusy)
        shop.hear(question)
        #expect(!shop.store.isBusy)
        shop.take("no")
        #expect(!shop.store.isBusy)
        shop.take("restore")
        shop.hear(question)
        for line in ["sign-in jane", secret] { shop.take(line) }
        shop.hear(
            .signedIn(accountName: "jane", environment: .sandbox),
            opened(account: "jane", selling: [five, ten]), balance(5), prices(fiveCredits, tenCredits))
        #expect(shop.store.isBusy)
        shop.hear(.restoreFinished(restored: 0, rejected: 0))
        #expect(!shop.store.isBusy)
    }

    @Test func `sign-out signs out if somebody is signed in, and the next line waits until it is done`() {
        let shop = shop(account: "jane")
        shop.hear(balance(5), updated(transaction("d", five, .deferred)))
        #expect(shop.take("sign-in bob") == ["You are already signed in. Type sign-out first."])
        #expect(signOuts(shop) == 0)
        #expect(shop.take("sign-out") == [])
        #expect(signOuts(shop) == 1)
        #expect(shop.store.isBusy)
        #expect(
            shop.hear(.signedOut) == [
                "Signed out. What is on its way is safe and goes on when you sign in again."
            ])
        #expect(!shop.store.isBusy)
    }

    @Test func `If there are no accounts, nobody signs in or out, and the help does not name it`() {
        let shop = shop(hasAccounts: false)
        #expect(shop.take("sign-in jane") == ["This store has no accounts: it knows this device."])
        #expect(shop.take("sign-out") == ["Nobody is signed in."])
        #expect(answers(shop).isEmpty && signOuts(shop) == 0)
        #expect(!shop.take("help").contains { $0.contains("sign-") })
        #expect(self.shop().take("help").contains { $0.contains("sign-in ACCOUNT") })
        let visitor = self.shop(account: "anna", hasAccounts: false)
        for line in ["sign-in jane", "sign-out"] {
            #expect(visitor.take(line) == ["You are anna here, and nobody signs in or out."])
        }
    }
}
