import StoreEvents
import StoreModel
import Testing

@testable import Storefront

@Suite("The inspector") struct InspectorTests {
    private static let key: IdempotencyKey = "4f2c9d1e-0b7a-4c55-9e21-5d8f3a6b7c10"
    private static let paid = transaction(key, ten, quantity: 3, .purchased)
    private static let other = transaction("other", five, .purchased)

    /// The list with two transactions, of which the second one is inspected.
    private static func opened(_ actions: Set<TransactionAction> = [.refund]) -> StorefrontState {
        ready().pressing("t").hearing(transactionsListed([(other, []), (paid, actions)])).pressing(
            .down, .enter)
    }

    private static let answered = opened().hearing(inspected())

    // MARK: Opening and closing

    @Test func `Enter asks about the selected transaction, and shows at once what the list knows`() {
        var state = ready().pressing("t").hearing(
            transactionsListed([(Self.other, []), (Self.paid, [.refund])]))
        state.press(.down)
        #expect(state.press(.enter) == [.inspect(Self.key)])
        #expect(state.place == .inspector)
        let text = state.frame().description
        #expect(text.contains(Self.key.rawValue) && text.contains("3 × 10 Monkey Credits"))
        #expect(!text.contains("JWS"))
        #expect(state.hearing(inspected()).frame().description.contains("transactionId"))
    }

    @Test(arguments: [Key.escape, "t"])
    func `Closing goes back to the list with the transaction still selected, whatever was bought meanwhile`(
        _ key: Key
    ) {
        // Nothing was selected, so the newest one is inspected.
        var state = ready().pressing("t").hearing(transactionsListed([(Self.paid, []), (Self.other, [])]))
        state.press(.enter)
        let commands = state.hear(.transactionSucceeded(transaction("new", five, .purchased)))
        #expect(commands == [.transactions(.around(Self.key))])
        let newer = [transaction("new", five, .purchased), Self.paid, Self.other].map {
            ($0, Set<TransactionAction>())
        }
        state.hear(transactionsListed(newer, at: .around(Self.key)))
        #expect(state.press(key) == [])
        #expect(state.place == .transactions && state.selectedEntryIndex == 1)
        #expect(state.inspector == nil)
    }

    @Test func `A click on the selected row of the list opens it, and one on another row only selects`() {
        var state = ready().pressing("t").hearing(transactionsListed([(Self.other, []), (Self.paid, [])]))
        #expect(state.click(.transaction(Self.key)) == [] && state.place == .transactions)
        #expect(state.click(.transaction(Self.key)) == [.inspect(Self.key)] && state.place == .inspector)
    }

    @Test func `Nothing opens in an empty list`() {
        var state = ready().pressing("t").hearing(transactionsListed([]))
        #expect(state.press(.enter) == [] && state.place == .transactions)
    }

    // MARK: Events

    @Test func `An answer about another transaction, or one that comes when it is closed, changes nothing`() {
        var state = Self.answered
        let before = state.inspector
        state.hear(inspected(transaction("other", five, .purchased)))
        #expect(state.inspector == before)
        state.press(.escape)
        state.hear(inspected())
        #expect(state.place == .transactions && state.inspector == nil)
    }

    private static let events: [StorefrontEvent] = [
        updated(paid), .transactionSucceeded(paid), .transactionRevoked(paid), .subscriptionChanged(paid),
        .transactionFailed(paid), .deliveryFailed(paid, reason: .undeliverable(.storage(.full(path: "/p")))),
    ]

    @Test("An event about it asks again, once, and one about another does not", arguments: events.indices)
    func asksAgain(index: Int) {
        var state = Self.answered
        func asks(_ commands: [StorefrontCommand]) -> [StorefrontCommand] {
            commands.filter { $0 == .inspect(Self.key) }
        }
        #expect(asks(state.hear(Self.events[index])).count == 1)
        #expect(asks(state.hear(.transactionSucceeded(Self.other), updated(Self.other))).isEmpty)
        #expect(asks(state.hear(balance(3), network(up: false), network(up: true))).isEmpty)
        state.notices = []
        state.press(.escape)
        #expect(asks(state.hear(Self.events[index])).isEmpty)
    }

    @Test func `The list that follows an action asks again if it says something new, and only then`() {
        var state = Self.answered
        let same = transactionsListed([(Self.other, []), (Self.paid, [.refund])], at: .around(Self.key))
        #expect(state.hear(same) == [])
        #expect(
            state.hear(transactionsListed([(Self.other, []), (Self.paid, [])])).contains(.inspect(Self.key)))
    }

    @Test func `Nothing is asked while nothing happens, and r asks`() {
        var state = Self.answered
        #expect(state.nextDeadline == nil)
        #expect(state.press(.down, .up, "j", "k", .pageDown, .end, "g") == [])
        #expect(state.press("r") == [.inspect(Self.key)])
        #expect(state.nextDeadline == state.now + .milliseconds(500))
        let text = state.waiting(.milliseconds(500)).frame().description
        #expect(text.contains(state.strings[.inspectorAsking]))
        #expect(state.hearing(.actionFailed(.purchasesLeftOut)).inspector?.awaitedSince != nil)
        #expect(state.hearing(.actionFailed(.described("No."))).inspector?.awaitedSince == nil)
        #expect(state.hearing(.actionFailed(.described("No."))).nextDeadline != nil)
        #expect(!state.hearing(inspected()).waiting(.seconds(1)).frame().description.contains("Asking"))
    }

    @Test func `A purchase that goes away, another account and a sign-out close it`() {
        for event in [.transactionRemoved(Self.paid), .signedOut, StorefrontTests.opened(account: "bob")] {
            let state = Self.answered.hearing(event)
            #expect(state.place == .transactions && state.inspector == nil)
        }
    }

    // MARK: Actions

    @Test
    func
        `The actions of the list work here, with their question, and the footer names those that are possible`()
    {
        var state = Self.opened([.refund])
        let footer = state.frame().description.split(separator: "\n").last ?? ""
        #expect(footer.contains("f refund") && !footer.contains("approve"))
        #expect(state.press("a", "d", "e") == [])
        #expect(state.act("f") == [.action(.refund, on: Self.key)])
        var waits = Self.opened([.approve, .decline, .resolve])
        #expect(waits.press("a") == [.action(.approve, on: Self.key)])
        #expect(waits.press("d") == [.action(.decline, on: Self.key)])
        #expect(waits.press("e") == [.action(.resolve, on: Self.key)])
        #expect(waits.press("f") == [] && waits.layer == .none)
    }

    @Test func `What can be done, and why it is not known, is what the last answer says, not the list`() {
        var state = Self.opened([.refund]).hearing(inspected(actions: .failure(.storeNotReached)))
        let why = "The store doesn't answer. This is what the device knows."
        #expect(state.frame(160, 40).description.contains(why))
        #expect(state.press("f") == [.inspect(Self.key)] && state.status?.text == why)
        state.hear(inspected())
        #expect(state.act("f") == [.action(.refund, on: Self.key)])

        let silent = TransactionsListed(
            entries: [.init(transaction: Self.paid, actions: .failure(.storeNotReached))])
        state = ready().pressing("t").hearing(.transactionsListed(silent)).pressing(.enter)
        #expect(state.press("a") == [.inspect(Self.key)] && state.status?.text == why)
        state.hear(inspected())
        #expect(state.press("a") == [])
        #expect(state.status?.text == state.strings.actionNotPossible("approve"))
    }

    // MARK: Copying

    /// All values that can be copied, according to the answer.
    private static let values: [String] = {
        guard case .transactionInspected(let event) = inspected(), let record = try? event.record.get() else {
            return []
        }
        return [event.signed?.rawValue, event.receipt, record.orderIdentifier, record.status].compactMap(
            \.self)
            + event.payload.map(\.value) + record.versions.map(\.rawValue)
            + record.notifications.flatMap {
                [$0.identifier, $0.signedPayload ?? ""] + $0.attempts.map(\.result)
            }
            + [paid.key.rawValue, ten.rawValue, "2000000905112233"]
    }()

    @Test func `Each row is copied whole, from the first to the last, and the status line says what`() {
        var state = Self.answered
        state.terminal.takesClipboard = true
        var copied: [String] = []
        for value in state.inspectorValues {
            state.effects = []
            #expect(state.press("y") == [])
            #expect(state.effects == [.copy(value.whole)])
            #expect(state.statusLine?.text.contains(value.label) == true)
            #expect(
                state.statusLine?.text.contains("\(value.whole.utf8.count.formattedInEnglish) byte") == true)
            copied.append(value.whole)
            state.press(.down)
        }
        for value in Self.values { #expect(copied.contains(value)) }
        #expect(state.layer == .none)
    }

    @Test func `What is shown in place of a number that is not there yet is not copied`() {
        let deferred = transaction(Self.key, ten, quantity: 3, .deferred)
        let state = ready().pressing("t").hearing(transactionsListed([(deferred, [.approve])])).pressing(
            .enter)
        let words = state.strings[.noIdentifierYet]
        #expect(state.frame().description.contains(words))
        #expect(!state.inspectorValues.contains { $0.whole == words })
        #expect(state.inspectorValues.contains { $0.whole == Self.key.rawValue })
    }

    @Test
    func `Without a clipboard the value stands alone from the first column, and Esc goes back to its row`() {
        var state = Self.answered.pressing(.end)
        for _ in state.inspectorValues {
            let selected = state.inspector?.selected
            state.press("y")
            guard case .value(let value) = state.layer else { return #expect(Bool(false), "no value") }
            #expect(state.effects.isEmpty)
            for (columns, rows) in [(80, 24), (40, 12), (34, 10)] {
                #expect(Self.readAlone(state, columns, rows) == value)
            }
            state.press(.escape)
            #expect(
                state.place == .inspector && state.layer == .none && state.inspector?.selected == selected)
            state.press(.up)
        }
    }

    /// The value as somebody would mark it, page by page, without what is below it.
    private static func readAlone(_ opened: StorefrontState, _ columns: Int, _ rows: Int) -> String {
        var state = opened
        state.size = Size(columns: columns, rows: rows)
        var text = ""
        while true {
            let frame = state.frame(columns, rows)
            let lines = (0..<rows).filter { row in !(0..<columns).contains { frame[$0, row].style.isDim } }
            let (first, last) = (state.shown.firstLine, state.lastFirstLine)
            let next = min(lines.count, last - first)
            for row in first == last ? lines[...] : lines.prefix(next) {
                text += String((0..<columns).compactMap { frame[$0, row].character })
            }
            if first == last { return String(text.reversed().drop { $0 == " " }.reversed()) }
            for _ in 0..<next { state.press(.down) }
        }
    }

    @Test func `A value that is too long for the clipboard stands alone, too`() {
        let long = String(repeating: "x", count: TerminalEffect.mostCopied + 1)
        var state = Self.opened().hearing(inspected(payload: [.init(name: "long", value: long)]))
        state.terminal.takesClipboard = true
        while state.inspectorValues.first(where: { $0.id == state.inspector?.selected })?.whole != long {
            state.press(.down)
        }
        state.press("y")
        #expect(state.layer == .value(long) && state.effects.isEmpty)
    }

    @Test func `Enter, and a click on the selected row, shows the selected value whole`() {
        var state = Self.answered
        state.press(.enter)
        #expect(state.layer == .value("2000000905112233"))
        state.press(.escape)
        #expect(state.click(.inspectorRow(.signed)) == [] && state.layer == .none)
        #expect(state.click(.inspectorRow(.signed)) == [] && state.layer != .none)
    }

    @Test func `A value that stands alone covers neither the question before leaving nor an error`() {
        let alone = Self.answered.hearing(updated(transaction("p"))).pressing(.enter)
        #expect(alone.layer == .value("2000000905112233"))
        let failed = alone.hearing(failure(.cannotConnect, key: "p"))
        for (columns, rows) in [(80, 24), (40, 12)] {
            #expect(failed.frame(columns, rows).description.contains("Can't connect to the store (0)."))
        }
        // It covers the hint and no row of the value.
        let rows = [failed, alone].map {
            $0.frame(40, 12).description.split(separator: "\n", omittingEmptySubsequences: false).prefix(11)
        }
        #expect(rows[0] == rows[1])
        #expect(failed.layer == alone.layer)

        let asked = alone.pressing("q")
        #expect(asked.exit == nil && asked.layer == .question(.quit))
        #expect(asked.pressing("n").layer == .none)
    }

    // MARK: The screen

    /// Answers of every kind.
    private static let answers: [(name: String, event: StorefrontEvent)] =
        [("whole", inspected())]
        + [
            StoreAdministrationError.notEntitled, .noTransactionFound, .invalidAction,
            .serviceUnavailable(.full(path: "/p")),
            .notInCatalogue("7Q"), .cannotPlay(ScenarioRefusal(.noAccount)),
            .failed(.networkDown, store: "http://localhost"),
            .failed(.unreadableAnswer, store: "http://localhost"),
        ].map { ("\($0)", inspected(record: .failure($0))) }
        + [
            (
                "hostile",
                inspected(payload: [
                    .init(
                        name: String(repeating: "name", count: 90),
                        value: "\u{1B}[31mred\u{7}\n" + String(repeating: "猿", count: 300)),
                    .init(name: "", value: ""),
                    .init(name: "\u{202E}x", value: String(repeating: " ", count: 500)),
                ])
            ),
            (
                "nothing",
                inspected(
                    transaction(key, ten, .failed, error: .paymentCancelled), payload: [], isSigned: false)
            ),
        ]

    @Test(
        "In every window the selected row is there, from the first to the last, and nothing leaves its place",
        arguments: answers.indices)
    func allSizes(index: Int) {
        let sizes = AllSizesTests.lines(rows: [10, 24], columns: [34, 80, 160]).joined().enumerated()
        for (number, size) in sizes where number % 29 == index {
            var state = Self.opened().hearing(Self.answers[index].event)
            let last = state.inspectorValues.count - 1
            for place in 0...last {
                if place % 5 == number % 5 || place == last {
                    expectSelected(state.inspectorValues[place], in: state.frame(size.columns, size.rows))
                }
                state.press(.down)
            }
        }
    }

    @Test(arguments: 99...121)
    func `A window that is a little wider than the rows has no value beside them`(columns: Int) {
        let frame = Self.answered.frame(columns, 24)
        expectSelected(Self.answered.inspectorValues[0], in: frame)
        #expect(frame.description.contains("│") == (columns >= 120))
    }

    private func expectSelected(_ value: InspectorValue, in frame: Frame) {
        let rows = frame.areas.filter { $0.target == .inspectorRow(value.id!) }.map(\.row)
        #expect(frame.cursor?.row == rows.first && !rows.isEmpty, "\(value.label) at \(frame.size)")
        for area in frame.areas where !area.target.isKey {
            let isReverse = (1..<10).allSatisfy { frame[$0, area.row].style.isReverse }
            if isReverse != rows.contains(area.row) || !(1..<Layout(frame.size).contentEnd).contains(area.row)
            {
                Issue.record("\(value.label) at \(frame.size): row \(area.row)")
            }
        }
    }

    @Test(
        "Every window shows the value's beginning beside its name or below it",
        arguments: [34, 40, 64, 80, 120, 200])
    func rows(columns: Int) {
        var state = Self.answered
        for value in state.inspectorValues {
            let frame = state.frame(columns, 24)
            let rows = frame.areas.filter { $0.target == .inspectorRow(value.id!) }.map(\.row)
            let text = rows.map { row in
                String((0..<min(columns, 100)).compactMap { frame[$0, row].character })
            }
            .joined()
            let letters = text.filter { $0 != " " }
            #expect(letters.contains(value.label.filter { $0 != " " }))
            #expect(letters.contains((value.parts.first?.text ?? "").prefix(8).filter { $0 != " " }))
            if !value.isLong, let first = value.parts.first, first.text.count <= columns - 8 {
                #expect(letters.contains(first.text.filter { $0 != " " }), "\n\(frame)")
            }
            state.press(.down)
        }
    }

    @Test
    func
        `In a wide window the signed text stands beside the rows, whole, or another long value that is selected`()
    {
        var state = Self.answered.hearing(inspected())
        for (id, whole) in [
            (nil, signed(at: 1_795_000_000_000).rawValue),
            (.version(1), inspectedRecord.versions[1].rawValue),
        ]
            as [(InspectorValue.ID?, String)]
        {
            state.inspector?.selected = id
            let frame = state.frame(200, 60)
            let text = (4..<57).map { row in String((102..<199).compactMap { frame[$0, row].character }) }
                .joined()
            #expect(text.filter { $0 != " " } == whole)
            #expect(state.frame(120, 36).description.contains(whole.prefix(40)))
        }
    }

    @Test func `The numbers of the visible rows stand above them, and an arrow says that there are more`() {
        #expect(Self.answered.frame().description.contains(#/ 1–\d+ of \d+ ↓ /#))
        #expect(Self.answered.pressing(.end).frame().description.contains(#/ \d+–(\d+) of \1 ─/#))
        #expect(!Self.answered.frame(100, 70).description.contains(#/ of \d+ /#))
    }

    @Test func `A store that keeps its side to itself says why, in one sentence`() {
        let state = Self.opened().hearing(inspected(record: .failure(.notEntitled)))
        let text = state.frame(80, 60).description
        #expect(
            text.contains(state.strings[.recordNotEntitled]) && text.contains("JWS")
                && !text.contains("Versions"))
    }

    @Test func `Apple's word for success is good, any other is not, and the last version counts`() {
        let frame = Self.answered.frame(100, 70)
        func role(_ word: String) -> Style.Role? {
            for row in 0..<70 {
                let line = String((0..<100).map { frame[$0, row].character ?? " " })
                guard let range = line.firstRange(of: word) else { continue }
                return frame[line.distance(from: line.startIndex, to: range.lowerBound), row].style.role
            }
            return nil
        }
        #expect(role("SUCCESS") == .good && role("TIMED_OUT") == .error && role("delivered") == .good)
        let lines = frame.description.split(separator: "\n")
        #expect(lines.filter { $0.contains("current") }.count == 1)
        #expect(lines.first { $0.contains("current") }?.contains("refunded") == true)
    }

    @Test func `The wheel and the keys stop at both ends`() {
        var state = Self.answered
        for _ in 0..<200 { _ = state.handle(.scroll(1)) }
        #expect(state.inspector?.selected == state.inspectorValues.last?.id)
        state.press(.pageDown, .end)
        #expect(state.inspector?.selected == state.inspectorValues.last?.id)
        for _ in 0..<200 { _ = state.handle(.scroll(-1)) }
        #expect(state.inspector?.selected == state.inspectorValues.first?.id)
    }

    @Test func `The selected row stays selected when an answer brings others`() {
        var state = Self.opened().pressing(.end)
        let selected = state.inspector?.selected
        state.hear(inspected())
        #expect(selected != nil && state.inspector?.selected == selected)
    }

    @Test func `An action without a key is named by the command that is typed`() {
        let cases: [(Set<TransactionAction>, String)] = [
            ([.reverseRefund], "Actions      :reverse-refund\n"),
            ([.approve, .decline, .lapse], "a approve   d decline   :lapse\n"),
        ]
        for (actions, words) in cases {
            let state = ready().pressing("t").hearing(transactionsListed([(Self.paid, actions)]))
            #expect(state.frame().description.contains(words), "\n\(state.frame().description)")
        }
    }

    // MARK: In lines

    @Test func `inspect prints the same, of long values the length, and refuses an unknown number`() {
        let shop = PlainShop(opening(selling: [fiveCredits, tenCredits]))
        #expect(shop.take("inspect 1") == ["There is no transaction 1 in the list. Type transactions first."])
        shop.take("transactions")
        shop.hear(transactionsListed([(Self.other, []), (Self.paid, [])]))
        #expect(shop.take("inspect 2") == [])
        #expect(shop.sent.all.last == .inspect(Self.key) && shop.store.isBusy)
        #expect(shop.hear(inspected(transaction("other", five, .purchased))) == [])
        let lines = shop.hear(inspected())
        #expect(!shop.store.isBusy)
        for value in Self.answered.inspectorValues {
            let part = value.parts[value.isLong ? 1 : 0].text
            #expect(lines.contains { $0.contains("\(value.label): \(part)") }, "\(value.label)")
        }
        #expect(lines.contains { $0.hasPrefix("  JWS: ") && $0.hasSuffix(" bytes") })
        #expect(lines.allSatisfy { $0.count < 300 })
        #expect(shop.hear(inspected()) == [])
        #expect(shop.take("inspect") == [Language.english.strings.plainNeedsNumber("inspect", "1")])
    }

    @Test func `inspect has its answer even if the request to buy lapses before it comes`() {
        let shop = PlainShop(opening(selling: [fiveCredits, tenCredits]))
        shop.take("transactions")
        let deferred = transaction(Self.key, ten, quantity: 3, .deferred)
        shop.hear(transactionsListed([(deferred, [.approve])]))
        shop.take("inspect 1")
        shop.hear(.transactionRemoved(deferred))
        #expect(shop.store.isBusy)
        #expect(shop.hear(inspected(deferred)).contains { $0.hasSuffix(": given when you pay") })
        #expect(!shop.store.isBusy)
    }
}

extension Int {
    fileprivate var formattedInEnglish: String { Language.english.strings.number(self) }
}
