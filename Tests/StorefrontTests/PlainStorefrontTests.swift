import EventBus
import StoreModel
import StorefrontMessages
import Testing

@testable import Storefront

@Suite struct PlainStorefrontTests {
    private let bus = EventBus()

    private func opened() -> PlainStorefront {
        let store = PlainStorefront(bus: bus)
        store.appear {}
        bus.open(selling: fiveCredits, tenCredits)
        return store
    }

    @Test func `Opening says the environment, the account, the balance and the numbered products`() {
        let store = opened()
        #expect(
            store.advance() == [
                "Sandbox: no real money", "Account: jane", "35 monkey credits",
                "1. 5 Monkey Credits, $0.99. A handful: enough for five bananas.",
                "2. 10 Monkey Credits, $1.99. A bunch: ten bananas, and a happier monkey.",
            ])
        #expect(store.greeting == ["Monkey Store", "Type help for the commands."])
    }

    @Test func `A purchase is asked for, confirmed after its total was said, and its end is said`() {
        let store = opened()
        _ = store.advance()
        let sent = CommandRecorder(bus)
        #expect(store.take(line: "  BUY 2   3 ") == [])
        #expect(sent.all == [.purchase(ten, quantity: 3)])
        bus.publish(sheet("k", tenCredits, quantity: 3))
        #expect(
            store.advance() == [
                "Confirm purchase: 3 × 10 Monkey Credits, $1.99 each, total $5.97.", "Sandbox: no real money",
                "Type yes to buy or no to cancel.",
            ])
        #expect(store.prompt == "yes or no> ")
        #expect(store.take(line: "yes") == [])
        #expect(sent.all.last == .answer(key: "k", isConfirmed: true, priceLimit: tenCredits.price))
        bus.publish(balance(65, change: 30, .purchase))
        bus.publish(.transactionSucceeded(transaction("k", ten, quantity: 3, .purchased)))
        #expect(store.advance() == ["65 monkey credits", "Bought 3 × 10 Monkey Credits. The credits are yours."])
        #expect(store.prompt == "> ")
    }

    @Test(arguments: [
        "buy", "buy x", "buy 0", "buy 3", "buy -1", "buy 1 0", "buy 1 11", "buy 1 -1", "buy 1 x", "buy 1 2 3",
        "yes", "no",
        "approve", "approve 1", "refund x", "settings nothing on", "settings network sideways", "settings fail 99",
        "settings delay 61", "settings delay", "bye", "yes please", "buy 99999999999999999999",
    ])
    func `A line that cannot be obeyed posts nothing and says why`(_ line: String) {
        let store = opened()
        _ = store.advance()
        let sent = CommandRecorder(bus)
        #expect(store.take(line: line).count == 1)
        #expect(sent.all.isEmpty)
    }

    @Test func `Settings are changed by name and said when they are in force`() {
        let store = opened()
        let sent = CommandRecorder(bus)
        let lines: [(String, (inout StorefrontSettings) -> Void)] = [
            ("settings purchases off", { $0.allowsPayments = false }),
            ("settings network down", { $0.store.network = .down }),
            ("settings network lost", { $0.store.network = .answersLost }),
            ("settings ask on", { $0.store.asksToBuy = true }),
            ("settings interrupted on", { $0.store.interruptsPurchases = true }),
            ("settings fail 5020", { $0.store.nextFailure = .forgottenPassword }),
            ("settings fail no", { $0.store.nextFailure = nil }),
            ("settings delay 10", { $0.store.delayMilliseconds = 10_000 }),
            ("settings sheet off", { $0.store.disablesDialogs = true }),
        ]
        for (line, change) in lines {
            _ = store.take(line: line)
            var expected = StorefrontSettings()
            change(&expected)
            #expect(sent.all.last == .settings(expected), "\(line)")
        }
        var off = StorefrontSettings()
        off.store.asksToBuy = true
        bus.publish(.settingsChanged(off))
        #expect(store.advance().contains("Ask to buy: on  (settings ask on|off)"))
    }

    @Test func `The line after a purchase waits for its question, also while the network is down`() {
        let store = opened()
        bus.publish(network(up: false))
        _ = store.take(line: "buy 1")
        bus.publish(updated(transaction("k", five, .purchasing)))
        _ = store.advance()
        #expect(store.isBusy)
        bus.publish(sheet("k", fiveCredits, quantity: 1))
        _ = store.advance()
        #expect(!store.isBusy)
        _ = store.take(line: "yes")
        #expect(store.isBusy)
        bus.publish(updated(transaction("k", five, .purchasing)))
        _ = store.advance()
        #expect(!store.isBusy)
    }

    @Test func `Without a question the line after a purchase waits until the purchase waits for the network`() {
        let store = opened()
        bus.publish(network(up: false))
        _ = store.take(line: "buy 1")
        for isBusy in [true, false] {
            bus.publish(updated(transaction("k", five, .purchasing)))
            _ = store.advance()
            #expect(store.isBusy == isBusy)
        }
    }

    @Test func `Transactions are listed with numbers, and an action takes such a number`() {
        let store = opened()
        _ = store.advance()
        let sent = CommandRecorder(bus)
        #expect(store.take(line: "transactions") == [])
        bus.publish(
            .transactionsListed(
                TransactionsListed(entries: [
                    .init(transaction: transaction("b", five, .failed, error: .forgottenPassword), actions: []),
                    .init(transaction: transaction("a", ten, quantity: 2, .deferred), actions: [.approve, .decline]),
                ])))
        #expect(
            store.advance() == [
                "1. 2026-11-18 11:06:40, failed, 1 × 5 Monkey Credits, 5020 Forgotten password (SSServerErrorDomain)",
                "2. 2026-11-18 11:06:40, deferred, 2 × 10 Monkey Credits [approve 2, decline 2]",
            ])
        #expect(store.take(line: "approve 1").count == 1)
        #expect(sent.all == [.transactions(.newest)])
        #expect(store.take(line: "approve 2") == [])
        #expect(sent.all == [.transactions(.newest), .action(.approve, on: "a")])
        // The next line, or the end of the input, waits until it is done; the list that comes then is not printed.
        #expect(store.isBusy)
        bus.publish(.transactionsListed(TransactionsListed(entries: [])))
        #expect(store.advance() == [])
        #expect(!store.isBusy)
    }

    @Test func `Older transactions are listed in turn, and numbers stay with the list that was said`() {
        let store = opened()
        _ = store.advance()
        let sent = CommandRecorder(bus)
        func answer(_ newest: Int, _ place: TransactionPlace) -> [String] {
            let entries = (1...newest).reversed().map { number in
                let key = IdempotencyKey(rawValue: "key \(number)")
                return TransactionsListed.Entry(transaction: transaction(key, five, .purchased), actions: [.refund])
            }
            bus.publish(.transactionsListed(TransactionsListed(place, entries: entries)))
            return store.advance()
        }
        #expect(store.take(line: "transactions older").count == 1)
        #expect(store.take(line: "transactions") == [])
        let first = answer(45, .newest)
        #expect(first.count == 21 && first.first?.hasPrefix("1. ") == true)
        #expect(first.last == "There are older ones. Type transactions older.")
        #expect(answer(46, .newest) == [])
        _ = store.take(line: "refund 20")
        #expect(answer(46, .around("key 26")) == [])
        #expect(store.take(line: "refund 21").count == 1)
        #expect(store.take(line: "transactions older") == [])
        #expect(store.isBusy)
        #expect(answer(46, .around("key 25")).count == 21)
        _ = store.take(line: "refund 1")
        _ = answer(46, .around("key 25"))
        #expect(store.take(line: "Transactions Older") == [])
        #expect(answer(46, .around("key 5")).count == 5)
        #expect(store.take(line: "transactions older").count == 1)
        #expect(!store.isBusy)
        #expect(
            sent.all == [
                .transactions(.newest), .action(.refund, on: "key 26"), .transactions(.around("key 25")),
                .action(.refund, on: "key 25"), .transactions(.around("key 5")),
            ])
    }

    @Test func `The ledger's findings, outages and restrictions are said as sentences, without a control character`() {
        let store = opened()
        _ = store.advance()
        bus.publish(.ledgerTampered(findings: ["Entry 3 was \u{1B}[31mchanged."], balance: 30))
        #expect(store.advance().last == "Entry 3 was [31mchanged.")
        bus.publish(balance(0, change: -30, .moved))
        #expect(store.advance().first?.hasPrefix("The 30 credits of this device moved to the machine") == true)
        bus.publish(balance(0, change: 10, .moved))
        #expect(store.advance().first?.hasPrefix("What this device owed (credits: 10) moved to the machine") == true)
        bus.publish(network(up: false))
        #expect(store.advance().first?.hasPrefix("Network down.") == true)
        bus.publish(.settingsChanged(StorefrontSettings(allowsPayments: false)))
        #expect(store.advance().first?.hasPrefix("In-app purchases are not allowed") == true)
        #expect(store.take(line: "buy 1").count == 1)
        bus.publish(updated(transaction("d", five, .deferred)))
        #expect(store.advance() == ["1 × 5 Monkey Credits: waiting for approval"])
    }

    @Test func `quit leaves; with a purchase in flight it says that this is safe`() {
        let store = opened()
        #expect(store.exit == nil)
        bus.publish(updated(transaction()))
        #expect(store.take(line: "quit").last?.contains("safe") == true)
        #expect(store.exit == .quit)
    }
}
