import StoreEvents
import StoreModel
import Testing

@testable import Storefront

/// What a catalogue, a server or a person can make long: its reader takes names of any length.
@Suite("Texts of any length")
struct LongTextTests {
    private static let smallest = Size.needed
    private static let sizes = [
        smallest, Size(columns: 34, rows: 11), Size(columns: 34, rows: 12), Size(columns: 40, rows: 12),
        Size(columns: 63, rows: 19), Size(columns: 64, rows: 19), Size(columns: 80, rows: 10),
        Size(columns: 80, rows: 24),
    ]
    /// Some words, and one that is longer than any text that is shown.
    private static let names = [
        (String(repeating: "Bananas for ever ", count: 24), sizes),
        (String(repeating: "猿x", count: 1500), [smallest, Size(columns: 80, rows: 24)]),
    ]

    /// Everything that shows a name, in a layer or on a screen.
    private static func states(_ name: String) -> [(name: String, state: StorefrontState)] {
        let credits = product(ten, title: name, description: name)
        var plan = bunch, bigPlan = bigBunch
        for text in [\Product.localizedTitle, \Product.localizedDescription] {
            plan[keyPath: text] = name
            bigPlan[keyPath: text] = name
        }
        plan.subscription?.groupName = name
        let store = state(
            after: opened(account: name, selling: [ten, bunchID, bigBunchID]), balance(35),
            prices(credits, plan, bigPlan), subscribedTo([bigBunchID]))
        let bought = transaction("k", ten, quantity: 10, .purchased, isFinished: true)
        let odd = transaction("o", ProductIdentifier(rawValue: name), .purchased)
        let listing = store.pressing("t").hearing(transactionsListed([(bought, [.refund]), (odd, [])]))
        let inspecting = listing.pressing(.enter).hearing(
            inspected(
                bought, payload: [.init(name: "productId", value: name)],
                record: .failure(.failed(.unknownServerError, store: name))))
        let subscriptions = store.pressing("u").hearing(
            listed([summary(of: bigBunchID, "1", changingTo: bunchID, actions: [.refundPeriod])]))
        return [
            ("store", store), ("list", listing), ("subscriptions", subscriptions), ("inspector", inspecting),
            ("settings", store.pressing("s")), ("photo", store.pressing("p")),
            ("reader", store.hearing(bookOpened)), ("help", store.pressing("?")),
            ("refund", listing.pressing("f")), ("refund of a period", subscriptions.pressing(.enter)),
            ("sheet", store.hearing(sheet("s", credits, quantity: 10))),
            ("plan", store.hearing(sheet("s", plan, quantity: 1))),
            ("sign-out", store.pressing("o")), ("quit", store.hearing(updated(odd)).pressing("q")),
            (
                "sign-in",
                store.hearing(.signInRequested(SignInRequested(storeName: name, accountName: name)))
            ),
            ("delivery", store.hearing(.deliveryFailed(odd, reason: .undeliverable(.described(name))))),
            ("messages", store.hearing(.actionFailed(.described(name))).pressing("m")),
            ("value", inspecting.then { $0.inspector?.alone = name }),
            ("command", store.pressing(":").writing(String(name.prefix(100)))),
            ("host", store.hearing(.hostSaid(name))),
        ]
    }

    @Test(
        "No text is too long for a window, with a message below it or without", arguments: Language.allCases)
    func drawing(_ language: Language) {
        Screens.$language.withValue(language) {
            for (text, sizes) in Self.names {
                for (name, state) in Self.states(text) {
                    let said = state.then { $0.showStatus(text, .error) }
                    for (state, size) in [state, said].flatMap({ state in sizes.map { (state, $0) } }) {
                        let frame = state.then { $0.size = size }.frame(size.columns, size.rows)
                        let isCursorInside =
                            frame.cursor.map {
                                $0.column >= 0 && $0.column < size.columns && $0.row >= 0
                                    && $0.row < size.rows
                            } ?? true
                        #expect(
                            isCursorInside && frame.cells.count == size.columns * size.rows,
                            "\(name) at \(size)")
                    }
                }
            }
        }
    }

    @Test(
        "A question has its border, both buttons and the keys in the smallest window",
        arguments: Language.allCases)
    func questions(_ language: Language) {
        Screens.$language.withValue(language) {
            let questions: Set = ["refund", "refund of a period", "sign-out", "quit", "sheet", "plan"]
            for (name, state) in Self.states(Self.names[0].0) where questions.contains(name) {
                let frame = state.frame(Self.smallest.columns, Self.smallest.rows)
                let rows = frame.description.split(separator: "\n", omittingEmptySubsequences: false)
                var buttons = [Text.buyButton, .sheetCancel]
                if case .question(let question) = state.layer {
                    let words = state.words(of: question)
                    buttons = [words.accept, words.refuse]
                }
                for words in buttons.map({ language.strings[$0] }) {
                    #expect(
                        rows.contains { $0.contains("[ \(words) ]") || $0.contains("[\(words)]") },
                        "\(name): \(words)")
                }
                #expect(
                    rows.contains { $0.hasPrefix(" ╭") } && rows.contains { $0.hasPrefix(" ╰") }, "\(name)")
                #expect(rows[Self.smallest.rows - 1].contains("? "), "\(name)")
            }
        }
    }
}
