import StoreEvents
import StoreModel
import StoreRules
import Storefront
import TestSupport
import Testing

extension ProductIdentifier {
    /// A book that is not among the store's own.
    static let garden: ProductIdentifier = "com.xamarin.storekit.testing.book.garden"
}

extension Stories {
    @Test(arguments: Place.all)
    func `H1: the list of products grows without a new application, is cached, and the store has the prices`(
        place: Place
    ) async throws {
        let books = try BookFixture()
        let catalogue = try Catalogue.selling([.nightFerry, .garden], as: "NonConsumable")
        let shop = try await Shop(at: place, catalogue: catalogue, books: books)
        let device = try await shop.device()
        try await device.shows("book.nightferry")
        #expect(!device.screen.contains("book.garden"))

        try books.add(.garden, bytes: Array("Rose".utf8))
        device.press("r")
        try await device.shows("book.garden")
        try await device.recorder.first(Event.productsFetched) {
            $0.productsByIdentifier[.garden]?.localizedPrice() == "$9.99"
        }
        // The store's own word: what it does not sell is not shown.
        #expect(!device.screen.contains("book.firstbanana"))

        let next = try await device.restart { try shop.set(.down) }
        try await next.recorder.first(Event.hostedProductsListed) {
            $0.contains { $0.productIdentifier == .garden }
        }
    }
}
