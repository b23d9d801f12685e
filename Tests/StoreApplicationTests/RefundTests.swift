import DeviceStorage
import PaymentQueueKit
import StoreApplication
import StoreEvents
import StoreModel
import StoreRules
import TestSupport
import Testing

@Suite("A refund", .timeLimit(.minutes(5)))
struct RefundTests {
    private let device: ApplicationHarness

    init() async throws { device = try await ApplicationHarness() }

    @Test
    func `takes the credits back, also those that were spent, tells the balance first, and is finished`()
        async throws
    {
        let transaction = try await device.bought(MonkeyCredits.five, quantity: 2)
        #expect(try await device.account.use(7) == .confirmed)
        await device.queue.settle()
        device.recorder.forget()
        device.perform(.refund, on: transaction.key)
        let revoked = try await device.recorder.first(Event.transactionRevoked)
        await device.queue.settle()
        #expect(revoked.key == transaction.key && revoked.isFinished && revoked.revocationDate != nil)
        let story = device.recorder.names.filter { $0 != .transactionsListed }
        #expect(story == [.balanceChanged, .transactionRevoked])
        #expect(
            device.recorder.all(Event.balanceChanged) == [
                BalanceChanged(balance: -7, change: -10, cause: .refund)
            ])
        #expect(try await device.unsettled().isEmpty)

        let next = try await device.restart()
        #expect(next.recorder.names == [.storeOpened, .balanceChanged, .entitlementsChanged])
        #expect(next.recorder.all(Event.balanceChanged) == [BalanceChanged.loaded(-7)])
        // A new purchase pays the debt first.
        try await next.bought(MonkeyCredits.ten)
        #expect(try next.replica.credits() == 3)
    }

    @Test
    func `of a purchase that was never delivered takes nothing, and the purchase brings nothing later`()
        async throws
    {
        let key: IdempotencyKey = "bought elsewhere"
        let second = try await device.restart {
            try await $0.store.buy(key)
            try await $0.store.perform(.refund, on: key)
        }
        #expect(second.recorder.all(Event.transactionRevoked).map(\.key) == [key])
        #expect(second.recorder.all(Event.transactionSucceeded).isEmpty)
        #expect(second.recorder.all(Event.balanceChanged) == [.loaded(0)])
        #expect(try await second.unsettled().isEmpty)
    }

    @Test func `that cannot be written down comes again, and is made up for at the next start`() async throws
    {
        let transaction = try await device.bought()
        await device.queue.settle()
        try device.setReplicaWritable(false)
        device.perform(.refund, on: transaction.key)
        try await device.recorder.first(Event.transactionsListed)
        await device.queue.settle()
        #expect(try await device.unsettled() == [transaction.key])
        #expect(device.recorder.all(Event.transactionRevoked).isEmpty)
        let second = try await device.restart { try $0.setReplicaWritable(true) }
        #expect(second.recorder.all(Event.transactionRevoked).map(\.key) == [transaction.key])
        #expect(try second.replica.credits() == 0)
        #expect(try await second.unsettled().isEmpty)
    }
}
