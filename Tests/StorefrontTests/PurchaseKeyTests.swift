import StoreEvents
import StoreModel
import Testing

@testable import Storefront

@Suite struct PurchaseKeyTests {
    private let buyFive = StorefrontCommand.purchase(five, quantity: 1)
    private let withoutSheet = StorefrontEvent.settingsChanged(.with { $0.store.disablesDialogs = true })

    @Test func `Enter on Buy asks for one purchase of the chosen quantity`() {
        var state = ready()
        #expect(state.press(.enter) == [buyFive])
        state = ready()
        #expect(state.press("2", .right, .right, .left, .right, " ") == [.purchase(ten, quantity: 3)])
    }

    @Test func `A quantity stays between 1 and 10`() {
        var state = ready()
        for _ in 0..<20 { state.press(.left) }
        #expect(state.quantity(of: five) == 1)
        for _ in 0..<20 { state.press("+") }
        #expect(state.quantity(of: five) == 10)
    }

    @Test func `What is sold one at a time is sold so, also if a quantity was chosen before the prices came`()
    {
        var state = state(after: opened(), balance(35)).pressing("3", .right, .right)
        #expect(state.quantity(of: greyscale) == 1)
        state.hear(fetched)
        #expect(!state.frame().description.contains("$2.97"))
        #expect(state.press(.enter) == [.purchase(greyscale, quantity: 1)])
    }

    @Test func `Two of what is sold one at a time are not bought, and one is bought afterwards`() {
        let soldOneAtATime = "You can buy one of this at a time. Nothing was charged."
        var state = ready().pressing(":")
        state.write("buy 4 2")
        #expect(state.press(.enter) == [] && state.status?.text == soldOneAtATime)
        #expect(!state.frame().description.contains("$1.98"))
        #expect(state.press(.enter) == [.purchase(sepia, quantity: 1)])
        let shop = PlainShop(opening(selling: [fiveCredits, sepiaFilter]))
        #expect(shop.take("buy 2 2") == [soldOneAtATime] && shop.sent.all.isEmpty)
    }

    @Test func `Who uses credits by the piece reads what they are for, and who has no piece reads that`() {
        var state = readyToSubscribe()
        let sentences = [
            (0, "Monkey credits are spent on bananas. Nothing changed."),
            (3, "You have no Sepia Filter left to use. Nothing changed."),
            (4, "Monkey credits are spent on bananas. Nothing changed."),
        ]
        for (row, sentence) in sentences {
            state.selectedRow = row
            #expect(state.press("c") == [])
            #expect(state.status?.text == sentence)
        }
    }

    @Test func `Enter on a button that is not for pressing does nothing and says why`() {
        let forbidden: [(name: String, state: StorefrontState)] = [
            ("before the store is open", StorefrontState(now: start)),
            ("before the prices", state(after: opened())),
            ("without the network", state(after: opened(), .requestFailed(.networkDown))),
            ("after another failure", state(after: opened(), .requestFailed(.unknownServerError))),
            (
                "of a product that the store does not know",
                state(after: opened(), prices(invalid: [five, ten]))
            ),
            (
                "with purchases off",
                ready().hearing(.settingsChanged(StorefrontSettings(allowsPayments: false)))
            ),
            ("while the payment is being added", ready().pressing(.enter)),
            ("while it is purchasing", ready().hearing(updated(transaction()))),
        ]
        for (name, before) in forbidden {
            var state = before
            #expect(state.press(.enter, " ", .enter) == [], "\(name)")
            #expect(state.status != nil, "\(name)")
        }
    }

    @Test
    func
        `The same product can be bought again as soon as the payment before has an end, or waits for approval`()
    {
        let ends: [StorefrontEvent] = [
            .transactionSucceeded(transaction("k", five, .purchased)),
            failure(.paymentCancelled, key: "k"), updated(transaction("k", five, .deferred)),
            .transactionRemoved(transaction("k", five, .deferred)),
        ]
        for end in ends {
            var state = ready().pressing(.enter).hearing(updated(transaction("k")))
            #expect(state.press(.enter) == [])
            state.hear(end)
            #expect(state.press(.enter) == [buyFive], "\(end)")
        }
        let refusal = PaymentRefused(productIdentifier: five, quantity: 1, reason: .unknownProduct)
        var refused = ready().pressing(.enter).hearing(.paymentRefused(refusal))
        #expect(refused.press(.enter) == [buyFive])
    }

    @Test
    func
        `A payment that waits for the network does not keep another from being added, as long as a sheet asks`()
    {
        var state = ready().hearing(network(up: false), updated(transaction()))
        #expect(state.press(.enter) == [buyFive])
        state = ready().hearing(withoutSheet, network(up: false), updated(transaction()))
        #expect(state.press(.enter) == [])
    }

    @Test func `With the sheet off, a key that is held down buys once, even when the store is quick`() {
        var state = ready().hearing(withoutSheet)
        #expect(state.press(.enter) == [buyFive])
        state.hear(.transactionSucceeded(transaction("k", five, .purchased)))
        for _ in 0..<10 {
            state.wait(.milliseconds(500))
            #expect(state.press(.enter) == [])
        }
        state.wait(.milliseconds(700))
        #expect(state.press(.enter) == [buyFive])
    }

    @Test func `Feeding spends one credit, and without one says so`() {
        var state = ready()
        #expect(state.press(.up, .enter) == [.spend(credits: 1)])
        for credits in [0, -3] {
            state = ready(balance: credits)
            #expect(state.press(.up, .enter) == [])
            #expect(state.status?.text.contains("No credits, no banana") == true)
        }
        state = StorefrontState(now: start)
        #expect(state.press(.up, .enter) == [])
    }

    @Test func `Without a credit, the first two rows are named only if credits are sold there`() {
        let unnumbered = "No credits, no banana. Nothing was spent."
        let stores = [
            state(after: opened(selling: [sepia, five, ten]), balance(0), fetched),
            state(after: opened(selling: [five]), balance(0), fetched),
            state(after: opened(), balance(0), prices(greyscaleFilter, sepiaFilter, invalid: [five, ten])),
        ]
        for store in stores { #expect(store.pressing(.up, .enter).status?.text == unnumbered) }
        #expect(ready(balance: 0).pressing(.up, .enter).status?.text.contains("press 1 or 2") == true)
        let shop = PlainShop(opening(selling: [sepiaFilter, fiveCredits]) + [balance(0)])
        #expect(shop.take("feed") == [unnumbered])
    }

    @Test func `Pasted text does nothing, whatever it says and wherever it lands, but in a field`() {
        for (name, screen) in Screens.all where screen.signIn?.field == nil && screen.prompt == nil {
            var state = screen
            state.wait(.seconds(10))
            // There it says that somebody is still there, and nothing else.
            guard !state.showsIdleWarning else { continue }
            let before = state
            #expect(state.handle(.paste("y\n\r 12sq\u{3}")) == [], "\(name)")
            #expect(state.status != nil)
            (state.status, state.messages, state.lastInput) = (
                before.status, before.messages, before.lastInput
            )
            #expect(state == before, "\(name)")
        }
    }

    @Test func `In a window that is too small no key buys, answers or changes anything; q and Ctrl-C leave`()
    {
        let keys: [Key] = [
            .enter, " ", "y", "1", "2", "s", "t", "r", .right, .left, "a", "f", .escape, "n", "?",
        ]
        for (name, screen) in Screens.all {
            var state = screen
            state.wait(.seconds(10))
            state.size = Size(columns: 1, rows: 1)
            let before = state
            for key in keys { #expect(state.press(key) == [], "\(name)") }
            state.lastInput = before.lastInput
            #expect(state == before, "\(name)")
            state.press("q")
            #expect(state.exit == .quit)
        }
    }

    @Test func `Ctrl-C leaves from anywhere, at once`() {
        for (name, screen) in Screens.all {
            var state = screen
            #expect(state.press(.control("c")) == [])
            #expect(state.exit == .interrupted, "\(name)")
        }
    }
}
