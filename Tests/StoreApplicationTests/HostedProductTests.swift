import Foundation
import PaymentQueueKit
import StoreApplication
import StoreEvents
import StoreModel
import StoreRules
import TestSupport
import Testing

@Suite("Books", .timeLimit(.minutes(5)))
struct HostedProductTests {
    private static let book: ProductIdentifier = "com.xamarin.storekit.testing.book.nightferry"

    /// A device on which the books have prices.
    private func device() async throws -> ApplicationHarness {
        let device = try await ApplicationHarness { EmbeddedContent(store: $0) }
        device.bus.send(.products)
        try await device.recorder.first(Event.productsFetched) { $0.productsByIdentifier[Self.book] != nil }
        return device
    }

    private func read(_ device: ApplicationHarness, skipping: Int = 0) async throws -> BookOpened {
        device.bus.send(.book(Self.book))
        return try await device.recorder.first(Event.bookOpened, skipping: skipping)
    }

    @Test(
        "what is asked of a book that is not owned, such as one that was refunded meanwhile, is refused, and said so"
    )
    func notOwned() async throws {
        let device = try await device()
        for (index, command) in [StorefrontCommand.download(.start, of: Self.book), .book(Self.book)]
            .enumerated()
        {
            device.bus.send(command)
            #expect(try await device.recorder.first(Event.actionFailed, skipping: index) == .bookNotOwned)
        }
    }

    @Test func `a book that another device has bought is owned here, and fetched when somebody asks for it`()
        async throws
    {
        let device = try await device()
        await device.queue.settle()
        try await device.sibling().buy("elsewhere", Self.book)
        try await device.recorder.first(Event.entitlementsChanged) { $0.ownedProducts == [Self.book] }
        await device.queue.settle()
        #expect(try await device.unsettled().isEmpty)
        #expect(device.recorder.all(Event.transactionSucceeded).isEmpty)
        #expect(device.recorder.all(Event.downloadUpdated).isEmpty)
        device.bus.send(.download(.start, of: Self.book))
        try await device.recorder.first(Event.downloadUpdated) { $0.state == .finished }
        #expect(try await read(device).paragraphs.first == "The Night Ferry")
    }

    @Test func `the place in a book is kept for the next start`() async throws {
        let device = try await device()
        try await device.bought(Self.book)
        let place = ReadingPlace(paragraph: 7, character: 42)
        device.bus.send(.readingPlace(place, in: Self.book))
        #expect(try await read(device.restart()).place == place)
    }

    @Test func `a refunded book is gone, and is not given again`() async throws {
        let device = try await device()
        let key = try await device.bought(Self.book).key
        device.perform(.refund, on: key)
        try await device.recorder.first(Event.transactionRevoked)
        try await device.recorder.first(Event.downloadUpdated) { $0.state == .cancelled }
        device.bus.send(.book(Self.book))
        try await device.recorder.first(Event.actionFailed)
        #expect(device.recorder.all(Event.bookOpened).isEmpty)
    }
}
