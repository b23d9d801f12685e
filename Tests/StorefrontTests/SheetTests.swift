import StoreModel
import StorefrontMessages
import Testing

@testable import Storefront

@Suite struct SheetTests {
    private func answer(
        _ isConfirmed: Bool, _ key: IdempotencyKey = "k", price: Int64 = 1990
    ) -> [StorefrontCommand] {
        let limit = Money(milliunits: price, currency: "USD")
        return [
            .answer(key: key, isConfirmed: isConfirmed, priceLimit: isConfirmed ? limit : nil)
        ]
    }

    /// A sheet that has been open for a while.
    private func asked() -> StorefrontState {
        var state = ready()
        state.press("2", .enter)
        state.hear(sheet("k"))
        state.wait(.milliseconds(150))
        return state
    }

    @Test("y buys, n and Esc cancel, and so does Enter as long as nobody chose Buy")
    func keysAnswer() {
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

    @Test("Within 150 ms after the sheet came up, no key confirms; Esc and n cancel at any time")
    func typeAheadDoesNotConfirm() {
        for keys in [["y"], [.enter], [.left, .enter], [" "], [.tab, " ", "y", .enter]] as [[Key]] {
            var state = ready()
            state.press("2", .enter)
            state.hear(sheet("k"))
            state.wait(.milliseconds(149))
            #expect(keys.flatMap { state.handle(.key($0)) } == [], "\(keys)")
            #expect(state.sheets.count == 1)
        }
        var state = ready()
        state.hear(sheet("k"))
        #expect(state.press("n") == answer(false))
    }

    @Test("The next sheet begins its own 150 ms, with the safe button, and they come in order")
    func sheetsComeInOrder() {
        var state = asked()
        state.hear(sheet("second", fiveCredits, quantity: 1))
        #expect(state.press(.left, .enter) == answer(true))
        #expect(state.press("y", .enter) == [])
        state.wait(.milliseconds(150))
        #expect(state.press(.enter) == answer(false, "second"))
    }

    @Test("A sheet that was covered by the help begins its 150 ms anew when it is seen again")
    func coveredSheetsBeginAnew() {
        var state = asked()
        state.press("?")
        state.wait(.seconds(60))
        state.press(.escape)
        #expect(state.press("y") == [])
        state.wait(.milliseconds(150))
        #expect(state.press("y") == answer(true))
    }

    @Test("Asked twice about one payment, it is one sheet; and a payment that ended needs no answer")
    func staleSheetsGo() {
        var state = asked()
        state.hear(sheet("k"))
        #expect(state.sheets.count == 1)
        state.hear(updated(transaction("k", ten, .purchasing)))
        #expect(state.sheets.count == 1)
        state.hear(failure(.paymentCancelled, key: "k"))
        #expect(state.sheets.isEmpty)
        #expect(state.press("y") == [])
    }

    @Test("While the sheet waits for the person nothing turns; after a yes the purchase is shown as any other")
    func sheetsWaitInPeace() {
        var state = ready()
        state.hear(updated(transaction("k", ten, .purchasing)))
        state.hear(sheet("k"))
        state.wait(.seconds(60))
        #expect(state.nextDeadline(allowsAnimation: true) == nil)
        #expect(!state.frame().description.contains("Purchasing"))
        state.press("y")
        #expect(state.nextDeadline(allowsAnimation: true) == state.now + .milliseconds(150))
        state.wait(.milliseconds(150))
        #expect(state.frame().description.contains("Purchasing"))
    }

    @Test("Cancelling frees the button; confirming keeps it until the queue has the payment")
    func cancellingFreesTheButton() {
        var state = asked()
        state.press("n")
        #expect(!state.press(.enter).isEmpty)
        state = asked()
        state.press("y")
        #expect(state.press(.enter) == [])
    }

    @Test("Keys of the store do nothing below a sheet")
    func storeKeysDoNothingBelow() {
        var state = asked()
        #expect(state.press("1", "s", "t", "r", "+", "2") == [])
        #expect(state.place == .store && state.selectedRow == 1)
    }

    @Test("Leaving with a purchase on its way asks first; one that waits for approval is no reason to ask")
    func leavingAsks() {
        var state = ready()
        state.hear(updated(transaction()))
        state.press("q")
        #expect(state.exit == nil)
        state.wait(.milliseconds(150))
        state.press(.enter)
        #expect(state.exit == nil && state.layer == .none)
        state.press("q", "y")
        #expect(state.exit == nil)
        state.wait(.milliseconds(150))
        state.press("y")
        #expect(state.exit == .quit)

        var deferred = ready()
        deferred.hear(updated(transaction("d", five, .deferred)))
        deferred.press("q")
        #expect(deferred.exit == .quit)
    }

    @Test("Esc closes only what lies on top, and never leaves")
    func escapeClosesTheTop() {
        var state = ready()
        state.press("t", "?", .escape)
        #expect(state.layer == .none && state.place == .transactions)
        state.press(.escape)
        #expect(state.place == .store)
        state.press(.escape, .escape)
        #expect(state.exit == nil)
    }
}
