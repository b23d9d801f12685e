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

    /// Has a queue ask for a product's price, so that the product can be bought.
    private func fetchPrice(of product: ProductIdentifier, _ queue: PaymentQueue) async {
        let request = RequestedPrices()
        ProductsRequest(productIdentifiers: [product], queue: queue, delegate: request).start()
        for await _ in request.answers { break }
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
        await fetchPrice(of: SessionTests.filter, queue)
        try queue.add(Payment(product: SessionTests.filter))
        let delivered = try await delivery()
        #expect(session.allTransactions().map(\.identifier) == [delivered.transactionIdentifier])
        #expect(try await receipt().contains(SessionTests.filter.rawValue))
        session.clearTransactions()
        #expect(try await !receipt().contains(SessionTests.filter.rawValue))
        await queue.close()
    }

    @Test func `sends what waits for approval again after all was forgotten, and it is charged once`()
        async throws
    {
        await fetchPrice(of: SessionTests.credits, queue)
        session.askToBuyEnabled = true
        try queue.add(Payment(product: SessionTests.credits))
        await queue.settle()
        let asked = try #require(session.allTransactions().first)
        session.askToBuyEnabled = false
        session.clearTransactions()
        await queue.settle()
        let again = try #require(session.allTransactions().first)
        #expect(again.pendingAskToBuyConfirmation && again.identifier != asked.identifier)
        try session.approveAskToBuyTransaction(identifier: again.identifier)
        #expect(try await delivery().transactionIdentifier == again.identifier)
        await queue.settle()
        #expect(session.allTransactions().map(\.state) == [.purchased])
        await queue.close()
    }

    @Test func `pays an introductory offer that costs more than a period, with the documentation's closure`()
        async throws
    {
        let file = try ConfigurationFile(
            """
            {"version": {"major": 4, "minor": 0}, "subscriptionGroups": [{"id": "G", "name": "Group", "subscriptions": [
              {"productID": "month", "type": "RecurringSubscription", "displayPrice": "9.99", "groupNumber": 1,
               "recurringSubscriptionPeriod": "P1M", "introductoryOffer":
                 {"paymentMode": "payUpFront", "subscriptionPeriod": "P3M", "displayPrice": "24.99"}}]}]}
            """)
        let session = try StoreTestSession(contentsOf: file.url)
        let folder = try TemporaryDirectory()
        let queue = try PaymentQueue(directory: folder.path, service: session.paymentService) { _, product in
            .given(priceLimit: product.highestPrice)
        }
        queue.add(shop)
        await fetchPrice(of: "month", queue)
        try queue.add(Payment(product: "month"))
        await queue.settle()
        #expect(session.allTransactions().map(\.price?.milliunits) == [24_990])
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
