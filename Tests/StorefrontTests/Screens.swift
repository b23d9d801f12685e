import Glibc
import StoreEvents
import StoreModel
import Testing

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
        var screens: [(name: String, state: StorefrontState)] = []
        func add(_ name: String, _ state: StorefrontState) { screens.append((name, state)) }

        // The store.
        add("first-frame", state())
        add("loading", state(after: opened(), balance(0)))
        add("ready", ready())
        let quantity = ready().pressing("2", .right, .right)
        add("quantity", quantity)
        let inFlight = [
            transaction("a", five, quantity: 2, .deferred), transaction("b", ten, quantity: 10, .purchased),
            transaction("c", ten, .purchasing), transaction("d", five, .purchasing),
        ]
        add(
            "in-flight", ready().then { for each in inFlight { $0.hear(updated(each)) } }.waiting(.seconds(3))
        )
        let spinning = ready().pressing(.enter).hearing(updated(transaction())).waiting(.milliseconds(300))
        add("spinning", spinning)
        add(
            "credited",
            ready(balance: 0).pressing(.enter).sending(.purchase(five, quantity: 1)).hearing(
                updated(transaction()), balance(5, change: 5, .purchase),
                .transactionSucceeded(transaction("4f2c9d1e-0b7a-4c55-9e21-5d8f3a6b7c10", five, .purchased))))
        add("owned", ready().hearing(owned(sepia)).pressing("4", .enter))
        add(
            "restoring",
            ready().pressing(.up, .up, .enter).hearing(
                .restoreProgressed(restored: 0), .restoreProgressed(restored: 9900)))
        let restoring = ready().pressing("R").hearing(.restoreProgressed(restored: 0))
        add(
            "restored", restoring.hearing(owned(sepia, greyscale), .restoreFinished(restored: 2, rejected: 0))
        )
        add("nothing-restored", restoring.hearing(.restoreFinished(restored: 0, rejected: 0)))
        add(
            "restore-failed",
            ready().pressing("R").hearing(
                .restoreProgressed(restored: 9900), .restoreFailed(.networkDown, restored: 9900)))
        add("eating", ready().pressing(.up, .enter).hearing(balance(34, change: -1, .spend)))
        add("hungry", ready(balance: 0))
        add("in-debt", ready(balance: -5))
        let down = opened(.with { $0.store.network = .down })
        add("network-down-at-start", state(after: down, balance(0), .requestFailed(.networkDown)))
        add(
            "network-down-queued",
            ready().hearing(network(up: false), updated(transaction())).waiting(.seconds(1)))
        add("purchases-off", ready().hearing(.settingsChanged(StorefrontSettings(allowsPayments: false))))
        add("not-available", state(after: opened(), balance(35), prices(fiveCredits, invalid: [ten])))
        add("failed", ready().hearing(updated(transaction()), failure(.forgottenPassword)))

        // Questions and notices.
        let asked = quantity.pressing(.enter).hearing(sheet())
        add("sheet", asked)
        add(
            "two-sheets",
            asked.hearing(sheet("other", fiveCredits, quantity: 1)).waiting(.seconds(1)).pressing(.left))
        let signIn = ready(account: nil).hearing(signInQuestion())
        add("sign-in", signIn.writing("猿jane"))
        let signingIn = ready(account: nil).hearing(signInQuestion("jane")).writing("correct horse").pressing(
            .enter)
        add(
            "sign-in-refused",
            signingIn.hearing(signInQuestion("jane", .forgottenPassword)).writing("another ho"))
        add("sign-in-waiting", signingIn)
        add(
            "new-account",
            signIn.writing(String(repeating: "long-name-", count: 6)).pressing(.tab, .tab, .tab))
        let signedIn = ready(account: "jane")
        add("signed-in", signedIn)
        add(
            "signed-out",
            signedIn.hearing(updated(transaction())).pressing("o").hearing(.signedOut).waiting(.seconds(1)))
        add("quit-question", spinning.pressing("q"))
        add("help", ready().pressing("?"))
        add(
            "account-recounted",
            ready().hearing(
                balance(30, change: -5), .accountRecounted(findings: [.olderCopy, .rowsEdited], balance: 30)))
        let book = transaction("x", "com.example.books.garden", .purchased)
        add("delivery-failed", ready().hearing(.deliveryFailed(book, reason: .notVerified(.wrongSignature))))
        add("elsewhere", ready().hearing(balance(55, change: 20, .elsewhere)))
        let unheard = ready().hearing(network(up: false), balance(33, change: -2, .spend), .usesWaiting(2))
        add("uses-waiting", unheard.waiting(.seconds(5)))

        // Settings and lists.
        let settings = StorefrontSettings.with {
            $0.store.nextFailure = .forgottenPassword
            $0.store.delayMilliseconds = 3000
        }
        add("settings", ready().hearing(.settingsChanged(settings)).pressing("s", .down))
        let six = ready().pressing("t").hearing(transactionsListed(sixTransactions)).pressing(.down, .down)
        add("transactions", six)
        let inspecting = ready().pressing("t").hearing(transactionsListed(sixTransactions)).pressing(
            .down, .down, .down, .enter)
        add("inspector", inspecting.hearing(inspectorAnswer(inspectedRecord)))
        add("inspector-store", inspecting.hearing(inspectorAnswer(inspectedRecord)).pressing(.end, .up, .up))
        add("inspector-alone", inspecting.hearing(inspectorAnswer(nil)).pressing(.end, "y"))
        add("transactions-empty", ready().pressing("t").hearing(transactionsListed([])))
        let subscribed = readyToSubscribe(having: bigBunchID, letterID)
        add("subscribed", subscribed.pressing("4", .down, .down, .down))
        func subscriptionSheet(
            having owned: ProductIdentifier..., buying product: Product
        ) -> StorefrontState {
            readyToSubscribe(having: owned).hearing(sheet("key", product, quantity: 1))
        }
        add("subscription-sheet", subscriptionSheet(buying: bunch))
        add("upgrade-sheet", subscriptionSheet(having: bunchID, buying: bigBunch))
        add("downgrade-sheet", subscriptionSheet(having: bigBunchID, buying: bunch))
        func subscriptions(_ list: SubscriptionSummary...) -> StorefrontState {
            subscribed.pressing("u").hearing(listed(list)).pressing(.right)
        }
        let two = subscriptions(
            summary(
                of: bigBunchID, "1", changingTo: bunchID, actions: Set(SubscriptionAction.allCases.prefix(7))),
            summary(of: letterID, "2", renews: false, actions: [.resume, .expire, .refundPeriod]))
        add("subscriptions", two)
        add("subscriptions-empty", subscriptions())
        let unpaid = subscriptions(
            summary(of: bunchID, "1", .gracePeriod, actions: [.cancel]),
            summary(of: bigBunchID, "2", .billingRetry, actions: [.cancel]),
            summary(of: letterID, "3", .expired, renews: false))
        add("subscriptions-unpaid", unpaid.pressing(.down))
        let signed = [
            summary(of: bunchID, "1", renews: false), summary(of: letterID, "2", .expired, renews: false),
        ]
        add("subscriptions-offline", two.hearing(listed(signed, isFromStore: false)))

        // The photo, books, and what visitors see.
        add("photo-opening", readyToFilter().pressing("p"))
        let photo = readyToFilter(owning: [.sepia]).pressing("p")
        add("photo", photo.hearing(.pictureOpened(sunset), .filtersChanged([.sepia])).pressing(.right))
        let books = ready().hearing(
            booksListed, booksFetched, owned(nightFerry, firstBanana),
            downloading(nightFerry, .active, received: 43_000_000, timeRemaining: .seconds(12)),
            downloading(firstBanana, .finished)
        ).pressing(.down, .down, .down, .down)
        add("books", books)
        add("reader", books.hearing(bookOpened))
        add("guest", ready().hearing(.guestWelcomed))
        add("host-said", ready().hearing(.hostSaid("Free bananas at five, for everybody who is here.")))
        add("typed-command", six.pressing(":").writing("settings n"))
        add("typed-choices", ready().pressing(":").writing("buy "))
        add("found", ready().pressing("2", "/").writing("filter"))
        add("idle", ready().then { $0.idleLimit = .seconds(660) }.waiting(.seconds(600)))
        return screens
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
