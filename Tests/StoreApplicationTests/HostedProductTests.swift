import EventBus
import Foundation
import PaymentQueueKit
import StoreApplication
import StoreEngine
import StoreModel
import StorefrontMessages
import Testing

@Suite("Books")
struct HostedProductTests {
    private static let book: ProductIdentifier = "com.xamarin.storekit.testing.book.nightferry"

    private func device() async throws -> ApplicationHarness {
        try await ApplicationHarness(content: { EmbeddedContent(store: $0) })
    }

    /// Waits until the books have prices.
    private func opened(_ device: ApplicationHarness) async throws {
        device.bus.send(.products)
        try await device.recorder.first(Event.productsFetched) { $0.productsByIdentifier[Self.book] != nil }
    }

    private func read(_ device: ApplicationHarness, skipping: Int = 0) async throws -> BookOpened {
        device.bus.send(.book(Self.book))
        return try await device.recorder.first(Event.bookOpened, skipping: skipping)
    }

    @Test("the content server's books are listed, and the store says which of them are sold and for how much")
    func listed() async throws {
        let device = try await device()
        try await opened(device)
        let listed = try await device.recorder.first(Event.hostedProductsListed) { !$0.isEmpty }
        #expect(listed.map(\.title).contains("The Night Ferry"))
        #expect(device.purchases.productIdentifiers.last == Self.book)
    }

    @Test func `a book that was bought is on disk before its transaction is finished, and can be read`() async throws {
        let device = try await device()
        try await opened(device)
        let key = try #require(device.purchases.purchaseProduct(Self.book))
        try await device.recorder.first(Event.transactionSucceeded) { $0.key == key }
        let finished = device.recorder.all(Event.downloadUpdated).first { $0.state == .finished }
        #expect(finished?.productIdentifier == Self.book)
        let opened = try await read(device)
        #expect(opened.paragraphs.first == "The Night Ferry" && opened.place == ReadingPlace())
        #expect(device.recorder.all(Event.entitlementsChanged).last?.ownedProducts == [Self.book])
    }

    @Test("without the content server a purchase waits, is not finished, not paid again, and delivered when it is back")
    func waits() async throws {
        let content = FaultyContent(.isGone)
        let device = try await ApplicationHarness(content: content.serve)
        try await opened(device)
        let key = try #require(device.purchases.purchaseProduct(Self.book))
        try await device.recorder.first(Event.downloadUpdated) { $0.error == .networkDown }
        #expect(device.recorder.all(Event.transactionSucceeded).isEmpty)
        #expect(try await device.unsettled() == [key])

        let next = try await device.restart { _ in content.recover() }
        try await next.recorder.first(Event.transactionSucceeded) { $0.key == key }
        #expect(try await read(next).paragraphs.first == "The Night Ferry")
        #expect(try await next.unsettled() == [] && next.appStore().purchases().count == 1)
    }

    @Test("very large content does not hold its transaction up: the receipt is kept, and shown again at the next start")
    func large() async throws {
        let content = FaultyContent(.sendsOneByte(of: HostedProductManager.largestAwaited + 1))
        let device = try await ApplicationHarness(content: content.serve)
        try await opened(device)
        let key = try #require(device.purchases.purchaseProduct(Self.book))
        try await device.recorder.first(Event.transactionSucceeded) { $0.key == key }
        try await device.recorder.first(Event.downloadUpdated) { $0.state == .active }
        await device.queue.settle()
        #expect(try await device.unsettled() == [])
        #expect(device.recorder.all(Event.downloadUpdated).allSatisfy { $0.state != .finished })

        let next = try await device.restart()
        try await next.recorder.first(Event.downloadUpdated) { $0.state == .active }
        #expect(content.receipts.count == 2 && Set(content.receipts).count == 1)
    }

    @Test func `the place in a book is kept for the next start`() async throws {
        let device = try await device()
        try await opened(device)
        device.purchases.purchaseProduct(Self.book)
        try await device.recorder.first(Event.transactionSucceeded)
        let place = ReadingPlace(paragraph: 7, character: 42)
        device.bus.send(.readingPlace(place, in: Self.book))
        let next = try await device.restart()
        #expect(try await read(next).place == place)
    }

    @Test func `a refunded book is gone, and is not given again`() async throws {
        let device = try await device()
        try await opened(device)
        let key = try #require(device.purchases.purchaseProduct(Self.book))
        try await device.recorder.first(Event.transactionSucceeded)
        device.perform(.refund, on: key)
        try await device.recorder.first(Event.transactionRevoked)
        try await device.recorder.first(Event.downloadUpdated) { $0.state == .cancelled }
        device.bus.send(.book(Self.book))
        try await device.recorder.first(Event.actionFailed)
        #expect(device.recorder.all(Event.bookOpened).isEmpty)
    }
}
