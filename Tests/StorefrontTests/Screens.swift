import Glibc
import StoreEvents
import StoreModel
import Testing

@testable import Storefront

/// The states of the golden screens, by the name of their file.
enum Screens {
    @TaskLocal static var language = Language.english

    static let all = all(in: .english)
    static let pseudo = PseudoLanguage.speaking { all(in: .english) }
    static func all(in language: Language) -> [(name: String, state: StorefrontState)] {
        $language.withValue(language) { make() }
    }

    private struct List {
        private(set) var all: [(name: String, state: StorefrontState)] = []

        mutating func add(_ name: String, _ state: StorefrontState) { all.append((name, state)) }
    }

    private static func make() -> [(name: String, state: StorefrontState)] {
        var screens = List()
        addStore(to: &screens)
        addQuestionsAndNotices(to: &screens)
        addSettingsAndTransactions(to: &screens)
        addSubscriptions(to: &screens)
        addPhotoAndBooks(to: &screens)
        addVisitsAndTyping(to: &screens)
        return screens.all
    }

    // States of which several groups have screens.
    private static func chosenQuantity() -> StorefrontState { ready().pressing("2", .right, .right) }
    private static func spinning() -> StorefrontState {
        ready().hearing(updated(transaction())).waiting(.milliseconds(300))
    }
    private static func listedSix() -> StorefrontState {
        ready().pressing("t").hearing(transactionsListed(sixTransactions)).pressing(.down, .down)
    }

    private static func addStore(to screens: inout List) {
        screens.add("first-frame", state())
        screens.add("loading", state(after: opened(), balance(0)))
        screens.add("ready", ready())
        screens.add("quantity", chosenQuantity())
        let inFlight = [
            transaction("a", five, quantity: 2, .deferred), transaction("b", ten, quantity: 10, .purchased),
            transaction("c", ten, .purchasing), transaction("d", five, .purchasing),
        ]
        screens.add(
            "in-flight", ready().then { for each in inFlight { $0.hear(updated(each)) } }.waiting(.seconds(3))
        )
        screens.add("spinning", spinning())
        screens.add(
            "credited",
            ready(balance: 0).pressing(.enter).sending(.purchase(five, quantity: 1)).hearing(
                updated(transaction()), balance(5, change: 5, .purchase),
                .transactionSucceeded(transaction("4f2c9d1e-0b7a-4c55-9e21-5d8f3a6b7c10", five, .purchased))))
        screens.add("owned", ready().hearing(owned(sepia)).pressing("4", .enter))
        screens.add(
            "restoring",
            ready().pressing(.up, .up, .enter).hearing(
                .restoreProgressed(restored: 0), .restoreProgressed(restored: 9900)))
        let restoring = ready().pressing("R").hearing(.restoreProgressed(restored: 0))
        screens.add(
            "restored", restoring.hearing(owned(sepia, greyscale), .restoreFinished(restored: 2, rejected: 0))
        )
        screens.add("nothing-restored", restoring.hearing(.restoreFinished(restored: 0, rejected: 0)))
        screens.add(
            "restore-failed",
            ready().pressing("R").hearing(
                .restoreProgressed(restored: 9900), .restoreFailed(.networkDown, restored: 9900)))
        screens.add("eating", ready().pressing(.up, .enter).hearing(balance(34, change: -1, .spend)))
        screens.add("hungry", ready(balance: 0))
        screens.add("in-debt", ready(balance: -5))
        let down = opened(.with { $0.store.network = .down })
        screens.add("network-down-at-start", state(after: down, balance(0), .requestFailed(.networkDown)))
        screens.add(
            "network-down-queued",
            ready().hearing(network(up: false), updated(transaction())).waiting(.seconds(1)))
        screens.add(
            "purchases-off", ready().hearing(.settingsChanged(StorefrontSettings(allowsPayments: false))))
        screens.add("not-available", state(after: opened(), balance(35), prices(fiveCredits, invalid: [ten])))
        screens.add("failed", ready().hearing(updated(transaction()), failure(.forgottenPassword)))
    }

    private static func addQuestionsAndNotices(to screens: inout List) {
        let asked = chosenQuantity().pressing(.enter).hearing(sheet())
        screens.add("sheet", asked)
        screens.add(
            "two-sheets",
            asked.hearing(sheet("other", fiveCredits, quantity: 1)).waiting(.seconds(1)).pressing(.left))
        let signIn = ready(account: nil).hearing(signInQuestion())
        screens.add("sign-in", signIn.writing("猿jane"))
        let signingIn = ready(account: nil).hearing(signInQuestion("jane")).writing("correct horse").pressing(
            .enter)
        screens.add(
            "sign-in-refused",
            signingIn.hearing(signInQuestion("jane", .forgottenPassword)).writing("another ho"))
        screens.add("sign-in-waiting", signingIn)
        screens.add(
            "new-account",
            signIn.writing(String(repeating: "long-name-", count: 6)).pressing(.tab, .tab, .tab))
        let signedIn = ready(account: "jane")
        screens.add("signed-in", signedIn)
        screens.add(
            "signed-out",
            signedIn.hearing(updated(transaction())).pressing("o").hearing(.signedOut).waiting(.seconds(1)))
        screens.add("quit-question", spinning().pressing("q"))
        screens.add("help", ready().pressing("?"))
        screens.add(
            "account-recounted",
            ready().hearing(
                balance(30, change: -5), .accountRecounted(findings: [.olderCopy, .rowsEdited], balance: 30)))
        let book = transaction("x", "com.example.books.garden", .purchased)
        screens.add(
            "delivery-failed", ready().hearing(.deliveryFailed(book, reason: .notVerified(.wrongSignature))))
        screens.add("elsewhere", ready().hearing(balance(55, change: 20, .elsewhere)))
        let unheard = ready().hearing(network(up: false), balance(33, change: -2, .spend), .usesWaiting(2))
        screens.add("uses-waiting", unheard.waiting(.seconds(5)))
    }

    private static func addSettingsAndTransactions(to screens: inout List) {
        let settings = StorefrontSettings.with {
            $0.store.nextFailure = .forgottenPassword
            $0.store.delayMilliseconds = 3000
        }
        screens.add("settings", ready().hearing(.settingsChanged(settings)).pressing("s", .down))
        screens.add("transactions", listedSix())
        let inspecting = ready().pressing("t").hearing(transactionsListed(sixTransactions)).pressing(
            .down, .down, .down, .enter)
        screens.add("inspector", inspecting.hearing(inspectorAnswer(inspectedRecord)))
        screens.add(
            "inspector-store", inspecting.hearing(inspectorAnswer(inspectedRecord)).pressing(.end, .up, .up))
        screens.add("inspector-alone", inspecting.hearing(inspectorAnswer(nil)).pressing(.end, "y"))
        screens.add("transactions-empty", ready().pressing("t").hearing(transactionsListed([])))
    }

    private static func addSubscriptions(to screens: inout List) {
        let subscribed = readyToSubscribe(having: bigBunchID, letterID)
        screens.add("subscribed", subscribed.pressing("4", .down, .down, .down))
        func subscriptionSheet(
            having owned: ProductIdentifier..., buying product: Product
        ) -> StorefrontState {
            readyToSubscribe(having: owned).hearing(sheet("key", product, quantity: 1))
        }
        screens.add("subscription-sheet", subscriptionSheet(buying: bunch))
        screens.add("upgrade-sheet", subscriptionSheet(having: bunchID, buying: bigBunch))
        screens.add("downgrade-sheet", subscriptionSheet(having: bigBunchID, buying: bunch))
        func subscriptions(_ list: SubscriptionSummary...) -> StorefrontState {
            subscribed.pressing("u").hearing(listed(list)).pressing(.right)
        }
        let two = subscriptions(
            summary(
                of: bigBunchID, "1", changingTo: bunchID, actions: Set(SubscriptionAction.allCases.prefix(7))),
            summary(of: letterID, "2", renews: false, actions: [.resume, .expire, .refundPeriod]))
        screens.add("subscriptions", two)
        screens.add("subscriptions-empty", subscriptions())
        let unpaid = subscriptions(
            summary(of: bunchID, "1", .gracePeriod, actions: [.cancel]),
            summary(of: bigBunchID, "2", .billingRetry, actions: [.cancel]),
            summary(of: letterID, "3", .expired, renews: false))
        screens.add("subscriptions-unpaid", unpaid.pressing(.down))
        let signed = [
            summary(of: bunchID, "1", renews: false), summary(of: letterID, "2", .expired, renews: false),
        ]
        screens.add("subscriptions-offline", two.hearing(listed(signed, isFromStore: false)))
    }

    private static func addPhotoAndBooks(to screens: inout List) {
        screens.add("photo-opening", readyToFilter().pressing("p"))
        let photo = readyToFilter(owning: [.sepia]).pressing("p")
        screens.add(
            "photo", photo.hearing(.pictureOpened(sunset), .filtersChanged([.sepia])).pressing(.right))
        let books = ready().hearing(
            booksListed, booksFetched, owned(nightFerry, firstBanana),
            downloading(nightFerry, .active, received: 43_000_000, timeRemaining: .seconds(12)),
            downloading(firstBanana, .finished)
        ).pressing(.down, .down, .down, .down)
        screens.add("books", books)
        screens.add("reader", books.hearing(bookOpened))
    }

    private static func addVisitsAndTyping(to screens: inout List) {
        screens.add("guest", ready().hearing(.guestWelcomed))
        screens.add(
            "host-said", ready().hearing(.hostSaid("Free bananas at five, for everybody who is here.")))
        screens.add("typed-command", listedSix().pressing(":").writing("settings n"))
        screens.add("typed-choices", ready().pressing(":").writing("buy "))
        screens.add("found", ready().pressing("2", "/").writing("filter"))
        screens.add("idle", ready().then { $0.options.idleLimit = .seconds(660) }.waiting(.seconds(600)))
    }

    /// The answer about the fourth of them. Without a record, it is that of a store that tells only
    /// an administrator.
    private static func inspectorAnswer(_ record: TransactionRecord?) -> StorefrontEvent {
        inspected(sixTransactions[3].0, record: record.map(Result.success) ?? .failure(.notEntitled))
    }

    private static let sixTransactions: [(PaymentTransaction, Set<TransactionAction>)] = {
        func added(minute: Int64) -> Int64 { 1_795_000_000_000 + minute * 60_000 }
        let interrupted = transaction(
            "8b1d3f52-6a0c-4e9b-a5d7-22c4e1f09a3b", ten, .failed, error: .interrupted, isFinished: true,
            added: added(minute: 6))
        let refunded = transaction(
            "t2", five, .purchased, isFinished: true, revoked: Timestamp(milliseconds: added(minute: 3)),
            added: added(minute: 1))
        let cancelled = transaction(
            "t1", five, .failed, error: .paymentCancelled, isFinished: true, added: added(minute: 0))
        return [
            (transaction("t6", ten, .purchasing, added: added(minute: 9)), []),
            (transaction("t5", five, quantity: 2, .deferred, added: added(minute: 8)), [.approve, .decline]),
            (interrupted, [.resolve]),
            (
                transaction("t3", ten, quantity: 3, .purchased, isFinished: true, added: added(minute: 4)),
                [.refund]
            ),
            (refunded, []), (cancelled, []),
        ]
    }()
}

/// Compares a text with a file in `Screens/`. With `RECORD_SCREENS=1` the file is written anew. The test then
/// fails, so that the variable cannot stay set.
func expectRecorded(_ text: String, as name: String) throws {
    let path = String(#filePath.dropLast("Screens.swift".count)) + "Screens/\(name).txt"
    if let variable = getenv("RECORD_SCREENS"), String(cString: variable) == "1" {
        let file = try #require(fopen(path, "w"))
        fputs(text, file)
        fclose(file)
        Issue.record("recorded \(name)")
        return
    }
    let file = try #require(fopen(path, "r"), "no recorded screen \(name)")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    #expect(text == String(decoding: bytes, as: UTF8.self), "\(name)")
}
