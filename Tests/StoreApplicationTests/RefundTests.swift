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

    @Test func `that is reversed brings the credits back, and so on in turn, each once`() async throws {
        let key = try await device.bought(quantity: 2).key
        for round in 1...3 {
            device.perform(.refund, on: key)
            try await device.recorder.first(Event.transactionRevoked, skipping: round - 1)
            #expect(try device.replica.credits() == 0)
            await device.queue.settle()
            device.perform(.reverseRefund, on: key)
            let back = try await device.recorder.first(Event.transactionSucceeded, skipping: round)
            #expect(back.key == key && back.revocationDate == nil)
            #expect(try device.replica.credits() == 10)
            await device.queue.settle()
            #expect(try await device.unsettled().isEmpty)
        }
        let next = try await device.restart()
        #expect(next.recorder.names == [.storeOpened, .balanceChanged, .entitlementsChanged])
        #expect(try next.replica.credits() == 10)
    }

    @Test(
        "that is reversed while the program does not run leaves things as they are, or puts them right at the start"
    )
    func reversedWhileAway() async throws {
        let key = try await device.bought().key
        let second = try await device.restart {
            try await $0.store.perform(.refund, on: key)
            try await $0.store.perform(.reverseRefund, on: key)
        }
        #expect(try second.replica.credits() == 5)
        #expect(try await second.unsettled().isEmpty)
        let third = try await second.restart { try await $0.store.perform(.refund, on: key) }
        #expect(try third.replica.credits() == 0)
        let fourth = try await third.restart {
            try await $0.store.perform(.reverseRefund, on: key)
            try await $0.store.perform(.refund, on: key)
            try await $0.store.perform(.reverseRefund, on: key)
        }
        #expect(try fourth.replica.credits() == 5)
        #expect(try await fourth.unsettled().isEmpty)
    }

    @Test func `that comes while the program does not run is dealt with at the next start, once`()
        async throws
    {
        let transaction = try await device.bought()
        let second = try await device.restart { try await $0.store.perform(.refund, on: transaction.key) }
        #expect(
            second.recorder.names == [
                .storeOpened, .balanceChanged, .entitlementsChanged, .balanceChanged, .transactionRevoked,
            ])
        #expect(try second.replica.credits() == 0)
        #expect(
            try await second.restart().recorder.names == [
                .storeOpened, .balanceChanged, .entitlementsChanged,
            ])
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
