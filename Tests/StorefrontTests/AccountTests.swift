import StoreEvents
import StoreModel
import Testing

@testable import Storefront

/// One account on several devices: what another device does, and what the store has not confirmed yet.
@Suite struct AccountTests {
    @Test(
        "What another device did is said, with no banana, no sheet and no purchase",
        arguments: zip([20, 1, -1, -20], ["+20 credits", "+1 credit", "-1 credit", "-20 credits"]))
    func elsewhere(_ change: Int, words: String) {
        let state = ready().hearing(balance(35 + change, change: change, .elsewhere))
        #expect(state.status?.text == "\(words) from another device or window.")
        #expect(state.status?.kind == .info)
        #expect(state.account.balance == 35 + change)
        #expect(state.reaction == nil && state.layer == .none)
    }

    @Test func `A balance that another device left as it was is not news`() {
        #expect(ready().hearing(balance(35, change: 0, .elsewhere)).status == nil)
    }

    @Test func `What a scenario brings that is played here is not said to come from another device`() {
        var state = ready()
        state.hear(.command(.scenario(.renewal)))
        state.hear(balance(55, change: 20, .elsewhere))
        #expect(state.status == nil && state.account.balance == 55)
        state.hear(.scenarioPlayed(.renewal), balance(56, change: 1, .elsewhere))
        #expect(state.status?.text == "+1 credit from another device or window.")
    }

    @Test
    func `A purchase of another device is not told as one, and leaves the quantity that was chosen here`() {
        var bought = transaction("k", five, quantity: 2, .purchased)
        bought.isFromElsewhere = true
        let state = ready().pressing(.right).hearing(updated(bought), .transactionSucceeded(bought))
        #expect(state.status == nil && state.reaction == nil)
        #expect(state.quantity(of: five) == 2)
        #expect(state.visibleInFlight.isEmpty)
        #expect(state.log.last?.name == "TransactionSucceeded")
    }

    @Test func `An empty list says that it is empty only to somebody who is signed in`() {
        let cases: [(account: String?, bought: String, subscribed: String)] = [
            ("jane", "You haven't bought anything yet.", "You have no subscriptions."),
            (nil, "Sign in to see them.  Esc back", "Sign in to see them.  Esc back"),
        ]
        for (account, bought, subscribed) in cases {
            let state = ready(account: account)
            let transactions = state.pressing("t").hearing(transactionsListed([]))
            #expect(transactions.frame().description.contains(bought))
            let subscriptions = state.pressing("u").hearing(listed([]))
            #expect(subscriptions.frame().description.contains(subscribed))
        }
    }

    @Test func `The list of the transactions is asked for again when another device changes the account`() {
        let events = [
            balance(55, change: 20, .elsewhere), owned(sepia),
        ]
        for event in events {
            var open = ready().pressing("t").hearing(transactionsListed([]))
            #expect(open.receive(.event(event), date: Timestamp(milliseconds: 0)) == [.transactions(.newest)])
            var closed = ready()
            #expect(closed.receive(.event(event), date: Timestamp(milliseconds: 0)) == [])
        }
    }

    @Test(
        "How much of the account has come is said, and is not a message to read again",
        arguments: Language.allCases)
    func accountFetched(_ language: Language) {
        let before = StorefrontState(now: start, language: language).hearing(opened(), balance(35), fetched)
        let state = before.hearing(.accountFetched(percent: 40))
        #expect(state.status?.text == language.strings.accountFetched(percent: language.strings.percent(40)))
        #expect(state.messages == before.messages)
    }

    @Test("Uses that wait for the store are said as long as they do", arguments: Language.allCases)
    func usesWaiting(_ language: Language) {
        let ready = StorefrontState(now: start, language: language).hearing(opened(), balance(35), fetched)
        for glyphs in [ScreenOptions.Glyphs.unicode, .ascii] {
            for (columns, rows) in [(40, 12), (80, 24), (200, 60)] {
                func says(_ count: Int, _ state: StorefrontState) -> Bool {
                    let words = TerminalText(language.strings.usesWaiting(count), glyphs: glyphs).string
                    let frame = state.then { $0.options.glyphs = glyphs }.frame(columns, rows)
                    return frame.description.contains(words)
                }
                var state = ready.hearing(.usesWaiting(1), .usesWaiting(2))
                #expect(says(2, state) && !says(1, state), "\(columns) × \(rows)")
                // Those of another account are not counted.
                #expect(!says(2, state.hearing(opened(), balance(35))))
                state.hear(.usesWaiting(0))
                #expect(!says(2, state))
            }
        }
    }

    @Test(
        "Somebody else finds no download, no notice, no message and no book of the person before",
        arguments: [true, false])
    func anotherPerson(signsOut: Bool) {
        let book = transaction("b", firstBanana, .purchased)
        let before = ready(account: "jane").hearing(
            booksListed, booksFetched, owned(firstBanana), downloading(firstBanana, .finished), bookOpened,
            .deliveryFailed(book, reason: .notVerified(.wrongSignature)), failure(.forgottenPassword))
        // The same account is opened anew if the store's certificates change.
        let again = before.hearing(opened(account: "jane"))
        #expect(again.place == .reader && again.notices.count == 1 && !again.messages.isEmpty)
        let between = signsOut ? before.hearing(.signedOut, opened(account: nil)) : before
        let state = between.hearing(
            .signedIn(accountName: "bob", environment: .sandbox), opened(account: "bob"), balance(0),
            owned(firstBanana))
        #expect(state.download(of: firstBanana)?.state == .cancelled)
        #expect(state.notices.isEmpty && state.book == nil && state.place == .store)
        #expect(!state.messages.contains { $0.text.contains("5020") })
    }

    @Test func `The notice of what is paid and not delivered names the product by its title`() {
        let paid = transaction("k", ten, quantity: 3, .purchased)
        let state = ready().hearing(.deliveryFailed(paid, reason: .notVerified(.wrongSignature)))
        #expect(state.frame().description.contains("You paid for 3 × 10 Monkey Credits, and the purchase"))
    }

    @Test func `Somebody else begins with one piece of each product`() {
        let before = ready(account: "jane").pressing("2", .right, .right)
        #expect(before.quantity(of: ten) == 3)
        #expect(before.hearing(opened(account: "jane")).quantity(of: ten) == 3)
        #expect(before.hearing(.signedOut, opened(account: nil)).quantity(of: ten) == 1)
        let signedIn = before.hearing(.signedIn(accountName: "bob", environment: .sandbox))
        #expect(signedIn.quantity(of: ten) == 1)
    }

    @Test("Somebody else begins with no selected subscription or action", arguments: [true, false])
    func selectedAction(signsOut: Bool) {
        let before = ready(account: "jane").pressing("u").hearing(
            listed([summary(of: bunchID, "1", actions: [.cancel, .expire])])
        ).pressing(.down, .right)
        let again = before.hearing(opened(account: "jane"))
        #expect(again.selectedSubscription == "1" && again.selectedAction == .expire)
        let between = signsOut ? before.hearing(.signedOut, opened(account: nil)) : before
        let state = between.hearing(
            .signedIn(accountName: "bob", environment: .sandbox), opened(account: "bob"))
        #expect(state.selectedSubscription == nil && state.selectedAction == nil)
    }

    @Test func `A purchase that leads to nothing does not block the next one`() {
        let asked = ready(account: nil).pressing(.enter).hearing(signInQuestion())
        let signedIn = asked.hearing(
            .signedIn(accountName: "jane", environment: .sandbox), opened(account: "jane"), balance(0))
        // The prices are being fetched for it. It is only in memory, so leaving would not make it go on.
        #expect(!signedIn.isPurchaseOnItsWay && signedIn.pressing("q").exit == .quit)
        #expect(signedIn.pressing(.enter).status?.text.hasPrefix("You are already buying this.") == true)
        let ends = [
            signedIn.hearing(.actionFailed(.storeNotReached)),
            signedIn.hearing(.signedOut, opened(account: nil)),
        ]
        for var state in ends {
            #expect(state.pressing("q").exit == .quit)
            #expect(state.press(.enter) == [.purchase(five, quantity: 1)])
        }
    }

    @Test func `In lines, such a purchase holds up no line`() {
        let shop = PlainShop([opened(account: nil), fetched])
        shop.take("buy 1")
        #expect(shop.store.isBusy)
        shop.hear(signInQuestion())
        shop.take("sign-in jane")
        shop.take("correct horse")
        shop.hear(
            .signedIn(accountName: "jane", environment: .sandbox), opened(account: "jane"), balance(0))
        #expect(shop.store.isBusy)
        let said = shop.hear(.requestFailed(.networkDown), .actionFailed(.storeNotReached))
        #expect(said.last == "The store can't be reached; nothing was charged. Try again later.")
        #expect(!shop.store.isBusy)
    }

    @Test func `In the narrowest window a purchase on its way leaves room for them`() {
        let state = ready(balance: 5).hearing(network(up: false), updated(transaction()), .usesWaiting(12))
            .waiting(.seconds(1))
        #expect(state.frame(40, 12).description.contains("  12 waiting"))
    }

    @Test func `In lines, what waits is said once, and that it does no longer`() {
        let shop = PlainShop(opening(selling: [fiveCredits]))
        #expect(shop.hear(.usesWaiting(0)) == [])
        #expect(
            shop.hear(.usesWaiting(1)) == [
                "1 use is waiting for the store. It already counts here and goes on by itself."
            ])
        #expect(shop.hear(.usesWaiting(1)) == [])
        #expect(shop.hear(.usesWaiting(2)).first?.hasPrefix("2 uses are waiting for the store.") == true)
        #expect(shop.hear(.usesWaiting(0)) == ["Nothing is waiting for the store any more."])
        #expect(
            shop.hear(balance(30, change: -5, .elsewhere))
                == ["30 monkey credits", "-5 credits from another device or window."])
    }
}
