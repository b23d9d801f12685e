import StoreEvents
import StoreModel
import Testing

@testable import Storefront

@Suite struct RestoreTests {
    @Test func `The key and the button ask for a restore, and while one runs they ask for nothing`() {
        let command = [StorefrontCommand.restore]
        var state = ready()
        #expect(state.press("R") == command)
        #expect(state.press(.up, .up, .enter) == command)
        state.hear(.restoreProgressed(restored: 0))
        #expect(state.press("R") == [])
        #expect(state.press(.enter) == [])
        // Other keys still work.
        #expect(state.press("1", .enter) == [.purchase(five, quantity: 1)])
        state.hear(.restoreFinished(restored: 1, rejected: 0))
        #expect(state.press("R") == command)
    }

    @Test func `Before the store is open there is nothing to restore from, and the person is told so`() {
        var state = StorefrontState(now: start)
        #expect(state.press("R") == [])
        #expect(state.statusLine?.text == state.strings[.restoreTooEarly])
    }

    @Test
    func `How far a restore has come stands on the status line until it ends, whatever was said in between`()
    {
        var state = ready().hearing(.restoreProgressed(restored: 100)).pressing("1", .enter, .enter)
        state.wait(.seconds(60))
        #expect(state.statusLine?.text == "Restoring… 100 so far.")
        state.hear(.restoreFailed(.networkDown, restored: 100))
        #expect(state.statusLine?.text.contains("Restored so far: 100.") == true)
        state.press(.down)
        #expect(state.statusLine == nil)
    }

    @Test
    func
        `Every ending is a sentence that fits into the narrowest window with two lines, and names what stays`()
    {
        for count in [0, 1, 2, 10_000] {
            let finished = Language.english.strings.restoreFinished(count, rejected: 0)
            let failed = Language.english.strings.restoreFailed(.networkDown, restored: count)
            let rejected = Language.english.strings.restoreFinished(count, rejected: 12)
            for sentence in [finished, failed, rejected] {
                #expect(TerminalText(sentence).width <= 78, "\(sentence)")
                #expect(TerminalText(sentence).wrapped(to: 38).count <= 2, "\(sentence)")
            }
            #expect(finished.contains("credits are in"))
        }
    }

    @Test
    func `An owned product is not sold: its row says so, Enter buys nothing, and a refund sells it again`() {
        var state = ready().hearing(owned(sepia)).pressing("4")
        #expect(state.offer(of: sepia) == .owned)
        #expect(state.press(.enter) == [.filter(.sepia)])
        state.hear(owned())
        #expect(state.press(.enter) == [.purchase(sepia, quantity: 1)])
    }

    @Test func `What is bought for good has no quantity to choose`() {
        var state = ready().pressing("3", .right, .right)
        #expect(state.quantity(of: greyscale) == 1)
        state.press("1", .right)
        #expect(state.quantity(of: five) == 2)
    }

    @Test func `Whoever opens the store next does not see what somebody else owns, nor that one's restore`() {
        var state = ready(account: "jane").hearing(owned(sepia), .restoreProgressed(restored: 7), .signedOut)
        #expect(state.account.ownedProducts.isEmpty && state.account.restored == nil)
        state.hear(owned(sepia), opened(account: "bob"))
        #expect(state.account.ownedProducts.isEmpty && state.account.restored == nil)
    }

    @Test func `In lines: restore says that it began and how it ended, and the next line waits for that`() {
        let shop = PlainShop(opening(selling: [fiveCredits, sepiaFilter]))
        #expect(shop.take("Restore") == [])
        #expect(shop.store.isBusy)
        #expect(
            shop.hear(.restoreProgressed(restored: 0), .restoreProgressed(restored: 100))
                == ["Restoring your purchases…"])
        #expect(
            shop.hear(owned(sepia), .restoreFinished(restored: 1, rejected: 0))
                == ["1 purchase restored. Your credits are in your account anyway."])
        #expect(!shop.store.isBusy)
        #expect(shop.hear(prices(fiveCredits, sepiaFilter)).last == "2. Sepia Filter: Owned.")
    }
}
