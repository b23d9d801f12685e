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
        ready().hearing(
            booksListed, booksFetched, StorefrontTests.owned(nightFerry, firstBanana),
            downloading(nightFerry, .active, received: 43_000_000, timeRemaining: .seconds(12)),
            downloading(firstBanana, .finished)
        ).pressing(.down, .down, .down, .down)
    }

    private static func reader() -> StorefrontState { books().hearing(bookOpened) }

    private static func quantity() -> StorefrontState { ready().pressing("2", .right, .right) }

    private static func inFlight() -> StorefrontState {
        var state = ready().hearing(updated(transaction("a", five, quantity: 2, .deferred)))
        state.hear(updated(transaction("b", ten, quantity: 10, .purchased)))
        state.hear(updated(transaction("c", ten, .purchasing)), updated(transaction("d", five, .purchasing)))
        state.wait(.seconds(3))
        return state
    }

    private static func spinning() -> StorefrontState {
        ready().pressing(.enter).hearing(updated(transaction())).waiting(.milliseconds(300))
    }

    private static func credited() -> StorefrontState {
        var state = ready(balance: 0).pressing(.enter)
        state.hear(.command(.purchase(five, quantity: 1)))
        state.hear(updated(transaction()), balance(5, change: 5, .purchase))
        state.hear(.transactionSucceeded(transaction("4f2c9d1e-0b7a-4c55-9e21-5d8f3a6b7c10", five, .purchased)))
        return state
    }

    private static func owned() -> StorefrontState {
        ready().hearing(StorefrontTests.owned(sepia)).pressing("4", .enter)
    }

    private static func restoring() -> StorefrontState {
        var state = ready().pressing(.up, .up, .enter)
        state.hear(.restoreProgressed(restored: 0), .restoreProgressed(restored: 9900))
        return state
    }

    private static func restored(_ count: Int) -> StorefrontState {
        var state = ready().pressing("R").hearing(.restoreProgressed(restored: 0))
        if count > 0 { state.hear(StorefrontTests.owned(sepia, greyscale)) }
        state.hear(.restoreFinished(restored: count, rejected: 0))
        return state
    }

    private static func restoreFailed() -> StorefrontState {
        var state = ready().pressing("R")
        state.hear(.restoreProgressed(restored: 9900), .restoreFailed(.networkDown, restored: 9900))
        return state
    }

    private static func eating() -> StorefrontState {
        ready().pressing(.up, .enter).hearing(balance(34, change: -1, .spend))
    }

    private static func networkDownAtStart() -> StorefrontState {
        var settings = StorefrontSettings()
        settings.store.network = .down
        return state(after: opened(settings), balance(0), .requestFailed(.networkDown))
    }

    private static func networkDownQueued() -> StorefrontState {
        ready().hearing(network(up: false), updated(transaction())).waiting(.seconds(1))
    }

    private static func purchasesOff() -> StorefrontState {
        ready().hearing(.settingsChanged(StorefrontSettings(allowsPayments: false)))
    }

    private static func notAvailable() -> StorefrontState {
        state(after: opened(), balance(35), prices(fiveCredits, invalid: [ten]))
    }

    private static func failed() -> StorefrontState {
        ready().hearing(updated(transaction()), failure(.forgottenPassword))
    }

    private static func sheetShown() -> StorefrontState { quantity().pressing(.enter).hearing(sheet()) }

    private static func twoSheets() -> StorefrontState {
        var state = sheetShown().hearing(sheet("other", fiveCredits, quantity: 1)).waiting(.seconds(1))
        state.press(.left)
        return state
    }

    private static func quitQuestion() -> StorefrontState { spinning().pressing("q") }

    private static func help() -> StorefrontState { ready().pressing("?") }

    private static func ledgerTampered() -> StorefrontState {
        var state = ready().hearing(balance(30, change: -5, .correction))
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

    private static func creditsMoved() -> StorefrontState { ready().hearing(balance(0, change: -35, .moved)) }

    private static func deliveryFailed() -> StorefrontState {
        var state = ready()
        state.hear(.deliveryFailed(transaction("x", "com.example.books.garden", .purchased), reason: .unknownProduct))
        return state
    }

    private static func photo(owning filters: [PhotoFilter]) -> StorefrontState {
        readyToFilter(owning: filters).pressing("p")
    }

    private static func photoToned() -> StorefrontState {
        var state = photo(owning: [.sepia]).hearing(.pictureOpened(sunset), .filtersChanged([.sepia]))
        state.press(.right)
        return state
    }
}
