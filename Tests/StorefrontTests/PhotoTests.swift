import StoreModel
import StorefrontMessages
import StorefrontStrings
import Testing

@testable import Storefront

@Suite("The photo and its filters")
struct PhotoTests {
    private func opened(owning filters: PhotoFilter...) -> StorefrontState {
        var state = readyToFilter(owning: filters)
        state.press("p")
        return state
    }

    @Test("The picture is asked for when somebody wants to see it, and not again once it is there")
    func request() {
        var state = readyToFilter()
        #expect(state.press("p") == [.picture])
        #expect(state.frame().description.contains("Opening the picture…"))
        state.hear(.pictureOpened(sunset))
        state.press(.escape)
        #expect(state.place == .store)
        #expect(state.press("p").isEmpty)
        #expect(state.frame()[40, 8].style.colours != nil)
    }

    @Test("The button of a filter that nobody bought buys it, and switches nothing")
    func buying() {
        var state = opened()
        #expect(
            state.press(.right, .enter) == [
                .purchase(PhotoFilter.sepia.productIdentifier, quantity: 1)
            ])
        #expect(state.press(.enter).isEmpty)  // It is being bought.
        #expect(state.press("g").count == 1)
    }

    @Test("Why a filter cannot be bought is said, and nothing is asked for")
    func notOnSale() {
        var state = state(after: openedWithFilters, .requestFailed(.networkDown))
        state.press("p")
        #expect(state.press(.enter).isEmpty)
        #expect(state.status?.text == state.strings.whyNetworkDown)
    }

    @Test("The button of a filter that is owned switches it, and shows what is in force")
    func switching() {
        var state = opened(owning: .sepia, .greyscale)
        #expect(state.press("s") == [.filter(.sepia)])
        #expect(state.press(.enter) == [.filter(.greyscale)])
        #expect(state.frame().description.contains("[ Sepia: off ]"))
        state.hear(.filtersChanged([.sepia, .greyscale]))
        let frame = state.frame().description
        #expect(frame.contains(" Greyscale + Sepia ─\n"))
        #expect(frame.contains("[ Greyscale: on ]") && frame.contains("[ Sepia: on ]"))
        #expect(state.press("c") == [.clearFilters])
        #expect(state.press(.left, .enter) == [.clearFilters])
    }

    @Test("In the store, too, the button of a product that is owned is the filter's own")
    func inTheStore() {
        var state = readyToFilter(owning: [.sepia])
        state.hear(.filtersChanged([.sepia]))
        #expect(state.frame().description.contains("[ Sepia: on ]"))
        #expect(state.press("4", .enter) == [.filter(.sepia)])
        #expect(
            state.press("3", .enter) == [
                .purchase(PhotoFilter.greyscale.productIdentifier, quantity: 1)
            ])
    }

    @Test("A refunded filter's button buys it again, and the picture is as it was")
    func refund() {
        var state = opened(owning: .sepia)
        state.hear(.pictureOpened(sunset))
        let plain = state.frame()
        state.hear(.filtersChanged([.sepia]))
        let toned = state.frame()
        #expect(toned[40, 8].style.colours != plain[40, 8].style.colours)
        state.hear(owned())
        state.hear(.filtersChanged([]))
        #expect(state.frame()[40, 8] == plain[40, 8])
        #expect(state.frame().description.contains("[ Buy Sepia  $0.99 ]"))
    }

    @Test("A refusal is said")
    func refusal() {
        var state = opened()
        state.hear(.filterRefused(.sepia))
        #expect(state.statusLine?.text == "Sepia is not yours yet. Nothing was charged; buy it first.")
    }

    @Test("Another account owns nothing of this one's")
    func accounts() {
        var state = opened(owning: .sepia)
        state.hear(.filtersChanged([.sepia]))
        state.hear(openedWithFilters)
        #expect(state.filters.isEmpty && !state.owns(.sepia))
    }

    @Test("All buttons are whole in the narrowest window", arguments: [[], [PhotoFilter.greyscale, .sepia]])
    func narrowest(owned: [PhotoFilter]) {
        var state = readyToFilter(owning: owned)
        state.press("p", .left)
        let row = state.frame(34, 10).description.split(separator: "\n").first { $0.contains("[") } ?? ""
        #expect(row.hasSuffix(">[Clear]"))
        #expect(row.contains(owned.isEmpty ? "[Buy Grey] [Buy Sepia]" : "[Grey: off] [Sepia: off]"))
    }
}
