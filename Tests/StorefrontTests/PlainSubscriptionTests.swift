import EventBus
import StoreModel
import StorefrontMessages
import TestSupport
import Testing

@testable import Storefront

@Suite("Subscriptions in lines")
struct PlainSubscriptionTests {
    private let bus = EventBus()

    private func opened() -> PlainStorefront {
        let store = PlainStorefront(bus: bus)
        store.appear {}
        bus.open(selling: fiveCredits, bunch, letter)
        bus.publish(
            .entitlementsChanged(EntitlementsChanged(ownedProducts: [letterID], subscribedUntil: [letterID: periodEnd]))
        )
        _ = store.advance()
        return store
    }

    @Test(
        "The list is printed when it answers, and not when something changes by itself; an action is answered by it, too"
    )
    func list() {
        let store = opened()
        let sent = CommandRecorder(bus)
        #expect(store.take(line: "subscriptions").isEmpty && store.isBusy)
        let cancellable = summary(of: letterID, "7", actions: [.cancel])
        bus.publish(listed([], isAnswer: false))
        #expect(store.advance().isEmpty && store.isBusy)
        bus.publish(listed([cancellable]))
        #expect(
            store.advance() == [
                "1. The Keeper's Letter: Paid until 2026-12-18 11:06:40, then it renews. [subscription cancel 1]"
            ])
        #expect(!store.isBusy)
        #expect(store.take(line: "subscription cancel 1").isEmpty && store.isBusy)
        #expect(sent.all == [.subscriptions, .subscriptionAction(.cancel, on: "7")])
        bus.publish(listed([summary(of: letterID, "7", renews: false)], isFromStore: false))
        #expect(
            store.advance() == [
                "1. The Keeper's Letter: Paid until 2026-12-18 11:06:40.",
                "The store does not answer. This is what it signed before.",
            ])
    }

    @Test func `What cannot be done is said at once, and nobody waits for it`() {
        let store = opened()
        #expect(store.take(line: "subscription cancel 1")[0].contains("no subscription 1 in the list"))
        bus.publish(listed([summary(of: letterID, "7", actions: [.resume])]))
        _ = store.advance()
        #expect(store.take(line: "subscription cancel 1") == ["cancel is not possible for that subscription."])
        #expect(
            store.take(line: "subscription juggle 1") == [
                "subscription cancel needs a number, for example: subscription cancel 1"
            ])
        #expect(!store.isBusy)
    }

    @Test
    func `Prices say how often they are paid, and a subscription until when it is; the sheet says when it begins`() {
        let store = opened()
        bus.publish(sheet("key", bunch, quantity: 1))
        #expect(
            store.advance().first
                == "Confirm subscription: Monthly Bunch, $2.99/month. To pay now: $0.99 for 1 month. "
                + "Begins: now, and then renews.")
        bus.publish(prices(fiveCredits, bunch, letter))
        #expect(
            Array(store.advance().dropFirst()) == [
                "2. Monthly Bunch, $2.99/month (new subscribers: $0.99 for 1 month). Twenty monkey credits every month.",
                "3. The Keeper's Letter: Subscribed until 2026-12-18 11:06:40.",
            ])
    }
}
