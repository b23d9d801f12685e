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
    @Test func `because the user cancels fails with code 2, is finished and charges nothing`() async throws {
        let device = try await ApplicationHarness(user: .cancels)
        let failed = try await device.failure(of: try await device.buy())
        #expect(failed.error == .paymentCancelled && failed.isFinished)
        #expect(try await device.store.unsettledPurchases(including: [failed.key]).isEmpty)
        #expect(
            try await device.restart().recorder.names == [
                .storeOpened, .balanceChanged, .entitlementsChanged,
            ])
    }

    @Test(
        "because the store refuses it is told with the store's code and finished, and the next one goes through",
        arguments: [StoreError.cannotConnect, .paymentNotAllowed, .unknownServerError, .forgottenPassword])
    func failed(error: StoreError) async throws {
        let device = try await ApplicationHarness()
        try await device.set { $0.store.nextFailure = error }
        let key = try await device.buy()
        let failed = try await device.failure(of: key)
        #expect(failed.error == error && failed.isFinished && failed.state == .failed)
        #expect(try device.queue.transactions().isEmpty)
        #expect(try device.replica.credits() == 0)
        try await device.bought()
        #expect(try device.replica.credits() == 5)
        #expect(
            try await device.restart().recorder.names == [
                .storeOpened, .balanceChanged, .entitlementsChanged,
            ])
    }

    @Test func `because it was interrupted fails, and is credited once when it is resolved`() async throws {
        let device = try await ApplicationHarness()
        try await device.set { $0.store.interruptsPurchases = true }
        let key = try await device.buy(MonkeyCredits.ten, quantity: 2)
        let failed = try await device.failure(of: key)
        #expect(failed.error == .interrupted && failed.isFinished)
        #expect(try device.replica.credits() == 0)

        device.perform(.resolve, on: key)
        device.perform(.resolve, on: key)
        let resolved = try await device.recorder.first(Event.transactionSucceeded)
        try await device.recorder.first(Event.actionFailed)
        #expect(resolved.key != key && resolved.payment.quantity == 2)
        await device.queue.settle()
        #expect(try device.replica.credits() == 20)
        let next = try await device.restart()
        #expect(next.recorder.names == [.storeOpened, .balanceChanged, .entitlementsChanged])
        #expect(try next.replica.credits() == 20)
    }

    @Test(
        "because somebody must approve it first waits over a restart; approved it is credited, declined it is not",
        arguments: [true, false])
    func askToBuy(isApproved: Bool) async throws {
        let first = try await ApplicationHarness()
        try await first.set { $0.store.asksToBuy = true }
        let key = try await first.buy()
        try await first.recorder.first(Event.transactionUpdated) { $0.state == .deferred }
        await first.queue.settle()
        #expect(try first.replica.credits() == 0)

        let second = try await first.restart()
        #expect(second.recorder.all(Event.transactionUpdated).map(\.key) == [key])
        #expect(second.recorder.all(Event.transactionUpdated).map(\.state) == [.deferred])
        second.perform(isApproved ? .approve : .decline, on: key)
        if isApproved {
            try await second.recorder.first(Event.transactionSucceeded) { $0.key == key }
        } else {
            #expect(try await second.failure(of: key).error == .paymentCancelled)
        }
        await second.queue.settle()
        #expect(try second.replica.credits() == (isApproved ? 5 : 0))
        #expect(try second.queue.transactions().isEmpty)
        let third = try await second.restart()
        #expect(third.recorder.names == [.storeOpened, .balanceChanged, .entitlementsChanged])
        #expect(try third.replica.credits() == (isApproved ? 5 : 0))
    }

    @Test func `because its request lapsed in the store is told as removed`() async throws {
        let first = try await ApplicationHarness()
        try await first.set { $0.store.asksToBuy = true }
        let key = try await first.buy()
        try await first.recorder.first(Event.transactionUpdated) { $0.state == .deferred }
        let second = try await first.restart { try await $0.store.perform(.lapse, on: key) }
        #expect(second.recorder.all(Event.transactionRemoved).map(\.key) == [key])
        #expect(try second.queue.transactions().isEmpty)
    }

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
        #expect(second.recorder.all(Event.transactionFailed).map(\.key) == [key])
        #expect(second.recorder.all(Event.transactionFailed).map(\.error) == [.paymentCancelled])
        #expect(try second.queue.transactions().isEmpty)
        #expect(try await second.store.unsettledPurchases(including: [key, waiting]).isEmpty)
        #expect(try second.replica.credits() == 0)
    }

    static let troubles: [(StoreError, StorefrontEvent.Name?)] = [
        (.unknownServerError, .actionFailed),
        (StoreError(domain: .storeServer, code: 5002, message: "Nobody can read this."), .actionFailed),
        (.deviceTrouble(.full(path: "/p")), .actionFailed), (.networkDown, .networkChanged),
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

    @Test func `because its quantity or product is wrong is refused before it is a transaction`() async throws
    {
        let device = try await ApplicationHarness(catalogue: .withFifty())
        device.bus.send(.purchase(MonkeyCredits.five, quantity: 1))
        device.purchases.requestProductData([MonkeyCredits.five])
        try await device.recorder.first(Event.productsFetched)
        for quantity in [-1, 0, 11, Int.max] {
            device.bus.send(.purchase(MonkeyCredits.five, quantity: quantity))
        }
        // The prices of the first two are not known yet.
        for identifier in [.fifty, MonkeyCredits.ten, "", "nobody.sells.this"] {
            device.bus.send(.purchase(identifier, quantity: 1))
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
