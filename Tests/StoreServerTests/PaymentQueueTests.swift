import PaymentQueueKit
import Storage
import StoreClient
import StoreModel
import StoreRules
import StoreWire
import TestSupport
import Testing

/// What an application gets from a payment queue with a store at an address: the same as from the
/// embedded one.
@Suite("A payment queue over HTTP", .server, .timeLimit(.minutes(5)))
struct PaymentQueueTests {
    private static let sepia: ProductIdentifier = "com.xamarin.storekit.testing.sepia"

    private let server = RunningServer.current

    @Test func `has a receipt for each paid transaction, which verifyReceipt takes`() async throws {
        let device = try await QueueDevice()
        for (product, quantity) in [(MonkeyCredits.five, 3), (MonkeyCredits.ten, 1), (Self.sepia, 1)] {
            let paid = try await device.bought(product, quantity: quantity)
            let receipt = try await verified(paid)
            #expect(receipt["product_id"] == product.rawValue && receipt["quantity"] == String(quantity))
            #expect(receipt["transaction_id"] == paid.transactionIdentifier?.rawValue)
            #expect(try device.queue.transactions().first { $0.key == paid.key }?.transactionReceipt != nil)
        }
        await device.queue.close()
    }

    @Test func `has the original of a restored transaction, with its payment, its date and its receipt`()
        async throws
    {
        let device = try await QueueDevice()
        let paid = try await device.bought(Self.sepia)
        try device.queue.finishTransaction(paid)
        await device.queue.settle()
        await device.queue.close()

        // The customer's next machine.
        server.time.advance(by: .seconds(86_400))
        let next = try await QueueDevice(of: device.customer)
        next.queue.restoreCompletedTransactions()
        let restored = try await next.observer.transaction { $0.state == .restored }
        let original = try #require(restored.original)
        #expect(original.payment == paid.payment && original.state == .purchased)
        #expect(original.transactionDate == paid.transactionDate && original.transactionDate != nil)
        #expect(original.transactionIdentifier == paid.transactionIdentifier)
        for transaction in [restored, original] {
            let receipt = try await verified(transaction)
            #expect(receipt["product_id"] == Self.sepia.rawValue && receipt["quantity"] == "1")
            #expect(receipt["original_transaction_id"] == paid.transactionIdentifier?.rawValue)
        }
        await next.queue.close()
    }

    /// The fields of a transaction's receipt, as the store's verifyReceipt reads them.
    private func verified(_ transaction: PaymentTransaction) async throws -> [String: String] {
        let receipt = try #require(transaction.transactionReceipt)
        let body = #"{"receipt-data": "\#(receipt)"}"#
        let answer = try await server.send("POST", "/sandbox/verifyReceipt", body: body).object()
        #expect(answer["status"] as? Int == 0, "\(answer)")
        return try #require(answer["receipt"] as? [String: String])
    }
}

/// A device with a payment queue that talks to the running server.
private struct QueueDevice {
    let customer: Customer
    let queue: PaymentQueue
    let observer = QueueObserver()
    private let folder: TemporaryDirectory

    /// A device of a new customer, or another one of a customer. It has seen the prices.
    init(of customer: Customer? = nil) async throws {
        let server = RunningServer.current
        self.customer = if let customer { customer } else { try await Customer() }
        folder = try TemporaryDirectory()
        let directory = try DataDirectory(path: folder.path)
        let address = try #require(StoreAddress(server.address))
        let trust = StoreTrust(
            in: directory, store: address,
            bundleIdentifier: server.store.application.bundleIdentifier.rawValue)
        let time = server.time.source
        let store = HTTPStore(
            connection: StoreConnection(address: address, trust: trust, time: time),
            session: self.customer.session,
            device: randomUUID(), jitter: { 0.5 })
        let file = try DatabaseFile(
            path: directory.file("payments.sqlite"),
            migrations: PaymentJournal.migrations + Restrictions.migrations)
        queue = PaymentQueue(file: file, store: store, time: time, jitter: { 0.5 }) { _, _ in
            .given(priceLimit: nil)
        }
        queue.add(observer)
        let request = ProductsRequest(
            productIdentifiers: Set(try await store.productIdentifiers()), queue: queue, delegate: observer)
        request.start()
        _ = try await observer.answers.first { $0 }
    }

    /// Buys, and waits until it is paid.
    func bought(_ product: ProductIdentifier, quantity: Int = 1) async throws -> PaymentTransaction {
        var payment = MutablePayment(product: product)
        payment.quantity = quantity
        let key = try queue.add(Payment(payment))
        return try await observer.transaction { $0.key == key && $0.state == .purchased }
    }
}

private final class QueueObserver: PaymentTransactionObserver, ProductsRequestDelegate {
    private let transactions = Recorder<PaymentTransaction>()
    let answers = Recorder<ProductsResponse>()

    func transaction(_ isWanted: (PaymentTransaction) -> Bool) async throws -> PaymentTransaction {
        try await transactions.first { isWanted($0) ? $0 : nil }
    }

    func paymentQueue(_: PaymentQueue, updatedTransactions transactions: [PaymentTransaction]) {
        self.transactions.note(transactions)
    }
    func paymentQueue(_: PaymentQueue, revokedTransactions: [PaymentTransaction]) {}
    func productsRequest(_: ProductsRequest, didReceive response: ProductsResponse) {
        answers.note([response])
    }
    func productsRequest(_: ProductsRequest, didFailWithError error: StoreError) {
        Issue.record("no products: \(error)")
    }
}
