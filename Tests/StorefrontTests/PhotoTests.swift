import StoreModel
import StorefrontMessages
import StorefrontStrings
import Testing

@testable import Storefront

@Suite("The photo and its filters")
struct PhotoTests {
    private func opened(owning filters: PhotoFilter...) -> StorefrontState {
        readyToFilter(owning: filters).pressing("p")
    }

    @Test func `The picture is asked for when somebody wants to see it, and not again once it is there`() {
        var state = readyToFilter()
        #expect(state.press("p") == [.picture])
        #expect(state.frame().description.contains("Opening the picture…"))
        state.hear(.pictureOpened(sunset))
        state.press(.escape)
        #expect(state.place == .store)
        #expect(state.press("p").isEmpty)
        #expect(state.frame()[40, 8].style.colours != nil)
    }

    @Test func `The button of a filter that nobody bought buys it, and switches nothing`() {
        var state = opened()
        #expect(state.press(.right, .enter) == [.purchase(PhotoFilter.sepia.productIdentifier, quantity: 1)])
        #expect(state.press(.enter).isEmpty)  // It is being bought.
        #expect(state.press("g").count == 1)
    }

    @Test func `Why a filter cannot be bought is said, and nothing is asked for`() {
        var state = state(after: openedWithFilters, .requestFailed(.networkDown)).pressing("p")
        #expect(state.press(.enter).isEmpty)
        #expect(state.status?.text == state.strings[.whyNetworkDown])
    }

    @Test func `The button of a filter that is owned switches it, and shows what is in force`() {
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

    @Test func `In the store, too, the button of a product that is owned is the filter's own`() {
        var state = readyToFilter(owning: [.sepia]).hearing(.filtersChanged([.sepia]))
        #expect(state.frame().description.contains("[ Sepia: on ]"))
        #expect(state.press("4", .enter) == [.filter(.sepia)])
        #expect(state.press("3", .enter) == [.purchase(PhotoFilter.greyscale.productIdentifier, quantity: 1)])
    }

    @Test func `A refunded filter's button buys it again, and the picture is as it was`() {
        var state = opened(owning: .sepia).hearing(.pictureOpened(sunset))
        let plain = state.frame()
        state.hear(.filtersChanged([.sepia]))
        let toned = state.frame()
        #expect(toned[40, 8].style.colours != plain[40, 8].style.colours)
        state.hear(owned(), .filtersChanged([]))
        #expect(state.frame()[40, 8] == plain[40, 8])
        #expect(state.frame().description.contains("[ Buy Sepia  $0.99 ]"))
    }

    @Test func `A refusal is said`() {
        let state = opened().hearing(.filterRefused(.sepia))
        #expect(state.statusLine?.text == "Sepia is not yours yet. Nothing was charged; buy it first.")
    }

    @Test func `Another account owns nothing of this one's`() {
        let state = opened(owning: .sepia).hearing(.filtersChanged([.sepia]), openedWithFilters)
        #expect(state.filters.isEmpty && !state.owns(.sepia))
    }

    @Test("All buttons are whole in the narrowest window", arguments: [[], [PhotoFilter.greyscale, .sepia]])
    func narrowest(owned: [PhotoFilter]) {
        let state = readyToFilter(owning: owned).pressing("p", .left)
        let row = state.frame(34, 10).description.split(separator: "\n").first { $0.contains("[") } ?? ""
        #expect(row.hasSuffix(">[Clear]"))
        #expect(row.contains(owned.isEmpty ? "[Buy Grey] [Buy Sepia]" : "[Grey: off] [Sepia: off]"))
    }
}
