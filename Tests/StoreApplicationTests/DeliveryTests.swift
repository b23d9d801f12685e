import DeviceStorage
import PaymentQueueKit
import StoreApplication
import StoreEvents
import StoreModel
import StoreRules
import Synchronization
import TestSupport
import Testing

@Suite("Delivery", .timeLimit(.minutes(5)))
struct DeliveryTests {
    private let device: ApplicationHarness

    init() async throws { device = try await ApplicationHarness() }

    @Test func `of a purchase is told step by step, from the command to the success`() async throws {
        try await device.fetchProducts()
        await device.queue.settle()
        device.recorder.forget()
        device.bus.send(.purchase(MonkeyCredits.ten, quantity: 3))
        let success = try await device.recorder.first(Event.transactionSucceeded)
        await device.queue.settle()

        #expect(
            device.recorder.names == [
                .transactionUpdated, .confirmationRequested, .balanceChanged, .transactionSucceeded,
            ])
        let added = try #require(device.recorder.all(Event.transactionUpdated).first)
        #expect(added.state == .purchasing && added.key == success.key)
        #expect(added.payment.applicationUsername == device.store.account.identifier.rawValue)
        let sheet = try #require(device.recorder.all(Event.confirmationRequested).first)
        #expect(sheet.key == success.key && sheet.product.identifier == MonkeyCredits.ten)
        #expect(sheet.quantity == 3 && sheet.environment == .sandbox)
        #expect(
            device.recorder.all(Event.balanceChanged) == [
                BalanceChanged(balance: 30, change: 30, cause: .purchase)
            ])
        #expect(success.state == .purchased && success.isFinished)
        #expect(try await device.unsettled().isEmpty)
    }

    @Test(
        "by another program, which finished it too, is said, and brings nothing more here",
        arguments: [false, true])
    func deliveredElsewhere(isRefund: Bool) async throws {
        // Once the store knows of the finish, the journal no longer has the signed transaction.
        let now = device.time.source.now()
        let transaction = PaymentTransaction(
            key: "elsewhere", payment: Payment(product: MonkeyCredits.ten), state: .purchased,
            transactionIdentifier: "1", transactionDate: now, signedDate: now, addedDate: now,
            isFinished: true,
            revocationDate: isRefund ? now : nil)
        if isRefund {
            device.purchases.revokedTransaction(transaction)
            #expect(device.recorder.all(Event.transactionRevoked) == [transaction])
        } else {
            device.purchases.completeTransaction(transaction)
            #expect(device.recorder.all(Event.transactionSucceeded) == [transaction])
        }
        #expect(device.recorder.all(Event.deliveryFailed).isEmpty)
        #expect(try device.replica.credits() == 0)
    }

    @Test(
        "to an account that cannot be written waits, with a sentence, and is made up for at a later start, once"
    )
    func unwritable() async throws {
        try device.setReplicaWritable(false)
        let key = try await device.buy(MonkeyCredits.ten)
        #expect(try await device.recorder.first(Event.actionFailed).isAbout("device.sqlite"))
        await device.queue.settle()
        #expect(try device.queue.transactions().map(\.key) == [key])
        #expect(try await device.unsettled() == [key])

        let second = try await device.restart()
        #expect(try second.queue.transactions().map(\.state) == [.purchasing])
        #expect(second.recorder.all(Event.balanceChanged) == [.loaded(0)])
        #expect(second.recorder.all(Event.transactionSucceeded).isEmpty)

        try second.setReplicaWritable(true)
        let third = try await second.restart()
        #expect(
            third.recorder.names == [
                .storeOpened, .balanceChanged, .entitlementsChanged, .transactionUpdated, .balanceChanged,
                .transactionSucceeded,
            ])
        #expect(
            third.recorder.all(Event.balanceChanged) == [
                .loaded(0), BalanceChanged(balance: 10, change: 10, cause: .purchase),
            ])
        #expect(try await third.unsettled().isEmpty)
        #expect(try third.appStore().audit().accounts.map(\.charges) == [1])

        let fourth = try await third.restart()
        #expect(fourth.recorder.names == [.storeOpened, .balanceChanged, .entitlementsChanged])
        #expect(try fourth.replica.credits() == 10)
    }

    @Test func `of what another store signed does not happen, and the transaction stays`() async throws {
        let key: IdempotencyKey = "bought elsewhere"
        let forger = SigningStore(account: device.store.account.identifier)
        let second = try await device.restart { device in
            let signed = try #require(try await device.store.buy(key).signed)
            let forged = try forger.sign(device.store.verifier().verify(signed))
            try device.edit("UPDATE purchase SET signed = ?", [forged.rawValue], in: "store.sqlite")
        }
        #expect(second.recorder.all(Event.deliveryFailed).map(\.1) == [.notVerified(.wrongSignature)])
        #expect(second.recorder.all(Event.deliveryFailed).map(\.0.key) == [key])
        #expect(try second.replica.credits() == 0)
        #expect(try second.queue.transactions().map(\.key) == [key])
        #expect(try await second.unsettled() == [key])
    }

    @Test(
        "of a purchase whose signature is wrong for a while is made up for, and nothing else waits for it",
        arguments: [false, true])
    func signedWrongly(isFinished: Bool) async throws {
        await device.close()
        let right = try #require(try await device.store.buy("first", MonkeyCredits.ten).signed)
        let payload = try device.store.verifier().verify(right)
        if isFinished { try await device.store.finish(payload.transactionId) }
        let wrong = try SigningStore(account: device.store.account.identifier).sign(payload)
        let change = "UPDATE purchase SET signed = ? WHERE key = 'first'"
        try device.edit(change, [wrong.rawValue], in: "store.sqlite")
        let other = try await device.otherDevice()
        #expect(try other.replica.credits() == 0)
        #expect(other.recorder.all(Event.actionFailed) == [.purchasesLeftOut])
        try await device.store.buy("second")
        await other.queue.settle()
        #expect(try other.replica.credits() == 5)
        // It is said once.
        #expect(other.recorder.all(Event.actionFailed) == [.purchasesLeftOut])

        try device.edit(change, [right.rawValue], in: "store.sqlite")
        try await other.catchUp()
        #expect(try other.replica.credits() == 15)
        #expect(try other.queue.transactions().isEmpty)
        #expect(try await device.unsettled().isEmpty)
        await other.close()
    }

    @Test func `of a product other than credits counts its pieces, once, and leaves the credits alone`()
        async throws
    {
        let first = try await ApplicationHarness(catalogue: .withFifty())
        let bought = try await first.bought(.fifty, quantity: 2)
        #expect(first.recorder.all(Event.entitlementsChanged).last?.piecesLeft == [.fifty: 2])
        let second = try await first.restart(catalogue: .withFifty()) { try $0.unfinish(bought) }
        #expect(second.recorder.all(Event.transactionSucceeded).map(\.key) == [bought.key])
        #expect(try second.replica.owned().piecesLeft == [.fifty: 2])
        second.bus.send(.use(.fifty))
        try await second.recorder.first(Event.entitlementsChanged) { $0.piecesLeft == [.fifty: 1] }
        #expect(try second.replica.owned().ownedProducts.isEmpty && second.replica.credits() == 0)
        try await second.store.perform(.refund, on: bought.key)
        await second.queue.settle()
        try await second.recorder.first(Event.transactionRevoked)
        #expect(try second.replica.owned().piecesLeft.isEmpty)
    }

    @Test func `of a product for credits that the store sells as another kind brings no credits`()
        async throws
    {
        let catalogue = try Catalogue.selling([MonkeyCredits.five], as: "NonConsumable")
        let first = try await ApplicationHarness(catalogue: catalogue)
        let device = try await first.restart(catalogue: catalogue) {
            try await $0.store.buy("bought elsewhere")
        }
        #expect(device.recorder.all(Event.balanceChanged) == [.loaded(0)])
        #expect(try device.replica.owned().ownedProducts == [MonkeyCredits.five])
        #expect(try await device.unsettled().isEmpty)
    }
}

extension BalanceChanged {
    /// The event of a start with an intact replica.
    static func loaded(_ balance: Int) -> BalanceChanged {
        BalanceChanged(balance: balance, change: 0, cause: .loaded)
    }
}

@Suite("More purchases than the store tells at once", .timeLimit(.minutes(5)))
struct ManyPurchasesTests {
    /// Three pages of changes.
    private static let count = ExchangeRequest.mostChanges * 2 + 1

    private func buy(on device: ApplicationHarness) async throws {
        for number in 1...Self.count {
            device.time.advance(by: .milliseconds(1))
            try await device.store.buy(IdempotencyKey(rawValue: "\(number)"))
        }
    }

    @Test func `are all delivered by one start, each once`() async throws {
        let next = try await ApplicationHarness().restart { try await buy(on: $0) }
        #expect(try next.replica.credits() == 5 * Self.count)
        #expect(try next.queue.transactions().isEmpty)
        #expect(try await next.unsettled().isEmpty)
        let audit = try next.appStore().audit()
        #expect(audit.findings.isEmpty && audit.accounts.map(\.charges) == [Self.count])
    }

    @Test func `are delivered later, each once, if the device could not write them down`() async throws {
        let device = try await ApplicationHarness()
        let next = try await device.restart { device in
            try await buy(on: device)
            try device.setReplicaWritable(false)
        }
        // Nothing more happens.
        #expect(try next.queue.transactions().isEmpty && next.replica.credits() == 0)
        try next.setReplicaWritable(true)
        let last = try await next.restart()
        #expect(try last.replica.credits() == 5 * Self.count)
        #expect(try await last.unsettled().isEmpty)
    }
}
