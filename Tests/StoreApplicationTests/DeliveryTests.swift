import DeviceStorage
import EventBus
import PaymentQueueKit
import StoreApplication
import StoreCatalogue
import StoreEngine
import StoreModel
import StorefrontMessages
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
                "TransactionUpdated", "ConfirmationRequested", "BalanceChanged", "TransactionSucceeded",
            ])
        let added = try #require(device.recorder.all(Event.transactionUpdated).first)
        #expect(added.state == .purchasing && added.key == success.key)
        #expect(added.payment.applicationUsername == device.store.account.identifier.rawValue)
        let sheet = try #require(device.recorder.all(Event.confirmationRequested).first)
        #expect(sheet.key == success.key && sheet.product.identifier == MonkeyCredits.ten)
        #expect(sheet.quantity == 3 && sheet.environment == .sandbox)
        #expect(
            device.recorder.all(Event.balanceChanged) == [BalanceChanged(balance: 30, change: 30, cause: .purchase)])
        #expect(success.state == .purchased && success.isFinished)
        #expect(try await device.unsettled().isEmpty)
    }

    @Test("by another program, which finished it too, is said, and brings nothing more here", arguments: [false, true])
    func deliveredElsewhere(isRefund: Bool) async throws {
        // When the store knows of the finish, the journal no longer has the signed transaction.
        let now = device.time.source.now()
        let transaction = PaymentTransaction(
            key: "elsewhere", payment: Payment(product: MonkeyCredits.ten), state: .purchased,
            transactionIdentifier: "1", transactionDate: now, signedDate: now, addedDate: now, isFinished: true,
            revocationDate: isRefund ? now : nil)
        if isRefund {
            device.purchases.revokedTransaction(transaction)
            #expect(device.recorder.all(Event.transactionRevoked) == [transaction])
        } else {
            device.purchases.completeTransaction(transaction)
            #expect(device.recorder.all(Event.transactionSucceeded) == [transaction])
        }
        #expect(device.recorder.all(Event.deliveryFailed).isEmpty)
        #expect(try device.credits.balance() == 0)
    }

    @Test("is worth the product times the quantity, and adds up", arguments: [1, 2, 10])
    func quantity(quantity: Int) async throws {
        try await device.bought(MonkeyCredits.five, quantity: quantity)
        try await device.bought(MonkeyCredits.ten, quantity: quantity)
        #expect(try device.credits.balance() == 15 * quantity)
        #expect(try await device.restart().recorder.all(Event.balanceChanged) == [.loaded(15 * quantity)])
    }

    @Test("is on disk before the transaction is finished, and the transaction is finished before it is told")
    func creditBeforeFinish() async throws {
        let open = Mutex<(atCredit: Int?, atEnd: Int?)>((nil, nil))
        let observations = [
            device.bus.observe { [weak device] (event: StorefrontEvent) in
                guard case .balanceChanged(let change) = event else { return }
                guard change.cause == .purchase, let device else { return }
                let unfinished = try? device.credits.balance() == 5 ? device.queue.transactions().count : nil
                open.withLock { $0.atCredit = unfinished }
            },
            device.bus.observe { [weak device] (event: StorefrontEvent) in
                guard case .transactionSucceeded = event else { return }
                let unfinished = try? device?.queue.transactions().count
                open.withLock { $0.atEnd = unfinished }
            },
        ]
        try await device.bought()
        // The success is told to the harness first: these observers may still have to hear it.
        await device.queue.settle()
        #expect(open.withLock { $0.atCredit } == 1 && open.withLock { $0.atEnd } == 0)
        withExtendedLifetime(observations) {}
    }

    @Test("to a ledger that cannot be written leaves the transaction open, and is made up for at a later start, once")
    func brokenLedger() async throws {
        try device.setLedgerWritable(false)
        let key = try await device.buy(MonkeyCredits.ten)
        let (transaction, reason) = try await device.recorder.first(Event.deliveryFailed)
        guard case .undeliverable(let sentence) = reason else {
            Issue.record("\(reason)")
            return
        }
        #expect(transaction.key == key && sentence.contains("device.sqlite"))
        await device.queue.settle()
        #expect(try device.queue.transactions().map(\.key) == [key])
        #expect(try await device.unsettled() == [key])

        let second = try await device.restart()
        #expect(second.recorder.all(Event.deliveryFailed).map(\.0.key) == [key])
        #expect(second.recorder.all(Event.transactionSucceeded).isEmpty)

        try second.setLedgerWritable(true)
        let third = try await second.restart()
        #expect(
            third.recorder.names == [
                "StoreOpened", "BalanceChanged", "EntitlementsChanged", "BalanceChanged", "TransactionSucceeded",
            ])
        #expect(
            third.recorder.all(Event.balanceChanged) == [
                .loaded(0), BalanceChanged(balance: 10, change: 10, cause: .purchase),
            ])
        #expect(try await third.unsettled().isEmpty)

        let fourth = try await third.restart()
        #expect(fourth.recorder.names == ["StoreOpened", "BalanceChanged", "EntitlementsChanged"])
        #expect(try fourth.credits.balance() == 10)
    }

    @Test func `twice credits once: at the next start, and in the same run`() async throws {
        let transaction = try await device.bought()
        device.purchases.completeTransaction(transaction)
        #expect(device.recorder.all(Event.balanceChanged).filter { $0.cause == .purchase }.count == 1)

        let second = try await device.restart { try $0.unfinish(transaction) }
        #expect(
            second.recorder.names == ["StoreOpened", "BalanceChanged", "EntitlementsChanged", "TransactionSucceeded"])
        #expect(try second.credits.balance() == 5)
        #expect(try second.queue.transactions().isEmpty)
    }

    @Test func `of what another store signed does not happen, and the transaction stays`() async throws {
        // Its first look at the store comes before the purchase.
        await device.queue.settle()
        let key: IdempotencyKey = "bought elsewhere"
        let signed = try #require(try await device.store.buy(key).signed)
        let forger = SigningStore(account: device.store.account.identifier)
        let forged = try forger.sign(device.store.verifier().verify(signed))
        let second = try await device.restart {
            try $0.edit("UPDATE purchase SET signed = ?", [forged.rawValue], in: "store.sqlite")
        }
        #expect(second.recorder.all(Event.deliveryFailed).map(\.1) == [.notVerified(.wrongSignature)])
        #expect(second.recorder.all(Event.deliveryFailed).map(\.0.key) == [key])
        #expect(try second.credits.balance() == 0)
        #expect(try second.queue.transactions().map(\.key) == [key])
        #expect(try await second.unsettled() == [key])
    }

    @Test func `of a product that is no credits counts its pieces, once, and leaves the credits alone`() async throws {
        let first = try await ApplicationHarness(catalogue: .withFifty())
        let bought = try await first.bought(.fifty, quantity: 2)
        #expect(first.recorder.all(Event.entitlementsChanged).last?.piecesLeft == [.fifty: 2])
        let second = try await first.restart(catalogue: .withFifty()) { try $0.unfinish(bought) }
        #expect(second.recorder.all(Event.transactionSucceeded).map(\.key) == [bought.key])
        #expect(try second.entitlements.current().piecesLeft == [.fifty: 2])
        second.bus.send(.use(.fifty))
        try await second.recorder.first(Event.entitlementsChanged) { $0.piecesLeft == [.fifty: 1] }
        #expect(try second.entitlements.ownedProducts().isEmpty && second.credits.balance() == 0)
        try await second.store.perform(.refund, on: bought.key)
        await second.queue.settle()
        try await second.recorder.first(Event.transactionRevoked)
        #expect(try second.entitlements.current().piecesLeft.isEmpty)
    }

    @Test(
        "of a product for credits that the store sells as another kind never happens, and the transaction is never lost"
    )
    func otherKind() async throws {
        let catalogue = try Catalogue.selling([MonkeyCredits.five], as: "NonConsumable")
        var device = try await ApplicationHarness(catalogue: catalogue)
        // Its first look at the store comes before the purchase.
        await device.queue.settle()
        let key: IdempotencyKey = "bought elsewhere"
        try await device.store.buy(key)
        for _ in 1...2 {
            device = try await device.restart(catalogue: catalogue)
            #expect(device.recorder.all(Event.deliveryFailed).map(\.0.key) == [key])
            #expect(device.recorder.all(Event.deliveryFailed).map(\.1) == [.unknownProduct])
            #expect(try device.credits.balance() == 0)
            #expect(try await device.unsettled() == [key])
        }
    }

    @Test(
        "of a purchase that waited for the network happens once, when the network is back",
        arguments: [StoreSettings.Network.down, .answersLost])
    func networkDown(network: StoreSettings.Network) async throws {
        try await device.bought()
        try await device.set { $0.store.network = network }
        let key = try await device.buy(MonkeyCredits.ten)
        // Posted twice: it was added, and it has to wait.
        let waiting = try await device.recorder.first(Event.transactionUpdated, skipping: 2)
        #expect(waiting.key == key && waiting.state == .purchasing)
        #expect(device.recorder.all(Event.networkChanged).last == false)
        let next = try await device.restart()
        #expect(try next.credits.balance() == 5)
        try await next.set { $0.store.network = .up }
        try await next.recorder.first(Event.transactionSucceeded) { $0.key == key }
        await next.queue.settle()
        #expect(try next.credits.balance() == 15)
        #expect(try await next.unsettled().isEmpty)
    }
}

extension BalanceChanged {
    /// The event of a start with an intact ledger.
    static func loaded(_ balance: Int) -> BalanceChanged { BalanceChanged(balance: balance, change: 0, cause: .loaded) }
}

extension ProductIdentifier {
    /// A consumable that this program does not know.
    static let fifty: ProductIdentifier = "com.xamarin.storekit.testing.consume50credits"
}

extension Catalogue {
    /// The two products of the program, and one that it does not know.
    static func withFifty() throws -> Catalogue {
        try Catalogue.selling([MonkeyCredits.five, MonkeyCredits.ten, .fifty])
    }

    static func selling(_ identifiers: [ProductIdentifier], as type: String = "Consumable") throws -> Catalogue {
        let products = identifiers.map { identifier in
            """
            { "displayPrice": "9.99", "familyShareable": false, "internalID": "0", "localizations": [],
              "productID": "\(identifier)", "referenceName": null, "type": "\(type)" }
            """
        }
        let json = """
            { "products": [\(products.joined(separator: ","))], "settings": {}, "subscriptionGroups": [],
              "version": { "major": 1, "minor": 0 } }
            """
        return try Catalogue(json: Array(json.utf8), name: "Test.storekit")
    }
}

@Suite("More purchases than the store tells at once", .timeLimit(.minutes(5)))
struct ManyPurchasesTests {
    private func buy(_ count: Int, on device: ApplicationHarness) async throws {
        for number in 1...count {
            device.time.advance(by: .milliseconds(1))
            try await device.store.buy(IdempotencyKey(rawValue: "\(number)"))
        }
    }

    @Test func `are all delivered by one start, each once`() async throws {
        let device = try await ApplicationHarness()
        let count = PurchaseOutcome.mostUnsettled * 2 + 1
        let next = try await device.restart { device in
            try await buy(count, on: device)
            #expect(try await device.unsettled().count == PurchaseOutcome.mostUnsettled)
        }
        #expect(try next.credits.balance() == 5 * count)
        #expect(try await next.unsettled().isEmpty)
    }

    @Test func `of which none can be delivered are not asked for again and again`() async throws {
        let device = try await ApplicationHarness()
        let next = try await device.restart { device in
            try await buy(PurchaseOutcome.mostUnsettled, on: device)
            try device.setLedgerWritable(false)
        }
        // Nothing more happens.
        #expect(try await next.unsettled().count == PurchaseOutcome.mostUnsettled)
        try next.setLedgerWritable(true)
        #expect(try await next.restart().credits.balance() == 5 * PurchaseOutcome.mostUnsettled)
    }
}
