import DeviceStorage
import PaymentQueueKit
import StoreEvents
import StoreModel
import StoreRules
import TestSupport
import Testing

@testable import StoreApplication

@Suite("A purchase that does not go through at once", .timeLimit(.minutes(5)))
struct UnsuccessfulPurchaseTests {
    @Test
    func `because the program ends with its sheet open counts as cancelled, and nothing was charged`()
        async throws
    {
        let first = try await ApplicationHarness(user: .leavesOpen)
        let key = try await first.buy()
        let waiting = try await first.buy()
        try await first.recorder.first(Event.confirmationRequested)
        // An answer to another sheet does not answer this one.
        first.bus.send(.answer(key: waiting, isConfirmed: true))
        let second = try await first.restart()
        #expect(first.recorder.all(Event.confirmationRequested).map(\.key) == [key])
        // Nobody observed the first program's queue any more, so the second program tells it.
        #expect(first.recorder.all(Event.transactionFailed).isEmpty)
        let failed = second.recorder.all(Event.transactionFailed)
        #expect(failed.map(\.key) == [key] && failed.map(\.error) == [.paymentCancelled])
        #expect(try second.queue.transactions().isEmpty)
        #expect(try await second.store.unsettledPurchases(including: [key, waiting]).isEmpty)
        #expect(try second.replica.credits() == 0)
    }

    @Test func `because it waits for approval is told to other programs on the same files, too`()
        async throws
    {
        let device = try await ApplicationHarness()
        let second = try await device.secondProgram()
        let asked = PaymentTransaction(
            key: "asked", payment: Payment(product: MonkeyCredits.five), state: .deferred,
            addedDate: device.time.source.now())
        try second.journal.add(asked)
        let told = try await device.recorder.first(Event.transactionUpdated)
        #expect(told.key == asked.key && told.state == .deferred)
        await second.close()
    }

    @Test func `because the network is down is not on its way at the end if another program has ended it`()
        async throws
    {
        let device = try await ApplicationHarness()
        try await device.fetchProducts()
        try await device.set { $0.store.network = .down }
        let key = try await device.buy()
        try await device.recorder.first(Event.transactionUpdated)
        await device.queue.settle()
        try device.edit("UPDATE payment_journal SET state = 2, isFinished = 1")
        await device.close()
        #expect(device.recorder.all(Event.transactionFailed).map(\.key) == [key])
    }

    @Test(
        "because it waits for approval is known again, and can be decided, after the device's database was lost",
        arguments: [TransactionAction.approve, .decline])
    func lostRequest(action: TransactionAction) async throws {
        let first = try await ApplicationHarness()
        try await first.set { $0.store.asksToBuy = true }
        let key = try await first.buy()
        try await first.recorder.first(Event.transactionUpdated) { $0.state == .deferred }
        let second = try await first.restart { device in
            for end in ["", "-wal", "-shm"] { device.remove("device.sqlite" + end) }
        }
        let known = try await second.recorder.first(Event.transactionUpdated) { $0.state == .deferred }
        #expect(known.key == key && !known.isFromElsewhere)
        #expect(try await second.transactions.newest(allowing: action).map(\.key) == [key])
        try await second.transactions.perform(action, on: key)
        if action == .approve {
            let bought = try await second.recorder.first(Event.transactionSucceeded)
            #expect(bought.key == key && !bought.isFromElsewhere)
        } else {
            #expect(try await second.recorder.first(Event.transactionFailed).key == key)
        }
        await second.queue.settle()
        #expect(try second.replica.credits() == (action == .approve ? 5 : 0))
    }

    static let troubles: [(StoreError, StorefrontEvent.Name?)] = [
        (.unknownServerError, .actionFailed),
        (StoreError(domain: .storeServer, code: 5002, message: "Nobody can read this."), .actionFailed),
        (.deviceTrouble(.full(path: "/p")), .actionFailed), (.cannotConnect, .actionFailed),
        (.paymentInvalid, .actionFailed), (.tooManyAttempts, .actionFailed), (.networkDown, .networkChanged),
        (.connectionLost, .networkChanged), (.signInNeeded, nil),
    ]

    @Test(
        "because the store does not answer says why, unless that has a place of its own", arguments: troubles)
    func unanswered(error: StoreError, name: StorefrontEvent.Name?) async throws {
        let device = try await ApplicationHarness()
        let transaction = try await device.bought()
        await device.queue.settle()
        device.recorder.forget()
        let observer = TransactionObserver(manager: device.purchases, bus: device.bus)
        observer.paymentQueue(device.queue, isWaitingToSend: transaction, because: error)
        #expect(device.recorder.names == [name, .transactionUpdated].compactMap(\.self))
        let reported = name == .actionFailed ? [Trouble.paymentKept(error)] : []
        #expect(device.recorder.all(Event.actionFailed) == reported)
    }

    @Test("at every attempt says why once, and again after another error, and when it has left the queue")
    func unansweredAgain() async throws {
        let device = try await ApplicationHarness()
        let transaction = try await device.bought()
        await device.queue.settle()
        device.recorder.forget()
        let observer = TransactionObserver(manager: device.purchases, bus: device.bus)
        let full = StoreError.deviceTrouble(.full(path: "/p"))
        let busy = StoreError.deviceTrouble(.busy(path: "/p"))
        func wait(because errors: StoreError...) {
            for error in errors {
                observer.paymentQueue(device.queue, isWaitingToSend: transaction, because: error)
            }
        }
        wait(because: full, full, busy, busy, .networkDown, busy, busy)
        observer.paymentQueue(device.queue, removedTransactions: [transaction])
        wait(because: busy)
        #expect(device.recorder.all(Event.actionFailed) == [full, busy, busy, busy].map(Trouble.paymentKept))
        // That it waits is said each time.
        #expect(device.recorder.all(Event.transactionUpdated).count == 8)
    }

    @Test func `because its quantity or product is wrong is refused before it is a transaction`() async throws
    {
        let device = try await ApplicationHarness(catalogue: .withFifty())
        #expect(device.purchases.purchaseProduct(MonkeyCredits.five) == nil)
        device.purchases.requestProductData([MonkeyCredits.five])
        try await device.recorder.first(Event.productsFetched)
        for quantity in [-1, 0, 11, Int.max] {
            device.bus.send(.purchase(MonkeyCredits.five, quantity: quantity))
        }
        // The prices of the first two are not known yet.
        for identifier in [.fifty, MonkeyCredits.ten, "", "nobody.sells.this"] {
            #expect(device.purchases.purchaseProduct(identifier) == nil)
        }
        await device.queue.settle()
        let refusals = device.recorder.all(Event.paymentRefused)
        #expect(
            refusals.map(\.reason) == [.unknownProduct] + Array(repeating: .quantityOutOfRange, count: 4)
                + Array(repeating: .unknownProduct, count: 4))
        #expect(refusals.map(\.quantity) == [1, -1, 0, 11, Int.max, 1, 1, 1, 1])
        #expect(refusals.last?.productIdentifier == "nobody.sells.this")
        #expect(device.recorder.all(Event.transactionUpdated).isEmpty)
        #expect(try device.queue.transactions().isEmpty)
    }
}
