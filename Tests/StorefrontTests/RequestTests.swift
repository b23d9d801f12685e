import Foundation
import StoreEvents
import StoreModel
import Testing

@testable import Storefront

@Suite struct RequestTests {
    private let prices: [StorefrontCommand] = [.products]
    private let list: [StorefrontCommand] = [.transactions(.newest)]
    private let down = StorefrontEvent.requestFailed(.networkDown)
    private func settings(allows: Bool) -> StorefrontEvent {
        .settingsChanged(StorefrontSettings(allowsPayments: allows))
    }

    @Test func `Prices are asked for when the store opens, also while purchases are switched off`() {
        var state = StorefrontState(now: start)
        #expect(state.hear(opened()) == prices)
        state = StorefrontState(now: start)
        #expect(state.hear(opened(StorefrontSettings(allowsPayments: false))) == prices)
        #expect(state.press("r") == prices)
    }

    @Test func `Prices that were asked for before the store was open are asked for when it opens`() {
        var state = StorefrontState(now: start)
        #expect(state.press("r") == prices)
        #expect(state.hear(opened()) == prices)
        state.hear(fetched)
        #expect(state.offer(of: five) == .onSale)
        #expect(state.hear(opened()) == [])
    }

    @Test func `When the network is back, a request that failed on it is made again, once, and no other is`()
    {
        var state = state(after: opened(), down)
        #expect(state.hear(network(up: true)) == prices)
        #expect(state.hear(network(up: true)) == [])
        state = StorefrontTests.state(after: opened(), .requestFailed(.unknownServerError))
        #expect(state.hear(network(up: true)) == [])
        state = ready()
        #expect(state.hear(network(up: false)) == [])
        #expect(state.hear(network(up: true)) == [])
    }

    @Test func `A network that is back before the failed request is heard of brings the prices all the same`()
    {
        var state = state(after: opened())
        #expect(state.hear(network(up: true)) == [])
        #expect(state.hear(down) == prices)
        #expect(state.hear(down) == [])
    }

    @Test func `Switching purchases back on asks for prices if there are none`() {
        var state = state(
            after: opened(StorefrontSettings(allowsPayments: false)), .requestFailed(.unknownServerError))
        #expect(state.hear(settings(allows: true)) == prices)
        #expect(state.hear(settings(allows: true)) == [])
        state = ready()
        state.hear(settings(allows: false))
        #expect(state.hear(settings(allows: true)) == [])
        #expect(state.offer(of: five) == .onSale)
    }

    @Test func `Buttons read what the state of prices, network and restriction says`() {
        let invalid = StorefrontTests.prices(fiveCredits, invalid: [ten])
        #expect(StorefrontState(now: start).offer(of: five) == .loading)
        #expect(state(after: opened()).offer(of: five) == .loading)
        #expect(state(after: opened(), down).offer(of: five) == .networkDown)
        #expect(state(after: opened(), fetched, down).offer(of: five) == .onSale)
        #expect(state(after: opened(), invalid).offer(of: ten) == .notAvailable)
        #expect(state(after: opened(), invalid).offer(of: five) == .onSale)
        #expect(state(after: opened(), fetched, settings(allows: false)).offer(of: five) == .disabled)
        #expect(
            state(after: opened(), .requestFailed(.unknownServerError)).offer(of: five)
                == .storeError(.unknownServerError))
    }

    @Test
    func
        `The transactions are asked for when their screen opens, and again after every change while it is open`()
    {
        let changes = [
            updated(transaction()), failure(.cannotConnect), .transactionSucceeded(transaction()),
            .transactionRemoved(transaction()), .transactionRevoked(transaction()),
        ]
        var state = ready()
        for change in changes { #expect(state.hear(change) == [], "\(change)") }
        #expect(state.press("t") == list)
        for change in changes { #expect(state.hear(change) == list, "\(change)") }
        state.press(.escape)
        #expect(state.hear(updated(transaction())) == [])
    }

    @Test func `An action is asked for only if the transaction allows it; if not, one sentence says why`() {
        let keys: [(Key, TransactionAction)] = [
            ("a", .approve), ("d", .decline), ("e", .resolve), ("f", .refund),
        ]
        for (key, action) in keys {
            for allowed in [true, false] {
                var state = ready().pressing("t")
                #expect(state.press(key) == [])
                let actions: Set = allowed ? [action] : Set(TransactionAction.allCases).subtracting([action])
                state.hear(transactionsListed([(transaction("k"), actions)]))
                #expect(state.act(key) == (allowed ? [.action(action, on: "k")] : []))
                let words = "Not possible for this transaction: \(action.rawValue)."
                #expect((state.status?.text == words) == !allowed)
            }
        }
    }

    @Test(
        "If the store does not say what is possible, the screen and the key say why; the key asks again, and a line lets the store answer",
        arguments: [
            (Trouble.notEntitled, "Only an administrator of the store can act on it."),
            (.storeNotReached, "The store doesn't answer. This is what the device knows."),
            (.tooManyRequests, "The store doesn't say: Too many requests"),
            (.untrusted, "The store doesn't say: What answers isn't the store"),
            (.trust(.notAChain(store: "s")), "The store doesn't say: What answers isn't the store"),
        ])
    func unknownActions(_ reason: Trouble, why: String) {
        let silent = StorefrontEvent.transactionsListed(
            TransactionsListed(entries: [.init(transaction: transaction("k"), actions: .failure(reason))]))
        var state = ready().pressing("t").hearing(silent)
        #expect(state.frame(160).description.contains(why))
        #expect(state.press("f") == list && state.status?.text.hasPrefix(why) == true)
        // The transaction that it stands beside may have been paid.
        #expect(state.status?.text.contains("charged") == false)
        state.hear(transactionsListed([(transaction("k"), [.refund])]))
        #expect(state.act("f") == [.action(.refund, on: "k")])

        let shop = PlainShop(opening(selling: [fiveCredits]))
        shop.take("transactions")
        shop.hear(silent)
        #expect(shop.take("refund 1") == [])
        #expect(shop.sent.all.last == .action(.refund, on: "k"))
    }

    @Test func `The selection stays on its transaction when newer ones come`() {
        var state = ready().pressing("t")
        func hear(_ place: TransactionPlace, _ keys: [IdempotencyKey]) {
            state.hear(transactionsListed(keys.map { (transaction($0), [.refund]) }, at: place))
        }
        hear(.newest, ["b", "a"])
        state.press(.down)
        hear(.newest, ["d", "c", "b", "a"])
        #expect(state.act("f") == [.action(.refund, on: "a")])
        #expect(state.press("r") == [.transactions(.around("a"))])
        hear(.around("a"), ["d"])
        #expect(state.act("f") == [.action(.refund, on: "d")])
    }

    @Test func `A setting shows what is in force, and two quick changes build on each other`() {
        var state = ready().pressing("s", .down)
        let down = StorefrontSettings.with { $0.store.network = .down }
        let lost = StorefrontSettings.with { $0.store.network = .answersLost }
        #expect(state.press(.right) == [.settings(down, from: StorefrontSettings())])
        #expect(state.settings?.store.network == .up)
        state.hear(.actionFailed(.purchasesLeftOut))
        #expect(state.press(.right) == [.settings(lost, from: down)])
        state.hear(.settingsChanged(down), .settingsChanged(lost))
        #expect(state.settings == lost)
        state.hear(.actionFailed(.described("The store is closed.")))
        #expect(state.press(.left) == [.settings(down, from: lost)])
        // A screen that was closed builds on what is in force, and says so.
        state.press(.escape, "s")
        #expect(state.press(.left) == [.settings(down, from: lost)])
    }

    @Test("Going round a setting's values comes back to where it began", arguments: SettingsRow.allCases)
    func settingsGoRound(_ row: SettingsRow) {
        let first = StorefrontSettings()
        for step in [1, -1] {
            var seen: Set<StorefrontSettings> = []
            var settings = first
            repeat {
                seen.insert(settings)
                settings = row.changed(settings, by: step)
            } while !seen.contains(settings)
            #expect(settings == first && seen.count >= 2)
        }
    }

    @Test func `A setting's values are typed as they are listed, and numbers may begin with zeros`() {
        let first = StorefrontSettings()
        #expect(SettingsRow.network.choices == "up|down|lost")
        #expect(SettingsRow.renewals.choices == "paid|unpaid")
        #expect(SettingsRow.nextFailure.choices.hasPrefix("no|0|2|") && SettingsRow.delay.choices == "0…60")
        let delays: [(String, Int?)] = [("05", 5000), ("60", 60_000), ("61", nil), ("1.5", nil), ("on", nil)]
        for (value, milliseconds) in delays {
            let changed = SettingsRow.delay.settings(first, with: value)
            #expect(changed?.store.delayMilliseconds == milliseconds, "\(value)")
        }
        #expect(SettingsRow.nextFailure.settings(first, with: "02")?.store.nextFailure == .paymentCancelled)
        #expect(SettingsRow.rate.settings(first, with: "01")?.store.timeRate == .oneHourIsOneDay)
        #expect(SettingsRow.sheet.settings(first, with: "off")?.store.disablesDialogs == true)
        // What cannot be typed is shown all the same.
        #expect(SettingsRow.delay.typed(in: .with { $0.store.delayMilliseconds = 1500 }) == "1.5")
        let unlisted = StoreError(domain: .storeServer, code: 1234)
        #expect(SettingsRow.nextFailure.typed(in: .with { $0.store.nextFailure = unlisted }) == "1234")
    }

    @Test("Each value of a setting is kept, and comes over the wire", arguments: SettingsRow.allCases)
    func settingsTravel(_ row: SettingsRow) throws {
        for value in row.exampleChoices {
            let settings = try #require(row.settings(StorefrontSettings(), with: value)).store
            let sent = try JSONEncoder().encode(settings)
            #expect(try JSONDecoder().decode(StoreSettings.self, from: sent) == settings)
        }
    }

    @Test func `A cancelled purchase says nothing; one that was declined while it waited for approval does`()
    {
        var state = ready().hearing(updated(transaction()), failure(.paymentCancelled))
        #expect(state.status == nil && state.inFlight.isEmpty)
        state.hear(updated(transaction("k", five, .deferred)), failure(.paymentCancelled, key: "k"))
        #expect(state.status?.text.contains("declined") == true)
    }

    @Test func `The log keeps the last two hundred messages`() {
        var state = ready()
        for credits in 0..<500 { state.hear(balance(credits)) }
        #expect(state.log.count == 200)
        #expect(state.log.last?.detail == "499")
        #expect(state.log.last?.name == "BalanceChanged")
    }
}
