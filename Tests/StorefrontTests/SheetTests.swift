import StoreEvents
import StoreModel
import Testing

@testable import Storefront

@Suite struct SheetTests {
    private func answer(
        _ isConfirmed: Bool, _ key: IdempotencyKey = "k", price: Int64 = 1990
    ) -> [StorefrontCommand] {
        let limit = Money(milliunits: price, currency: "USD")
        return [.answer(key: key, isConfirmed: isConfirmed, priceLimit: isConfirmed ? limit : nil)]
    }

    /// A sheet that has been open for a while.
    private func asked() -> StorefrontState {
        ready().pressing("2", .enter).hearing(sheet("k")).waiting(.milliseconds(150))
    }

    @Test func `y buys, n and Esc cancel, and Enter cancels as long as nobody chose Buy`() {
        let cases: [([Key], Bool)] = [
            (["y"], true), (["n"], false), ([.escape], false), ([.enter], false), ([" "], false),
            ([.left, .enter], true),
            ([.tab, " "], true), ([.left, .right, .enter], false), ([.left, .escape], false),
        ]
        for (keys, isConfirmed) in cases {
            var state = asked()
            #expect(keys.flatMap { state.handle(.key($0)) } == answer(isConfirmed), "\(keys)")
            #expect(state.layer == .none)
        }
    }

    @Test func `Within 150 ms after the sheet came up, no key confirms; Esc and n cancel at any time`() {
        for keys in [["y"], [.enter], [.left, .enter], [" "], [.tab, " ", "y", .enter]] as [[Key]] {
            var state = ready().pressing("2", .enter).hearing(sheet("k")).waiting(.milliseconds(149))
            #expect(keys.flatMap { state.handle(.key($0)) } == [], "\(keys)")
            #expect(state.sheets.count == 1)
        }
        var state = ready().hearing(sheet("k"))
        #expect(state.press("n") == answer(false))
    }

    @Test func `Enter that is held down presses no button: the 150 ms begin anew with each repetition`() {
        for key: Key in [.enter, " "] {
            var state = ready().pressing("2", .enter).hearing(sheet("k"))
            for _ in 0..<100 {
                state.wait(.milliseconds(33))
                #expect(state.press(key) == [] && state.sheets.count == 1)
            }
            state.wait(.milliseconds(150))
            #expect(state.press(key) == answer(false))
        }
    }

    @Test func `The next sheet begins its own 150 ms, with the safe button, and they come in order`() {
        var state = asked().hearing(sheet("second", fiveCredits, quantity: 1))
        #expect(state.press(.left, .enter) == answer(true))
        #expect(state.press("y", .enter) == [])
        state.wait(.milliseconds(150))
        #expect(state.press(.enter) == answer(false, "second"))
    }

    @Test func `A sheet whose terms change begins its 150 ms anew, with the safe button`() {
        let product = bunch.with(nil)
        var state = readyToSubscribe(having: bigBunchID).hearing(sheet("k", product, quantity: 1)).waiting(
            .milliseconds(150)
        ).pressing(.left).hearing(subscribedTo([]))
        #expect(state.press("y", .enter) == [])
        state.wait(.milliseconds(150))
        #expect(!state.shown.isAcceptSelected)
        #expect(state.press("y") == answer(true, price: 2990))
    }

    @Test func `A sheet that was covered by the help begins its 150 ms anew when it is seen again`() {
        var state = asked().pressing("?").waiting(.seconds(60)).pressing(.escape)
        #expect(state.press("y") == [])
        state.wait(.milliseconds(150))
        #expect(state.press("y") == answer(true))
    }

    @Test func `Asked twice about one payment, it is one sheet; and a payment that ended needs no answer`() {
        var state = asked().hearing(sheet("k"))
        #expect(state.sheets.count == 1)
        state.hear(updated(transaction("k", ten, .purchasing)))
        #expect(state.sheets.count == 1)
        state.hear(failure(.paymentCancelled, key: "k"))
        #expect(state.sheets.isEmpty)
        #expect(state.press("y") == [])
    }

    @Test
    func
        `While the sheet waits for the person nothing turns; after a yes the purchase is shown as any other`()
    {
        var state = ready().hearing(updated(transaction("k", ten, .purchasing)), sheet("k")).waiting(
            .seconds(60))
        #expect(state.nextDeadline == nil)
        #expect(!state.frame().description.contains("Purchasing"))
        state.press("y")
        #expect(state.nextDeadline == state.now + .milliseconds(150))
        state.wait(.milliseconds(150))
        #expect(state.frame().description.contains("Purchasing"))
    }

    @Test func `Cancelling frees the button; confirming keeps it until the queue has the payment`() {
        var state = asked().pressing("n")
        #expect(!state.press(.enter).isEmpty)
        state = asked().pressing("y")
        #expect(state.press(.enter) == [])
    }

    @Test func `What was bought elsewhere while the sheet was open costs nothing, and the sheet says so`() {
        var state = ready().hearing(
            updated(transaction("k", sepia)), sheet("k", sepiaFilter, quantity: 1), owned(sepia))
        for (columns, rows) in [(80, 24), (40, 12)] {
            #expect(state.frame(columns, rows).description.contains("nothing, you own it"))
        }
        state.wait(.seconds(1))
        #expect(state.press("y") == answer(true, price: 0))
        var repeated = transaction("k", sepia, .purchased, isFinished: true)
        repeated.charge = Charge(price: Money(milliunits: 0, currency: "USD"))
        #expect(
            state.hearing(.transactionSucceeded(repeated)).status?.text
                == "You already own Sepia Filter. Nothing was charged.")
        let shop = PlainShop(opening(selling: [fiveCredits, sepiaFilter]) + [owned(sepia)])
        #expect(
            shop.hear(sheet("k", sepiaFilter, quantity: 1)).first
                == "You already own Sepia Filter, so nothing is charged. Go on?")
        guard case .confirmationRequested(let asked) = sheet("k", sepiaFilter, quantity: 1) else { return }
        let entitlements = EntitlementsChanged(ownedProducts: [sepia])
        #expect(asked.priceLimit(products: [sepia: sepiaFilter], entitlements: entitlements).milliunits == 0)
    }

    @Test("When a plan begins has its label at every width", arguments: [34, 40, 60, 80, 120])
    func begins(columns: Int) {
        let state = readyToSubscribe(having: bigBunchID).hearing(sheet("k", bunch, quantity: 1))
        #expect(state.frame(columns, 24).description.contains(/Begins +2026-12-18 11:06\b/))
    }

    @Test func `In lines, one piece is asked about without its number`() {
        let shop = PlainShop(opening(selling: [fiveCredits, tenCredits]))
        let one = shop.hear(sheet("a", fiveCredits, quantity: 1)).first
        #expect(one == "Buy 5 Monkey Credits for $0.99?")
        shop.take("no")
        let several = "Buy 3 × 10 Monkey Credits at $1.99 each, $5.97 in all?"
        #expect(shop.hear(sheet("b")).first == several)
    }

    @Test func `Keys of the store do nothing below a sheet`() {
        var state = asked()
        #expect(state.press("1", "s", "t", "r", "+", "2") == [])
        #expect(state.place == .store && state.selectedRow == 1)
    }

    @Test
    func `Leaving with a purchase on its way asks first; one that waits for approval is not a reason to ask`()
    {
        var state = ready().hearing(updated(transaction())).pressing("q")
        #expect(state.exit == nil)
        state.wait(.milliseconds(150))
        state.press(.enter)
        #expect(state.exit == nil && state.layer == .none)
        state.press("q", "y")
        #expect(state.exit == nil)
        state.wait(.milliseconds(150))
        state.press("y")
        #expect(state.exit == .quit)

        #expect(ready().hearing(updated(transaction("d", five, .deferred))).pressing("q").exit == .quit)
    }

    @Test func `Before its sheet has come, a payment is not said to go on or to be confirmed`() {
        let off = StorefrontEvent.settingsChanged(StorefrontSettings(allowsPayments: false))
        var state = ready().pressing(.enter).hearing(updated(transaction())).waiting(.seconds(5))
        #expect(state.frame().description.contains("asking the store"))
        #expect(!state.frame().description.contains("Purchasing"))
        #expect(state.frame().title?.contains("1 asking the store") == true)
        #expect(state.nextDeadline == nil)
        #expect(state.hearing(off).statusLine?.text.hasPrefix("In-app purchases are off") == true)
        #expect(state.pressing("q").exit == .quit)

        state.hear(sheet("4f2c9d1e-0b7a-4c55-9e21-5d8f3a6b7c10", fiveCredits, quantity: 1))
        #expect(state.pressing("q").exit == .quit)
        state.wait(.seconds(1))
        state.press("y")
        state.wait(.seconds(1))
        #expect(state.frame().description.contains("Purchasing"))
        #expect(state.hearing(off).statusLine?.text.hasPrefix("Purchases are off. The purchase that") == true)
        #expect(state.pressing("q").question == .quit)
    }

    @Test func `Without sheets a payment is confirmed by its command, but never with real money`() {
        let withoutSheet = StorefrontSettings.with { $0.store.disablesDialogs = true }
        for (environment, isConfirmed) in [(StoreEnvironment.sandbox, true), (.production, false)] {
            let opened = StorefrontEvent.storeOpened(
                StoreOpened(
                    settings: withoutSheet, environment: environment, accountName: "jane",
                    productIdentifiers: [five]))
            let state = state(after: opened, balance(0), fetched).pressing(.enter).hearing(
                updated(transaction()))
            #expect(state.isPurchaseOnItsWay == isConfirmed && state.hasQueuedPurchase == isConfirmed)
        }
    }

    @Test func `An older payment for the same product that waits for the network still goes on`() {
        let state = ready().hearing(network(up: false), updated(transaction("a"))).pressing(.enter).hearing(
            updated(transaction("b")))
        #expect(state.isPurchaseOnItsWay && state.hasQueuedPurchase)
        let progress = state.inFlight.map { state.progress(of: $0.transaction) }
        #expect(progress == [.queued, .asking])
    }

    @Test func `What a command has confirmed without a sheet stays confirmed when sheets are on again`() {
        let withoutSheet = StorefrontEvent.settingsChanged(.with { $0.store.disablesDialogs = true })
        let pressed = ready().hearing(withoutSheet).pressing(.enter)
        // Its first event may come only after the next key.
        #expect(pressed.pressing("q").question == .quit)
        let shop = PlainShop(opening(selling: [fiveCredits]) + [withoutSheet])
        shop.take("buy 1")
        #expect(!shop.store.leave().isEmpty)

        let payment = transaction("k")
        var state = pressed.hearing(updated(payment), .settingsChanged(StorefrontSettings()))
        #expect(state.progress(of: payment) == .purchasing)
        #expect(state.hasQueuedPurchase && state.pressing("q").question == .quit)
        state.hear(.transactionSucceeded(transaction("k", five, .purchased)))
        state.wait(.seconds(5))
        #expect(state.press(.enter) == [.purchase(five, quantity: 1)])
    }

    @Test func `A purchase that was confirmed before a sign-out is not the one that Enter begins after it`() {
        let state = ready(account: "jane").hearing(
            network(up: false), updated(transaction("a")), .signedOut, opened(account: nil)
        ).pressing(.enter)
        #expect(state.adding == [five])
        #expect(state.progress(of: transaction("a")) != .asking)
        #expect(state.isPurchaseOnItsWay && state.hasQueuedPurchase)
    }

    @Test func `An older payment that is reported again does not confirm the next one for the product`() {
        let before = ready().hearing(network(up: false), updated(transaction("a"))).pressing(.enter)
        let orders = [["a", "b"], ["b", "a"], ["a", "b", "a"]] as [[IdempotencyKey]]
        for order in orders {
            var state = before
            for key in order { state.hear(updated(transaction(key))) }
            #expect(state.progress(of: transaction("a")) == .queued, "\(order)")
            #expect(state.progress(of: transaction("b")) == .asking, "\(order)")
            #expect(state.press(.enter) == [], "\(order)")
            state.hear(.transactionSucceeded(transaction("a", five, .purchased)))
            #expect(!state.isPurchaseOnItsWay, "\(order)")
            #expect(state.press(.enter) == [], "\(order)")
            state.hear(sheet("b", fiveCredits, quantity: 1))
            state.wait(.milliseconds(150))
            state.press("y")
            #expect(state.isPurchaseOnItsWay && state.adding.isEmpty, "\(order)")
        }
    }

    @Test func `Esc closes only what lies on top, and never leaves`() {
        var state = ready().pressing("t", "?", .escape)
        #expect(state.layer == .none && state.place == .transactions)
        state.press(.escape)
        #expect(state.place == .store)
        state.press(.escape, .escape)
        #expect(state.exit == nil)
    }
}
