import FoundationEssentials
import PaymentQueueKit
import StoreModel
import TestSupport
import Testing

@testable import StoreTestKit

/// The application's payment queue on the store of a session.
@Suite("A payment queue at a session", .timeLimit(.minutes(5))) struct QueueTests {
    private let folder: TemporaryDirectory
    private let session: StoreTestSession
    private let queue: PaymentQueue
    private let shop = Shop()

    init() throws {
        folder = try TemporaryDirectory()
        session = try StoreTestSession()
        queue = try PaymentQueue(directory: folder.path, service: session.paymentService) { _, _ in
            .given(priceLimit: nil)
        }
        queue.add(shop)
    }

    private func delivery() async throws -> PaymentTransaction {
        var deliveries = shop.deliveries.makeAsyncIterator()
        return try #require(await deliveries.next())
    }

    /// The bytes of the app receipt as text; the identifiers in it can be read.
    private func receipt() async throws -> String {
        let receipt = try await session.appReceipt()
        return String(decoding: try #require(Data(base64Encoded: receipt)), as: UTF8.self)
    }

    @Test func `delivers what is bought outside of the application, also after all was forgotten`()
        async throws
    {
        let credits = try await session.buy()
        #expect(try await delivery().transactionIdentifier == credits.identifier)
        session.clearTransactions()
        let filter = try await session.buy(SessionTests.filter)
        #expect(try await delivery().transactionIdentifier == filter.identifier)
        try session.setStorefront("FRA")
        let more = try await session.buy()
        #expect(try await delivery().transactionIdentifier == more.identifier)
        session.resetToDefaultState()
        let last = try await session.buy()
        #expect(try await delivery().transactionIdentifier == last.identifier)
        await queue.close()
    }

    @Test func `delivers what was resolved, and each renewal`() async throws {
        session.interruptedPurchasesEnabled = true
        await #expect(throws: StoreTestError.self) { try await session.buy(SessionTests.bunch) }
        session.interruptedPurchasesEnabled = false
        let interrupted = try #require(session.allTransactions().first)
        try session.resolveIssueForTransaction(identifier: interrupted.identifier)
        let first = try await delivery()
        try session.forceRenewalOfSubscription(productIdentifier: SessionTests.bunch)
        var renewal = try await delivery()
        // The end of the first period was moved. That period is delivered again if the store has not heard of
        // its finish.
        while renewal.transactionIdentifier == first.transactionIdentifier { renewal = try await delivery() }
        #expect(
            session.allTransactions().map(\.identifier)
                == [interrupted.identifier, first.transactionIdentifier, renewal.transactionIdentifier])
        await queue.close()
    }

    @Test func `has its own purchases in the session's list, and in the receipt until all is forgotten`()
        async throws
    {
        let request = RequestedPrices()
        ProductsRequest(productIdentifiers: [SessionTests.filter], queue: queue, delegate: request).start()
        for await _ in request.answers { break }
        try queue.add(Payment(product: SessionTests.filter))
        let delivered = try await delivery()
        #expect(session.allTransactions().map(\.identifier) == [delivered.transactionIdentifier])
        #expect(try await receipt().contains(SessionTests.filter.rawValue))
        session.clearTransactions()
        #expect(try await !receipt().contains(SessionTests.filter.rawValue))
        await queue.close()
    }

    @Test func `does not keep a session's store alive that nobody holds`() async throws {
        weak let memory: MemoryStore?
        let updates: AsyncStream<StoreUpdate>
        do {
            let other = try StoreTestSession()
            memory = other.paymentService.store as? MemoryStore
            #expect(memory != nil)
            updates = other.paymentService.store.updates()
        }
        #expect(memory == nil)
        // The updates end, so that nobody waits for them.
        for await _ in updates {}
    }
}

final class RequestedPrices: ProductsRequestDelegate {
    let (answers, answered) = AsyncStream.makeStream(of: ProductsResponse.self)

    func productsRequest(_ request: ProductsRequest, didReceive response: ProductsResponse) {
        answered.yield(response)
    }
    func productsRequest(_ request: ProductsRequest, didFailWithError error: StoreError) { answered.finish() }
}
