import DeviceStorage
import Foundation
import PaymentQueueKit
import StoreEvents
import StoreModel
import StoreRules
import Synchronization
import TestSupport
import Testing

@testable import StoreApplication

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

    private func read(_ device: ApplicationHarness) async throws -> BookOpened {
        device.bus.send(.book(Self.book))
        return try await device.recorder.first(Event.bookOpened)
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

    @Test func `a list that another program on the same files has fetched is shown here, too`() async throws {
        let device = try await ApplicationHarness { EmbeddedContent(store: $0) }
        let second = try await device.secondProgram()
        #expect(await second.hosted.refresh())
        #expect(await device.hosted.refresh())
        #expect(device.hosted.products == second.hosted.products)
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

    @Test func `a book that another program on the same files has fetched can be read here, too`()
        async throws
    {
        let device = try await device()
        let second = try await device.secondProgram()
        try await device.sibling().buy("elsewhere", Self.book)
        for program in [device, second] {
            try await program.recorder.first(Event.entitlementsChanged) { $0.ownedProducts == [Self.book] }
        }
        second.bus.send(.download(.start, of: Self.book))
        try await device.recorder.first(Event.downloadUpdated) { $0.state == .finished }
        #expect(try await read(device).paragraphs.first == "The Night Ferry")
        await second.close()
    }

    @Test func `a book that was bought here and finished by another is fetched all the same`() async throws {
        let device = try await device()
        await device.queue.settle()
        try await device.sibling().buy("here", Self.book)
        try await device.recorder.first(Event.entitlementsChanged) { $0.ownedProducts == [Self.book] }
        await device.queue.settle()
        var told = try #require(try device.journal.transaction("here"))
        (told.isFromElsewhere, told.isFinished) = (false, true)
        device.purchases.completeTransaction(told)
        #expect(try await device.recorder.first(Event.transactionSucceeded).key == "here")
        try await device.recorder.first(Event.downloadUpdated) { $0.state == .finished }
    }

    @Test func `books are sold although their list cannot be written down, and that is said`() async throws {
        let device = try await ApplicationHarness { EmbeddedContent(store: $0) }
        try device.edit(
            "CREATE TRIGGER stop BEFORE INSERT ON hosted_products BEGIN SELECT RAISE(ABORT, 'stopped'); END")
        device.bus.send(.products)
        #expect(try await device.recorder.first(Event.actionFailed).isAbout("device.sqlite"))
        try await device.recorder.first(Event.productsFetched) { $0.productsByIdentifier[Self.book] != nil }
    }

    @Test
    func `a content server that is down at the start is asked again until it answers, and that is said once`()
        async throws
    {
        let door = Door()
        let device = try await ApplicationHarness { Late(content: EmbeddedContent(store: $0), door: door) }
        device.bus.send(.products)
        for pause in [1, 2, 4] {
            await device.time.waitForSleepers()
            #expect(device.recorder.names.count { $0 == .contentNotReached } == 1)
            if pause == 4 { door.isOpen.store(true, ordering: .sequentiallyConsistent) }
            device.time.advance(by: .seconds(pause))
        }
        try await device.recorder.first(Event.productsFetched) { $0.productsByIdentifier[Self.book] != nil }
        await device.close()
        #expect(device.time.sleeperCount == 0)
        #expect(device.recorder.names.count { $0 == .contentNotReached } == 1)
    }

    @Test func `without any network, nothing is said of the content server`() async throws {
        let device = try await ApplicationHarness { EmbeddedContent(store: $0) }
        try await device.set { $0.store.network = .down }
        device.bus.send(.products)
        await device.time.waitForSleepers()
        #expect(!device.recorder.names.contains(.contentNotReached))
        await device.close()
        #expect(device.time.sleeperCount == 0)
    }

    @Test(arguments: ["\n", "\r\n"])
    func `a book has a paragraph for each line, however its lines end`(end: String) throws {
        let folder = try TemporaryDirectory()
        let lines = ["The Night Ferry", "", "It left at nine."]
        let path = folder.path + "/book"
        try Data(lines.joined(separator: end).utf8).write(to: URL(filePath: path))
        #expect(try BookText.paragraphs(at: path) == lines)
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

    @Test func `a book is gone although another device has finished its refund`() async throws {
        let device = try await device()
        let key = try await device.bought(Self.book).key
        await device.queue.settle()
        let other = try await device.otherDevice()
        let next = try await device.restart { _ in
            other.perform(.refund, on: key)
            try await other.recorder.first(Event.transactionRevoked)
            await other.queue.settle()
        }
        try #require(next.recorder.all(Event.transactionRevoked).map(\.key) == [key])
        try await next.recorder.first(Event.downloadUpdated) { $0.state == .cancelled }
        #expect(next.recorder.all(Event.transactionSucceeded).isEmpty)
    }

    @Test func `a refunded book is gone at the next start if it was still there when the program ended`()
        async throws
    {
        let device = try await device()
        let key = try await device.bought(Self.book).key
        let (gate, opening) = AsyncStream.makeStream(of: Never.self)
        device.hosted.work.add { for await _ in gate {} }
        device.perform(.refund, on: key)
        try await device.recorder.first(Event.transactionRevoked)
        try #require(device.hasFile("content/\(Self.book)"))
        // The first one does not end properly.
        let next = try await device.secondProgram()
        #expect(next.recorder.all(Event.downloadUpdated).map(\.state) == [.cancelled])
        #expect(!device.hasFile("content/\(Self.book)"))
        opening.finish()
        await device.close()
    }

    @Test func `a book that is bought again before its content is gone keeps the content`() async throws {
        let device = try await device()
        let key = try await device.bought(Self.book).key
        let (gate, opening) = AsyncStream.makeStream(of: Never.self)
        device.hosted.work.add { for await _ in gate {} }
        device.perform(.refund, on: key)
        try await device.recorder.first(Event.transactionRevoked)
        try await device.bought(Self.book)
        opening.finish()
        await device.close()
        #expect(device.recorder.all(Event.downloadUpdated).last?.state == .finished)
    }

    @Test func `what the application delivers itself is not a book, whatever a content server's list says`()
        async throws
    {
        let credits = HostedProduct(
            productIdentifier: MonkeyCredits.five, title: "Credits", length: 1, digest: "")
        let device = try await device { ListOnly(content: EmbeddedContent(store: $0), others: [credits]) }
        try await device.bought(MonkeyCredits.five)
        #expect(device.recorder.all(Event.downloadUpdated).isEmpty)
    }

    @Test func `a book that is refunded while its download waits is not told as bought afterwards`()
        async throws
    {
        let device = try await device { ListOnly(content: EmbeddedContent(store: $0)) }
        let key = try await device.buy(Self.book)
        try await device.recorder.first(Event.downloadUpdated) { $0.error == .networkDown }
        device.perform(.refund, on: key)
        #expect(try await device.recorder.first(Event.transactionRevoked).key == key)
        try await device.recorder.first(Event.downloadUpdated) { $0.state == .cancelled }
        // What its end brings about is done, too.
        await device.close()
        #expect(device.recorder.all(Event.transactionSucceeded).isEmpty)
        #expect(try device.queue.transactions().isEmpty)
    }

    @Test
    func `a book whose download is cancelled counts as delivered, and one whose download is paused does not`()
        async throws
    {
        let device = try await device { ListOnly(content: EmbeddedContent(store: $0)) }
        let key = try await device.buy(Self.book)
        try await device.recorder.first(Event.downloadUpdated) { $0.error == .networkDown }
        device.bus.send(.download(.pause, of: Self.book))
        try await device.recorder.first(Event.downloadUpdated) { $0.state == .paused }
        #expect(device.recorder.all(Event.transactionSucceeded).isEmpty)
        device.bus.send(.download(.cancel, of: Self.book))
        #expect(try await device.recorder.first(Event.transactionSucceeded).key == key)
        let next = try await device.restart()
        #expect(try next.queue.transactions().isEmpty && next.replica.owned().ownedProducts == [Self.book])
        #expect(next.recorder.all(Event.downloadUpdated).map(\.state) == [.cancelled])
    }

    @Test func `a purchase is said to wait when its download is paused, so that nobody waits for it`()
        async throws
    {
        let device = try await device { ListOnly(content: EmbeddedContent(store: $0)) }
        let key = try await device.buy(Self.book)
        try await device.recorder.first(Event.downloadUpdated) { $0.error == .networkDown }
        device.bus.send(.download(.pause, of: Self.book))
        await device.close()
        let told = device.recorder.events.drop { event in
            if case .downloadUpdated(let download) = event { download.state != .paused } else { true }
        }
        guard case .transactionUpdated(let transaction)? = told.dropFirst().first else {
            Issue.record("told: \(told.map(\.name))")
            return
        }
        #expect(transaction.key == key && transaction.state == .purchased)
    }

    @Test func `a refunded book is gone although the content server does not have it any more`() async throws
    {
        let door = Door()
        let device = try await device { Withdrawn(content: EmbeddedContent(store: $0), door: door) }
        let key = try await device.bought(Self.book).key
        door.isOpen.store(true, ordering: .sequentiallyConsistent)
        #expect(await device.hosted.refresh() && device.hosted.products.isEmpty)
        device.perform(.refund, on: key)
        try await device.recorder.first(Event.downloadUpdated) { $0.state == .cancelled }
        #expect(!device.hasFile("content/\(Self.book)"))
    }

    @Test func `a line that is too long for a paragraph is cut between words, and loses nothing`() throws {
        let folder = try TemporaryDirectory()
        let line = (1...2000).map { "word\($0)" }.joined(separator: " ")
        for text in [line, String(repeating: "x", count: 4000)] {
            try Data(text.utf8).write(to: URL(filePath: folder.path + "/book"))
            let parts = try BookText.paragraphs(at: folder.path + "/book")
            #expect(parts.joined() == text && parts.count > 2)
            #expect(parts.allSatisfy { $0.unicodeScalars.count <= BookOpened.longestParagraph })
            #expect(text != line || parts.dropLast().allSatisfy { $0.hasSuffix(" ") })
        }
    }
}

private final class Door: Sendable {
    let isOpen = Atomic(false)
}

/// A content server that does not answer before its door is open.
private struct Late: ContentService {
    let content: EmbeddedContent
    let door: Door

    func hostedProducts(unlessMatching validator: String?) async throws(StoreError) -> HostedProductList? {
        guard door.isOpen.load(ordering: .sequentiallyConsistent) else { throw .networkDown }
        return try await content.hostedProducts(unlessMatching: validator)
    }

    func fetchContent(
        of product: ProductIdentifier, receipt: String, after part: PartialContent?,
        receive: @escaping @Sendable (ContentPiece) throws(StoreError) -> Void
    ) async throws(StoreError) {
        try await content.fetchContent(of: product, receipt: receipt, after: part, receive: receive)
    }
}

/// A content server that sends its list, and no content.
private struct ListOnly: ContentService {
    let content: EmbeddedContent
    var others: [HostedProduct] = []

    func hostedProducts(unlessMatching validator: String?) async throws(StoreError) -> HostedProductList? {
        var list = try await content.hostedProducts(unlessMatching: validator)
        list?.products += others
        return list
    }

    func fetchContent(
        of product: ProductIdentifier, receipt: String, after part: PartialContent?,
        receive: @escaping @Sendable (ContentPiece) throws(StoreError) -> Void
    ) async throws(StoreError) {
        throw .networkDown
    }
}

/// A content server whose list is empty if its door is open.
private struct Withdrawn: ContentService {
    let content: EmbeddedContent
    let door: Door

    func hostedProducts(unlessMatching validator: String?) async throws(StoreError) -> HostedProductList? {
        guard door.isOpen.load(ordering: .sequentiallyConsistent) else {
            return try await content.hostedProducts(unlessMatching: validator)
        }
        return HostedProductList(products: [], validator: "none")
    }

    func fetchContent(
        of product: ProductIdentifier, receipt: String, after part: PartialContent?,
        receive: @escaping @Sendable (ContentPiece) throws(StoreError) -> Void
    ) async throws(StoreError) {
        try await content.fetchContent(of: product, receipt: receipt, after: part, receive: receive)
    }
}
