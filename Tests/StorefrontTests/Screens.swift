import StoreModel
import StorefrontMessages
import StorefrontStrings

@testable import Storefront

/// The states of the golden screens, by the name of their file.
enum Screens {
    @TaskLocal static var language = Language.english

    static let all = all(in: .english)
    static let pseudo = all(in: .pseudo)
    static func all(in language: Language) -> [(name: String, state: StorefrontState)] {
        $language.withValue(language) { make() }
    }

    private static func make() -> [(name: String, state: StorefrontState)] {
        [
            ("first-frame", state(after: [])),
            ("loading", state(after: opened(), balance(0))),
            ("ready", ready()),
            ("quantity", quantity()),
            ("in-flight", inFlight()),
            ("spinning", spinning()),
            ("credited", credited()),
            ("owned", owned()),
            ("restoring", restoring()),
            ("restored", restored(2)),
            ("nothing-restored", restored(0)),
            ("restore-failed", restoreFailed()),
            ("eating", eating()),
            ("hungry", ready(balance: 0)),
            ("in-debt", ready(balance: -5)),
            ("network-down-at-start", networkDownAtStart()),
            ("network-down-queued", networkDownQueued()),
            ("purchases-off", purchasesOff()),
            ("not-available", notAvailable()),
            ("failed", failed()),
            ("sheet", sheetShown()),
            ("two-sheets", twoSheets()),
            ("sign-in", signIn()),
            ("sign-in-refused", signInRefused()),
            ("sign-in-waiting", signInWaiting()),
            ("new-account", newAccount()),
            ("signed-in", ready(account: "jane")),
            ("signed-out", signedOut()),
            ("quit-question", quitQuestion()),
            ("help", help()),
            ("ledger-tampered", ledgerTampered()),
            ("delivery-failed", deliveryFailed()),
            ("credits-moved", creditsMoved()),
            ("settings", settings()),
            ("transactions", transactions()),
            ("transactions-empty", transactionsEmpty()),
            ("subscribed", subscribed()),
            ("subscription-sheet", subscriptionSheet(in: readyToSubscribe(), bunch)),
            ("upgrade-sheet", subscriptionSheet(in: readyToSubscribe(having: bunchID), bigBunch)),
            ("downgrade-sheet", subscriptionSheet(in: readyToSubscribe(having: bigBunchID), bunch)),
            ("subscriptions", subscriptions()),
            ("subscriptions-empty", subscriptions([])),
            ("subscriptions-unpaid", subscriptionsUnpaid()),
            ("subscriptions-offline", subscriptionsOffline()),
            ("photo-opening", photo(owning: [])),
            ("photo", photoToned()),
            ("books", books()),
            ("reader", reader()),
            ("guest", told(.guestWelcomed)),
            ("host-said", told(.hostSaid("Free bananas at five, for everybody who is here."))),
            ("idle", idle()),
        ]
    }

    private static func books() -> StorefrontState {
        var state = ready()
        let events: [StorefrontEvent] = [
            booksListed, booksFetched,
            StorefrontTests.owned(nightFerry, firstBanana),
            downloading(nightFerry, .active, received: 43_000_000, timeRemaining: .seconds(12)),
            downloading(firstBanana, .finished),
        ]
        for event in events { state.hear(event) }
        for _ in 0..<4 { state.press(.down) }
        return state
    }

    private static func reader() -> StorefrontState { books().then { $0.hear(bookOpened) } }

    private static func quantity() -> StorefrontState { ready().then { $0.press("2", .right, .right) } }

    private static func inFlight() -> StorefrontState {
        var state = ready()
        state.hear(updated(transaction("a", five, quantity: 2, .deferred)))
        state.hear(updated(transaction("b", ten, quantity: 10, .purchased)))
        state.hear(updated(transaction("c", ten, .purchasing)))
        state.hear(updated(transaction("d", five, .purchasing)))
        state.wait(.seconds(3))
        return state
    }

    private static func spinning() -> StorefrontState {
        var state = ready()
        state.press(.enter)
        state.hear(updated(transaction()))
        state.wait(.milliseconds(300))
        return state
    }

    private static func credited() -> StorefrontState {
        var state = ready(balance: 0)
        state.press(.enter)
        state.hear(.command(.purchase(five, quantity: 1)))
        state.hear(updated(transaction()))
        state.hear(balance(5, change: 5, .purchase))
        state.hear(.transactionSucceeded(transaction("4f2c9d1e-0b7a-4c55-9e21-5d8f3a6b7c10", five, .purchased)))
        return state
    }

    private static func owned() -> StorefrontState {
        var state = ready()
        state.hear(StorefrontTests.owned(sepia))
        state.press("4", .enter)
        return state
    }

    private static func restoring() -> StorefrontState {
        var state = ready()
        state.press(.up, .up, .enter)
        state.hear(.restoreProgressed(restored: 0))
        state.hear(.restoreProgressed(restored: 9900))
        return state
    }

    private static func restored(_ count: Int) -> StorefrontState {
        var state = ready()
        state.press("R")
        state.hear(.restoreProgressed(restored: 0))
        if count > 0 { state.hear(StorefrontTests.owned(sepia, greyscale)) }
        state.hear(.restoreFinished(restored: count, rejected: 0))
        return state
    }

    private static func restoreFailed() -> StorefrontState {
        var state = ready()
        state.press("R")
        state.hear(.restoreProgressed(restored: 9900))
        state.hear(.restoreFailed(.networkDown, restored: 9900))
        return state
    }

    private static func eating() -> StorefrontState {
        var state = ready()
        state.press(.up, .enter)
        state.hear(balance(34, change: -1, .spend))
        return state
    }

    private static func networkDownAtStart() -> StorefrontState {
        var settings = StorefrontSettings()
        settings.store.network = .down
        return state(after: opened(settings), balance(0), .requestFailed(.networkDown))
    }

    private static func networkDownQueued() -> StorefrontState {
        var state = ready()
        state.hear(network(up: false))
        state.hear(updated(transaction()))
        state.wait(.seconds(1))
        return state
    }

    private static func purchasesOff() -> StorefrontState {
        ready().then { $0.hear(.settingsChanged(StorefrontSettings(allowsPayments: false))) }
    }

    private static func notAvailable() -> StorefrontState {
        state(after: opened(), balance(35), prices(fiveCredits, invalid: [ten]))
    }

    private static func failed() -> StorefrontState {
        var state = ready()
        state.hear(updated(transaction()))
        state.hear(failure(.forgottenPassword))
        return state
    }

    private static func sheetShown() -> StorefrontState {
        var state = quantity()
        state.press(.enter)
        state.hear(sheet())
        return state
    }

    private static func twoSheets() -> StorefrontState {
        var state = sheetShown()
        state.hear(sheet("other", fiveCredits, quantity: 1))
        state.wait(.seconds(1))
        state.press(.left)
        return state
    }

    private static func quitQuestion() -> StorefrontState { spinning().then { $0.press("q") } }

    private static func help() -> StorefrontState { ready().then { $0.press("?") } }

    private static func ledgerTampered() -> StorefrontState {
        var state = ready()
        state.hear(balance(30, change: -5, .correction))
        state.hear(
            .ledgerTampered(
                findings: [
                    "Entry 3 (transaction 2000000905112233) was changed: its 50 credits do not count.",
                    "Entry 5 is a copy of entry 2: it does not count.",
                    "Entry 4 is missing.",
                ], balance: 30))
        state.wait(.seconds(5))
        return state
    }

    private static func creditsMoved() -> StorefrontState { ready().then { $0.hear(balance(0, change: -35, .moved)) } }

    private static func deliveryFailed() -> StorefrontState {
        var state = ready()
        state.hear(.deliveryFailed(transaction("x", "com.example.books.garden", .purchased), reason: .unknownProduct))
        return state
    }

    private static func photo(owning filters: [PhotoFilter]) -> StorefrontState {
        readyToFilter(owning: filters).then { $0.press("p") }
    }

    private static func photoToned() -> StorefrontState {
        var state = photo(owning: [.sepia])
        state.hear(.pictureOpened(sunset))
        state.hear(.filtersChanged([.sepia]))
        state.press(.right)
        return state
    }
}
