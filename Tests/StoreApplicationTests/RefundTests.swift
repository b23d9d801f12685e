import DeviceStorage
import EventBus
import PaymentQueueKit
import StoreApplication
import StoreEngine
import StoreModel
import StorefrontMessages
import TestSupport
import Testing

@Suite("A refund", .timeLimit(.minutes(5)))
struct RefundTests {
    private let device: ApplicationHarness

    init() async throws { device = try await ApplicationHarness() }

    @Test
    func `takes the credits back, also those that were spent, tells the balance first, and is finished`() async throws {
        let transaction = try await device.bought(MonkeyCredits.five, quantity: 2)
        device.spending.spend(7)
        await device.queue.settle()
        device.recorder.forget()
        device.perform(.refund, on: transaction.key)
        let revoked = try await device.recorder.first(Event.transactionRevoked)
        await device.queue.settle()
        #expect(revoked.key == transaction.key && revoked.isFinished && revoked.revocationDate != nil)
        let story = device.recorder.names.filter { $0 != "TransactionsListed" }
        #expect(story == ["BalanceChanged", "TransactionRevoked"])
        #expect(device.recorder.all(Event.balanceChanged) == [BalanceChanged(balance: -7, change: -10, cause: .refund)])
        #expect(try await device.unsettled().isEmpty)

        let next = try await device.restart()
        #expect(next.recorder.names == ["StoreOpened", "BalanceChanged", "EntitlementsChanged"])
        #expect(next.recorder.all(Event.balanceChanged) == [BalanceChanged.loaded(-7)])
        // What is bought now pays the debt first.
        try await next.bought(MonkeyCredits.ten)
        #expect(try next.credits.balance() == 3)
    }

    @Test func `that is reversed brings the credits back, and so on in turn, each once`() async throws {
        let key = try await device.bought(quantity: 2).key
        for round in 1...3 {
            device.perform(.refund, on: key)
            try await device.recorder.first(Event.transactionRevoked, skipping: round - 1)
            #expect(try device.credits.balance() == 0)
            await device.queue.settle()
            device.perform(.reverseRefund, on: key)
            let back = try await device.recorder.first(Event.transactionSucceeded, skipping: round)
            #expect(back.key == key && back.revocationDate == nil)
            #expect(try device.credits.balance() == 10)
            await device.queue.settle()
            #expect(try await device.unsettled().isEmpty)
        }
        let next = try await device.restart()
        #expect(next.recorder.names == ["StoreOpened", "BalanceChanged", "EntitlementsChanged"])
        #expect(try next.credits.balance() == 10)
    }

    @Test("that is reversed while the program does not run leaves things as they are, or puts them right at the start")
    func reversedWhileAway() async throws {
        let key = try await device.bought().key
        let second = try await device.restart {
            try await $0.store.perform(.refund, on: key)
            try await $0.store.perform(.reverseRefund, on: key)
        }
        #expect(try second.credits.balance() == 5)
        #expect(try await second.unsettled().isEmpty)
        let third = try await second.restart { try await $0.store.perform(.refund, on: key) }
        #expect(try third.credits.balance() == 0)
        let fourth = try await third.restart {
            try await $0.store.perform(.reverseRefund, on: key)
            try await $0.store.perform(.refund, on: key)
            try await $0.store.perform(.reverseRefund, on: key)
        }
        #expect(try fourth.credits.balance() == 5)
        #expect(try await fourth.unsettled().isEmpty)
    }

    @Test func `that comes while the program does not run is dealt with at the next start, once`() async throws {
        let transaction = try await device.bought()
        let second = try await device.restart { try await $0.store.perform(.refund, on: transaction.key) }
        #expect(
            second.recorder.names == [
                "StoreOpened", "BalanceChanged", "EntitlementsChanged", "BalanceChanged", "TransactionRevoked",
            ])
        #expect(try second.credits.balance() == 0)
        #expect(try await second.restart().recorder.names == ["StoreOpened", "BalanceChanged", "EntitlementsChanged"])
    }

    @Test
    func `of a purchase that was never delivered takes nothing, and the purchase brings nothing later`() async throws {
        // Its first look at the store comes before the purchase.
        await device.queue.settle()
        let key: IdempotencyKey = "bought elsewhere"
        try await device.store.buy(key)
        let second = try await device.restart { try await $0.store.perform(.refund, on: key) }
        #expect(second.recorder.all(Event.transactionRevoked).map(\.key) == [key])
        #expect(second.recorder.all(Event.transactionSucceeded).isEmpty)
        #expect(try second.credits.balance() == 0)
        #expect(try await second.unsettled().isEmpty)
    }

    @Test func `that the ledger cannot take stays in the queue, and is made up for at the next start`() async throws {
        let transaction = try await device.bought()
        try device.setLedgerWritable(false)
        device.perform(.refund, on: transaction.key)
        let (refunded, _) = try await device.recorder.first(Event.deliveryFailed)
        #expect(refunded.key == transaction.key && refunded.revocationDate != nil)
        #expect(try await device.unsettled() == [transaction.key])
        #expect(device.recorder.all(Event.transactionRevoked).isEmpty)
        let second = try await device.restart { try $0.setLedgerWritable(true) }
        #expect(second.recorder.all(Event.transactionRevoked).map(\.key) == [transaction.key])
        #expect(try second.credits.balance() == 0)
        #expect(try await second.unsettled().isEmpty)
    }
}
