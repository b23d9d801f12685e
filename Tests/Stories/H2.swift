import Foundation
import StoreEvents
import StoreModel
import StoreRules
import Storefront
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `H2: the content comes for a verified receipt, is saved, and only then the purchase is finished`(
        place: Place
    ) async throws {
        let (shop, device) = try await Shop.withABook(at: place)
        device.bus.send(.purchase(.garden, quantity: 1))
        try await device.shows("Confirm purchase")
        device.press("y")
        let bought = try await device.recorder.first(Event.transactionSucceeded)
        #expect(bought.payment.productIdentifier == .garden && bought.isFinished)
        let order = device.recorder.events.compactMap { event in
            switch event {
            case .downloadUpdated(let download) where download.state == .finished: "saved"
            case .transactionSucceeded: "finished"
            default: nil
            }
        }
        #expect(order == ["saved", "finished"])
        try await device.shows("[ Read ]")
        device.bus.send(.book(.garden))
        let text = try await device.recorder.first(Event.bookOpened).paragraphs
        #expect(text == ["Call me a monkey."])
        try await shop.hasClosedBooks(charges: 1)
    }
}

extension Shop {
    /// A store with one book, and a device that has its price.
    static func withABook(
        at place: Place, text: [UInt8] = Array("Call me a monkey.".utf8)
    ) async throws -> (Shop, Device) {
        let books = try BookFixture()
        try books.add(.garden, bytes: text)
        let shop = try await Shop(
            at: place, catalogue: .selling([.garden], as: "NonConsumable"), books: books)
        let device = try await shop.device()
        try await device.shows("$9.99")
        return (shop, device)
    }
}
