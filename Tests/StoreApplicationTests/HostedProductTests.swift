import Foundation
import PaymentQueueKit
import StoreApplication
import StoreEvents
import StoreModel
import StoreRules
import Synchronization
import TestSupport
import Testing

@Suite("Books", .timeLimit(.minutes(5)))
struct HostedProductTests {
    private static let book: ProductIdentifier = "com.xamarin.storekit.testing.book.nightferry"

    /// A device on which the books have prices.
    private func device(
        content: @escaping ApplicationHarness.MakeContent = { EmbeddedContent(store: $0) }
    ) async throws -> ApplicationHarness {
        let device = try await ApplicationHarness(content: content)
        device.bus.send(.products)
        try await device.recorder.first(Event.productsFetched) { $0.productsByIdentifier[Self.book] != nil }
        return device
    }

    private func read(_ device: ApplicationHarness, skipping: Int = 0) async throws -> BookOpened {
        device.bus.send(.book(Self.book))
        return try await device.recorder.first(Event.bookOpened, skipping: skipping)
    }

    @Test("the content server's books are listed, and the store says which of them are sold and for how much")
    func listed() async throws {
        let device = try await device()
        let listed = try await device.recorder.first(Event.hostedProductsListed) { !$0.isEmpty }
        #expect(listed.map(\.title).contains("The Night Ferry"))
        #expect(device.purchases.productIdentifiers.last == Self.book)
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

    @Test func `a book that was bought is on disk before its transaction is finished, and can be read`()
        async throws
    {
        let device = try await device()
        try await device.bought(Self.book)
        let finished = device.recorder.all(Event.downloadUpdated).first { $0.state == .finished }
        #expect(finished?.productIdentifier == Self.book)
        let opened = try await read(device)
        #expect(opened.paragraphs.first == "The Night Ferry" && opened.place == ReadingPlace())
        #expect(device.recorder.all(Event.entitlementsChanged).last?.ownedProducts == [Self.book])
    }

    @Test(
        "without the content server a purchase waits, is not finished, not paid again, and delivered when it is back"
    )
    func waits() async throws {
        let content = FaultyContent(.isGone)
        let device = try await device(content: content.serve)
        let key = try await device.buy(Self.book)
        try await device.recorder.first(Event.downloadUpdated) { $0.error == .networkDown }
        #expect(device.recorder.all(Event.transactionSucceeded).isEmpty)
        #expect(try await device.unsettled() == [key])

        let next = try await device.restart { _ in content.recover() }
        try await next.recorder.first(Event.transactionSucceeded) { $0.key == key }
        #expect(try await read(next).paragraphs.first == "The Night Ferry")
        #expect(try await next.unsettled() == [] && next.appStore().purchases().count == 1)
    }

    @Test(
        "very large content does not hold its transaction up: the receipt is kept, and shown again at the next start"
    )
    func large() async throws {
        let content = FaultyContent(.sendsOneByte(of: HostedProductManager.largestAwaited + 1))
        let device = try await device(content: content.serve)
        try await device.bought(Self.book)
        try await device.recorder.first(Event.downloadUpdated) { $0.state == .active }
        await device.queue.settle()
        #expect(try await device.unsettled() == [])
        #expect(device.recorder.all(Event.downloadUpdated).allSatisfy { $0.state != .finished })

        let next = try await device.restart()
        try await next.recorder.first(Event.downloadUpdated) { $0.state == .active }
        #expect(content.receipts.count == 2 && Set(content.receipts).count == 1)
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

/// A content server that lists a store's books, and sends them only as a test wants.
final class FaultyContent: ContentService {
    enum Fault: Sendable {
        /// The server cannot be reached.
        case isGone
        /// It claims this length, but only the first byte arrives.
        case sendsOneByte(of: Int64)
    }

    private let fault: Mutex<Fault?>
    private let receiptsShown = Mutex<[String]>([])
    private let store: Mutex<(any ContentService)?> = Mutex(nil)

    var receipts: [String] { receiptsShown.withLock { $0 } }

    init(_ fault: Fault) { self.fault = Mutex(fault) }

    func recover() { fault.withLock { $0 = nil } }

    func serve(_ store: AppStore) -> FaultyContent {
        self.store.withLock { $0 = EmbeddedContent(store: store) }
        return self
    }

    func hostedProducts(unlessMatching validator: String?) async throws(StoreError) -> HostedProductList? {
        guard var list = try await behind.hostedProducts(unlessMatching: validator) else { return nil }
        if case .sendsOneByte(let length)? = fault.withLock({ $0 }) {
            for index in list.products.indices { list.products[index].length = length }
        }
        return list
    }

    func fetchContent(
        of product: ProductIdentifier, receipt: String, after part: PartialContent?,
        receive: @escaping @Sendable (ContentPiece) throws(StoreError) -> Void
    ) async throws(StoreError) {
        receiptsShown.withLock { $0.append(receipt) }
        switch fault.withLock({ $0 }) {
        case nil: try await behind.fetchContent(of: product, receipt: receipt, after: part, receive: receive)
        case .isGone: throw .networkDown
        case .sendsOneByte(let length):
            let listed = try await behind.hostedProducts(unlessMatching: nil)?.products
            let digest = listed?.first { $0.productIdentifier == product }?.digest ?? ""
            try receive(.head(digest: digest, length: length, offset: 0))
            try receive(.bytes([0]))
            // Until the test is over, or the download is stopped.
            let (silence, end) = AsyncStream.makeStream(of: Void.self)
            for await _ in silence {}
            end.finish()
            throw .requestCancelled
        }
    }

    private var behind: any ContentService { store.withLock { $0 } ?? NoContent() }
}
