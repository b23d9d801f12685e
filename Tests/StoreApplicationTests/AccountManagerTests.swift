import DeviceStorage
import PaymentQueueKit
import StoreApplication
import StoreEvents
import StoreModel
import StoreRules
import Synchronization
import TestSupport
import Testing

@Suite("Spending", .timeLimit(.minutes(5)))
struct SpendingTests {
    private let device: ApplicationHarness

    init() async throws { device = try await ApplicationHarness() }

    @Test("takes credits that are there, one command after the other, and refuses the rest with the balance")
    func spend() async throws {
        try await device.bought()
        device.recorder.forget()
        for credits in [2, 4, 3, 1] { device.bus.send(.spend(credits: credits)) }
        try await device.recorder.first(Event.spendRefused) { $0 == (1, 0) }
        await device.queue.settle()
        #expect(
            device.recorder.all(Event.balanceChanged) == [
                BalanceChanged(balance: 3, change: -2, cause: .spend),
                BalanceChanged(balance: 0, change: -3, cause: .spend),
            ])
        #expect(device.recorder.all(Event.spendRefused).elementsEqual([(4, 3), (1, 0)], by: ==))
        #expect(try device.replica.credits() == 0 && device.replica.waitingUses().isEmpty)
        #expect(try device.credits(at: device.appStore()) == 0)
    }

    @Test("by two at once tells the balance in the order in which it changed")
    func together() async throws {
        let bus = EventBus()
        let replica = Mutex<AccountReplica?>(nil)
        // Before the recorder hears of a balance, another thread gets time to change it and to say so.
        let pause = bus.observe(.balanceChanged) { event in
            guard case .balanceChanged(let told) = event, let replica = replica.withLock({ $0 }) else {
                return
            }
            var looks = 0
            while looks < ((try? replica.credits()) == told.balance ? 20 : 60) { looks += 1 }
        }
        defer { pause.cancel() }
        let device = try await ApplicationHarness(bus: bus)
        try await device.bought(MonkeyCredits.ten, quantity: 10)
        replica.withLock { $0 = device.replica }
        device.recorder.forget()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { for _ in 0..<20 { _ = try await device.account.use(1) } } }
            try await group.waitForAll()
        }
        var balance = 100
        for told in device.recorder.all(Event.balanceChanged) {
            balance += told.change
            #expect(told.balance == balance)
        }
        #expect(balance == 60)
        #expect(try device.replica.credits() == 60)
        replica.withLock { $0 = nil }
    }

    @Test("nothing, or less, is refused", arguments: [0, -5])
    func nothing(credits: Int) async throws {
        try await device.bought()
        device.bus.send(.spend(credits: credits))
        #expect(try await device.recorder.first(Event.spendRefused) == (credits, 5))
        #expect(try device.replica.credits() == 5)
    }

    @Test func `of pieces that are not there is an error with their number`() async throws {
        device.bus.send(.use(.fifty))
        let trouble = try await device.recorder.first(Event.actionFailed)
        #expect(trouble == .notEnoughPieces(product: ProductIdentifier.fifty.rawValue, left: 0))
    }

    @Test func `waits for a store that does not answer, over a restart, too, and goes on when it does`()
        async throws
    {
        try await device.bought()
        try await device.set { $0.store.network = .down }
        #expect(try await device.account.use(2) == .waits)
        #expect(device.recorder.all(Event.usesWaiting) == [1])
        // It is held back.
        await #expect(throws: ReplicaError.notEnough(nil, available: 3)) { try await device.account.use(4) }
        device.bus.send(.spend(credits: 1))
        try await device.recorder.first(Event.usesWaiting) { $0 == 2 }

        let next = try await device.restart()
        #expect(next.recorder.all(Event.balanceChanged) == [.loaded(2)])
        #expect(next.recorder.all(Event.usesWaiting) == [2])
        #expect(try next.credits(at: next.appStore()) == 5)
        try await next.set { $0.store.network = .up }
        try await next.recorder.first(Event.usesWaiting) { $0 == 0 }
        await next.queue.settle()
        #expect(try next.replica.waitingUses().isEmpty && next.replica.credits() == 2)
        #expect(try next.credits(at: next.appStore()) == 2)
        #expect(next.recorder.all(Event.balanceChanged) == [.loaded(2)])
    }

    @Test func `goes on in the next run if the answer comes after the end of this one`() async throws {
        try await device.bought()
        await device.queue.settle()
        try await device.set { $0.store.delayMilliseconds = 1000 }
        device.bus.send(.spend(credits: 2))
        try await device.recorder.first(Event.balanceChanged) { $0.balance == 3 }
        await device.time.waitForSleepers()
        await device.close()
        let told = device.recorder.events.count
        await device.time.running { await device.queue.settle() }
        #expect(try device.replica.waitingUses().map(\.amount) == [2])
        #expect(device.recorder.events.count == told)

        let next = try await device.restart { try $0.appStore().apply(StoreSettings()) }
        #expect(try next.replica.waitingUses().isEmpty && next.replica.credits() == 3)
        #expect(try next.credits(at: next.appStore()) == 3)
    }

    @Test func `counts once if only the answer was lost`() async throws {
        try await device.bought()
        try await device.set { $0.store.network = .answersLost }
        #expect(try await device.account.use(2) == .waits)
        try await device.set { $0.store.network = .up }
        try await device.recorder.first(Event.usesWaiting) { $0 == 0 }
        await device.queue.settle()
        #expect(try device.replica.credits() == 3)
        #expect(try device.credits(at: device.appStore()) == 3)
    }

    @Test func `is shown on the account's other devices, and what one has used the others cannot`()
        async throws
    {
        try await device.bought()
        let other = try await device.otherDevice()
        #expect(try other.replica.credits() == 5)
        #expect(try await device.account.use(4) == .confirmed)
        let told = try await other.recorder.first(Event.balanceChanged) { $0.balance == 1 }
        #expect(told == BalanceChanged(balance: 1, change: -4, cause: .elsewhere))
        await #expect(throws: ReplicaError.notEnough(nil, available: 1)) { try await other.account.use(2) }
        await other.close()
    }

    @Test
    func `of the same credits by two devices without a network is confirmed to one and refused to the other`()
        async throws
    {
        try await device.bought()
        let other = try await device.otherDevice()
        try await device.set { $0.store.network = .down }
        for device in [device, other] { #expect(try await device.account.use(4) == .waits) }
        try await device.set { $0.store.network = .up }
        for device in [device, other] {
            try await device.recorder.first(Event.usesWaiting) { $0 == 0 }
            try await device.recorder.first(Event.balanceChanged, skipping: 1) { $0.balance == 1 }
            await device.queue.settle()
            #expect(try device.replica.credits() == 1 && device.replica.waitingUses().isEmpty)
        }
        let refusals = device.recorder.all(Event.spendRefused) + other.recorder.all(Event.spendRefused)
        #expect(refusals.elementsEqual([(4, 1)], by: ==))
        #expect(try device.credits(at: device.appStore()) == 1)
        await other.close()
    }

    @Test func `by another program on the same files is told here`() async throws {
        try await device.bought()
        let second = try await device.secondProgram()
        #expect(try await second.account.use(2) == .confirmed)
        let told = try await device.recorder.first(Event.balanceChanged) { $0.balance == 3 }
        #expect(told == BalanceChanged(balance: 3, change: -2, cause: .elsewhere))
        await second.close()
    }

    @Test func `is said to be counted again although the store does not answer`() async throws {
        try await device.bought()
        let next = try await device.restart { device in
            try device.appStore().set { $0.network = .down }
            try device.edit(#"UPDATE replica_sums SET sums = replace(sums, '"bought":5', '"bought":5000')"#)
        }
        #expect(try await next.recorder.first(Event.accountRecounted) == ([.sumsEdited], 5))
    }

    @Test func `that the store refuses is told to whoever waits for it, and to nobody else`() async throws {
        try await device.bought()
        await device.queue.settle()
        let (device, clock) = (device, ManualTime())
        let other = try device.sibling(time: clock)
        try await device.set { $0.store.delayMilliseconds = 1000 }
        let end = Task { try await device.account.use(3) }
        // From here on it is on its way, and it does not arrive before this device's clock moves.
        try await device.recorder.first(Event.balanceChanged) { $0.balance == 2 }
        let now = clock.source.now()
        let faster = Use(id: .random(at: now), amount: 4, date: now)
        let outcome = try await clock.running { try await other.use(faster) }
        #expect(outcome.result == .confirmed)
        let refused = try await device.time.running { try await end.value }
        if case .refused = refused {} else { Issue.record("not refused: \(refused)") }
        #expect(device.recorder.all(Event.spendRefused).isEmpty)
    }

    @Test func `that is refused because another use has its identifier is told with that reason`()
        async throws
    {
        try await device.bought()
        await device.queue.settle()
        let use = try device.replica.ask(for: 2)
        _ = try await device.sibling().use(Use(id: use.id, amount: 1, date: use.date))
        await device.queue.settleUses()
        #expect(try await device.recorder.first(Event.actionFailed) == .useTaken)
        #expect(device.recorder.all(Event.spendRefused).isEmpty)
    }

    @Test func `is said to have used nothing if it could not be written down`() async throws {
        try await device.bought()
        await device.queue.settle()
        device.remove("keys/replica.mark")
        try device.block("keys/replica.mark")
        let error = await #expect(throws: ReplicaError.self) { try await device.account.use(3) }
        guard case .notUsed? = error else { Issue.record("\(String(describing: error))"); return }
        device.bus.send(.spend(credits: 3))
        try await device.recorder.first(Event.actionFailed) { if case .notUsed = $0 { true } else { false } }
        device.remove("keys/replica.mark")
        #expect(try device.replica.credits() == 5)
    }

    @Test func `is said to count if what is left cannot be read afterwards`() async throws {
        try await device.bought()
        await device.queue.settle()
        try await device.set { $0.store.delayMilliseconds = 1000 }
        let device = device
        // The use reads the replica before it is sent. The news is one sleeper, so with two the use has been sent.
        await device.queue.synchronise()
        let end = Task { try await device.account.use(3) }
        await device.time.waitForSleepers(2)
        device.remove("keys/replica.mark")
        try device.block("keys/replica.mark")
        let error = await #expect(throws: ReplicaError.self) {
            try await device.time.running { try await end.value }
        }
        guard case .usedAndUnread = error else { Issue.record("\(String(describing: error))"); return }
        device.remove("keys/replica.mark")
        #expect(try device.replica.credits() == 2)
    }
}

@Suite("What a device knows of its account", .timeLimit(.minutes(5)))
struct AccountManagerTests {
    private let device: ApplicationHarness

    init() async throws { device = try await ApplicationHarness() }

    @Test(
        "is worth nothing more if its sum was raised by hand, which is said once",
        arguments: [false, true])
    func raised(whileRunning: Bool) async throws {
        try await device.bought()
        let device = try await device.restart()
        let raise = #"UPDATE replica_sums SET sums = replace(sums, '"bought":5', '"bought":5000')"#
        if whileRunning {
            try device.edit(raise)
            try await device.recorder.first(Event.accountRecounted)
        }
        let second = try await device.restart { if !whileRunning { try $0.edit(raise) } }
        let told = (whileRunning ? device : second).recorder.all(Event.accountRecounted)
        #expect(told.elementsEqual([([.sumsEdited], 5)], by: ==))
        let names: [StorefrontEvent.Name] = [.storeOpened, .balanceChanged, .entitlementsChanged]
        #expect(second.recorder.names == names + (whileRunning ? [] : [.accountRecounted]))
        #expect(second.account.findings == (whileRunning ? [] : [.sumsEdited]))
        second.bus.send(.spend(credits: 6))
        #expect(try await second.recorder.first(Event.spendRefused) == (6, 5))
        let third = try await second.restart()
        #expect(third.recorder.names == names)
        #expect(third.recorder.all(Event.balanceChanged) == [.loaded(5)])
    }

    @Test("is told and asked for again if purchases were removed by hand; nothing is lost")
    func removed() async throws {
        try await device.bought()
        try await device.bought(.sepia)
        // So that no page is left that could tell of them.
        try await device.catchUp()
        let second = try await device.restart { try $0.edit("DELETE FROM replica_purchase") }
        // The sums still say the same; the count of all rows finds the change.
        #expect(second.recorder.all(Event.balanceChanged) == [.loaded(5)])
        #expect(second.recorder.all(Event.entitlementsChanged).map(\.ownedProducts) == [[]])
        #expect(second.application.account.recount { _ in true } != nil)
        #expect(try await second.recorder.first(Event.accountRecounted) == ([.rowsEdited], 5))
        #expect(second.recorder.all(Event.entitlementsChanged).last?.ownedProducts == [.sepia])
        #expect(try second.replica.credits() == 5)

        let third = try await second.restart()
        #expect(third.application.account.recount { _ in true }.map { [$0.purchases, $0.uses] } == [2, 0])
        #expect(third.recorder.all(Event.accountRecounted).isEmpty)
        #expect(third.recorder.all(Event.entitlementsChanged).map(\.ownedProducts) == [[.sepia]])
    }

    @Test func `is not counted if it cannot be read: that is an error`() async throws {
        // The exchange at the start would find it, too.
        await device.queue.settle()
        try device.setReplicaReadable(false)
        #expect(device.application.account.recount { _ in true } == nil)
        #expect(device.recorder.all(Event.actionFailed).count == 1)
        try device.setReplicaReadable(true)
    }

    @Test
    func `is counted once more if its high-water mark is missing and cannot be made; both are said once`()
        async throws
    {
        try await device.bought()
        await device.queue.settle()
        device.loseKeys()
        for _ in 0..<2 { #expect(device.application.account.recount { _ in true } != nil) }
        #expect(try await device.recorder.first(Event.accountRecounted) == ([.highWaterMarkMissing], 5))
        await device.queue.settle()
        #expect(device.recorder.all(Event.accountRecounted).count == 1)
        let troubles = device.recorder.all(Event.actionFailed)
        #expect(troubles.count == 1 && troubles.allSatisfy { $0.isAbout("keys") })
    }

    @Test func `comes from the store if the device's files are gone`() async throws {
        try await device.bought(quantity: 2)
        #expect(try await device.account.use(3) == .confirmed)
        let anew = try await device.restart { device in RestoreTests.deviceFiles.forEach(device.remove) }
        #expect(
            anew.recorder.all(Event.balanceChanged) == [
                .loaded(0), BalanceChanged(balance: 7, change: 7, cause: .elsewhere),
            ])
        #expect(anew.recorder.all(Event.transactionSucceeded).isEmpty)
        #expect(anew.recorder.all(Event.accountRecounted).isEmpty)
        #expect(try anew.queue.transactions().isEmpty)
    }

    @Test func `is not less for an older copy of the device's database`() async throws {
        try await device.bought()
        let second = try await device.restart { try $0.saveDeviceFile() }
        try await second.bought(MonkeyCredits.ten)
        #expect(try await second.account.use(12) == .confirmed)
        await second.queue.settle()
        let third = try await second.restart { $0.putDeviceFileBack() }
        #expect(third.recorder.all(Event.accountRecounted).map(\.0) == [[.olderCopy]])
        #expect(try third.replica.credits() == 3)
        #expect(try third.queue.transactions().isEmpty)
        // The list has the purchase again.
        #expect(try third.application.journal.page(.newest, limit: 10).transactions.count == 2)
    }
}

@Suite("A purchase that was made elsewhere", .timeLimit(.minutes(5)))
struct ElsewhereTests {
    private let device: ApplicationHarness

    init() async throws { device = try await ApplicationHarness() }

    private static let told = BalanceChanged(balance: 10, change: 10, cause: .elsewhere)

    @Test func `changes the balance and is finished; nobody here hears that it succeeded`() async throws {
        await device.queue.settle()
        device.recorder.forget()
        try await device.sibling().buy("elsewhere", MonkeyCredits.ten)
        #expect(try await device.recorder.first(Event.balanceChanged) == Self.told)
        await device.queue.settle()
        #expect(device.recorder.names == [.balanceChanged])
        #expect(try device.queue.transactions().isEmpty)
        #expect(try await device.unsettled().isEmpty)
        #expect(try await device.restart().recorder.all(Event.balanceChanged) == [.loaded(10)])
    }

    @Test func `says how much of it has come if there is very much, and comes whole`() async throws {
        let count = ExchangeRequest.mostChanges + 1
        let next = try await device.restart { device in
            device.remove("device.sqlite")
            let other = try device.sibling()
            for number in 0..<count {
                try await other.buy(IdempotencyKey(rawValue: "elsewhere \(number)"), quantity: 2)
            }
        }
        // What the device finishes comes back, perhaps in parts again.
        let parts = next.recorder.all(Event.accountFetched)
        let first = try parts[...#require(parts.firstIndex(of: 100))]
        #expect(first.count > 1 && first == first.sorted()[...], "\(parts)")
        #expect(try next.replica.credits() == 10 * count)
    }

    @Test func `and finished there, before this device heard of it, changes the balance, too`() async throws {
        let next = try await device.restart { device in
            let other = try device.sibling()
            let finished = try #require(try await other.buy("elsewhere", MonkeyCredits.ten).finished)
            try await other.finish(finished)
        }
        #expect(next.recorder.all(Event.balanceChanged) == [.loaded(0), Self.told])
        #expect(next.recorder.all(Event.transactionSucceeded).isEmpty)
        #expect(try next.queue.transactions().isEmpty)
        // The list of transactions has the purchase.
        #expect(
            try next.application.journal.page(.newest, limit: 10).transactions.map(\.key) == ["elsewhere"])
    }

    @Test func `by a device with a screen of its own is told there as a success, and here as a balance`()
        async throws
    {
        let other = try await device.otherDevice()
        try await other.bought(MonkeyCredits.ten)
        #expect(try await device.recorder.first(Event.balanceChanged) { $0.balance == 10 } == Self.told)
        await device.queue.settle()
        #expect(device.recorder.all(Event.transactionSucceeded).isEmpty)
        #expect(try other.replica.credits() == 10)
        await other.close()
    }

    @Test func `and refunded by the store is told as revoked`() async throws {
        try await device.sibling().buy("elsewhere", MonkeyCredits.ten)
        try await device.recorder.first(Event.balanceChanged) { $0.balance == 10 }
        await device.queue.settle()
        _ = try device.appStore().perform(.refund, on: "elsewhere")
        let revoked = try await device.recorder.first(Event.transactionRevoked)
        await device.queue.settle()
        #expect(revoked.key == "elsewhere" && revoked.isFinished && revoked.revocationDate != nil)
        #expect(
            device.recorder.all(Event.balanceChanged).last
                == BalanceChanged(balance: 0, change: -10, cause: .refund))
        #expect(try device.queue.transactions().isEmpty)
        #expect(try await device.unsettled().isEmpty)
    }

    @Test func `whose refund was finished here and reversed there is told as a balance, not as bought here`()
        async throws
    {
        let other = try device.sibling()
        try await other.buy("elsewhere", MonkeyCredits.ten)
        try await device.recorder.first(Event.balanceChanged) { $0.balance == 10 }
        await device.queue.settle()
        _ = try device.appStore().perform(.refund, on: "elsewhere")
        try await device.recorder.first(Event.transactionRevoked)
        await device.queue.settle()
        let next = try await device.restart { device in
            _ = try device.appStore().perform(.reverseRefund, on: "elsewhere")
            let reversed = try #require(try await other.buy("elsewhere", MonkeyCredits.ten).finished)
            try await other.finish(reversed)
        }
        #expect(next.recorder.all(Event.balanceChanged) == [.loaded(0), Self.told])
        #expect(next.recorder.all(Event.transactionSucceeded).isEmpty)
    }

    @Test func `of a filter is owned here`() async throws {
        try await device.sibling().buy("elsewhere", .sepia)
        try await device.recorder.first(Event.entitlementsChanged) { $0.ownedProducts == [.sepia] }
        await device.queue.settle()
        #expect(device.recorder.all(Event.transactionSucceeded).isEmpty)
    }
}

extension ApplicationHarness {
    /// What the account has, as the store counts it.
    fileprivate func credits(at store: AppStore) throws -> Int {
        try store.sums(of: self.store.account.identifier).credits
    }
}
