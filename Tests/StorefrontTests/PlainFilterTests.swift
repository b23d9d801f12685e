import EventBus
import StoreModel
import StorefrontMessages
import TestSupport
import Testing

@testable import Storefront

@Suite("Filters in lines")
struct PlainFilterTests {
    private let bus = EventBus()

    private func opened(owning filters: PhotoFilter...) -> PlainStorefront {
        let store = PlainStorefront(bus: bus)
        store.appear {}
        bus.open(selling: fiveCredits, tenCredits)
        bus.publish(.entitlementsChanged(EntitlementsChanged(ownedProducts: Set(filters.map(\.productIdentifier)))))
        bus.publish(.filtersChanged([]))
        _ = store.advance()
        return store
    }

    @Test func `A filter that is owned is switched, and which are on is said once that is so`() {
        let store = opened(owning: .sepia)
        #expect(store.take(line: "filter sepia").isEmpty && store.isBusy)
        bus.publish(.filtersChanged([.sepia]))
        #expect(store.advance() == ["Filters on: Sepia."])
        #expect(!store.isBusy)
        #expect(store.take(line: "filters") == ["Filters on: Sepia."])
        #expect(store.take(line: "clear").isEmpty && store.isBusy)
        bus.publish(.filtersChanged([]))
        #expect(store.advance() == ["Filters on: no filter."])
    }

    @Test func `What cannot be switched is said at once, and nobody waits for it`() {
        let store = opened(owning: .sepia)
        #expect(
            store.take(line: "filter greyscale") == ["Greyscale is not yours yet. Nothing was charged; buy it first."])
        #expect(store.take(line: "filter blue") == ["There is no filter blue; there are greyscale and sepia."])
        #expect(store.take(line: "clear") == ["Filters on: no filter."])
        #expect(!store.isBusy)
    }
}
