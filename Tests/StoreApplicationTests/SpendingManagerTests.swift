import DeviceStorage
import Dispatch
import EventBus
import StoreApplication
import StoreModel
import StorefrontMessages
import Synchronization
import Testing

@Suite("Spending", .timeLimit(.minutes(5)))
struct SpendingManagerTests {
    private let device: ApplicationHarness

    init() async throws { device = try await ApplicationHarness() }

    @Test("takes credits that are there, one command after the other, and refuses the rest with the balance")
    func spend() async throws {
        try await device.bought()
        device.recorder.forget()
        for credits in [2, 4, 3, 1] { device.bus.send(.spend(credits: credits)) }
        try await device.recorder.first(Event.spendRefused) { $0 == (1, 0) }
        #expect(
            device.recorder.all(Event.balanceChanged) == [
                BalanceChanged(balance: 3, change: -2, cause: .spend),
                BalanceChanged(balance: 0, change: -3, cause: .spend),
            ])
        #expect(device.recorder.all(Event.spendRefused).elementsEqual([(4, 3), (1, 0)], by: ==))
        #expect(try device.credits.balance() == 0)
    }

    @Test("on two threads tells the balance in the order in which it changed")
    func together() async throws {
        let bus = EventBus()
        let ledger = Mutex<CreditManager?>(nil)
        // Before the recorder hears of a balance, another thread gets time to change it, and then to say so.
        let pause = bus.observe { (event: StorefrontEvent) in
            guard case .balanceChanged(let told) = event, let ledger = ledger.withLock({ $0 }) else { return }
            var looks = 0
            while looks < ((try? ledger.balance()) == told.balance ? 20 : 60) { looks += 1 }
        }
        defer { pause.cancel() }
        let device = try await ApplicationHarness(bus: bus)
        try await device.bought(MonkeyCredits.ten, quantity: 10)
        ledger.withLock { $0 = device.credits }
        device.recorder.forget()
        DispatchQueue.concurrentPerform(iterations: 2) { _ in
            for _ in 0..<20 { device.spending.spend(1) }
        }
        var balance = 100
        for told in device.recorder.all(Event.balanceChanged) {
            balance += told.change
            #expect(told.balance == balance)
        }
        #expect(try device.credits.balance() == balance)
    }

    @Test("nothing, or less, is refused in a sentence", arguments: [0, -5])
    func nothing(credits: Int) async throws {
        device.bus.send(.spend(credits: credits))
        try await device.recorder.first(Event.actionFailed)
        #expect(try device.credits.balance() == 0)
    }

    @Test("from a ledger whose balance was raised by hand is prevented, and the start after it names the edit, once")
    func raisedBalance() async throws {
        try await device.bought()
        try device.edit("UPDATE credit_head SET balance = 1000")
        device.bus.send(.spend(credits: 6))
        try await device.recorder.first(Event.actionFailed)

        let second = try await device.restart()
        #expect(second.recorder.names == ["StoreOpened", "BalanceChanged", "LedgerTampered", "EntitlementsChanged"])
        #expect(
            second.recorder.all(Event.balanceChanged) == [BalanceChanged(balance: 5, change: 0, cause: .correction)])
        #expect(second.ledgerFindings == [.ledgerTampered(findings: ["\(LedgerFinding.headEdited)"], balance: 5)])
        let third = try await second.restart()
        #expect(third.recorder.names == ["StoreOpened", "BalanceChanged", "EntitlementsChanged"])
        #expect(third.recorder.all(Event.balanceChanged) == [BalanceChanged.loaded(5)])
    }

    @Test("goes on with what is still proved after an entry was removed by hand, and the start says what was lost")
    func removedEntry() async throws {
        try await device.bought(MonkeyCredits.five)
        try await device.bought(MonkeyCredits.ten)
        let second = try await device.restart { try $0.edit("DELETE FROM credit_ledger WHERE sequence = 1") }
        #expect(
            second.recorder.all(Event.balanceChanged) == [
                .loaded(15), BalanceChanged(balance: 10, change: -5, cause: .correction),
            ])
        #expect(second.ledgerFindings == [.ledgerTampered(findings: ["\(LedgerFinding.missing(1...1))"], balance: 10)])
        second.bus.send(.spend(credits: 11))
        #expect(try await second.recorder.first(Event.spendRefused).1 == 10)
    }
}

extension ApplicationHarness {
    fileprivate var ledgerFindings: [StorefrontEvent] {
        recorder.all(Event.ledgerTampered).map(Event.ledgerTampered)
    }
}
