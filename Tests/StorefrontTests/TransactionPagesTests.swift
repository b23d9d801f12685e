import StoreEvents
import StoreModel
import Testing

@testable import Storefront

/// A device with a thousand transactions, `1` the oldest, and their screen open. The pages come when the test
/// says so.
private struct LongList {
    enum Step: Sendable {
        /// A key, pressed so many times.
        case press(Key, Int = 1)
        /// A page of the journal, requested by this screen or by another one.
        case comes(TransactionPlace)
        /// An empty page, as from a store without a sign-in.
        case comesEmpty(TransactionPlace)
        /// So many new transactions, with an event for each.
        case bought(Int)
        case fails
        case waits(Duration)
    }

    var state = ready()
    /// The pages requested after the first one had come.
    var asked: [TransactionPlace] = []
    private var newest = 1000

    init() {
        state.press("t")
        take(.comes(.newest))
    }

    mutating func take(_ step: Step) {
        switch step {
        case .press(let key, let times): for _ in 0..<times { note(state.press(key)) }
        case .comes(let place): note(state.hear(.transactionsListed(page(place))))
        case .comesEmpty(let place):
            note(state.hear(.transactionsListed(TransactionsListed(place, entries: []))))
        case .bought(let count):
            for _ in 0..<count {
                newest += 1
                note(state.hear(.transactionRevoked(transaction(Self.key(newest)))))
            }
        case .fails: note(state.hear(.actionFailed(.described("The store does not answer."))))
        case .waits(let duration): state.wait(duration)
        }
    }

    var selected: Int? {
        state.selectedEntryIndex.flatMap { index in state.entries.map { Self.number($0[index]) } }
    }
    /// The numbers of the newest and the oldest loaded transaction.
    var ends: [Int] { [state.entries?.first, state.entries?.last].compactMap { $0.map(Self.number) } }

    private mutating func note(_ commands: [StorefrontCommand]) {
        for case .transactions(let place) in commands { asked.append(place) }
    }

    private func page(_ place: TransactionPlace) -> TransactionsListed {
        let range =
            switch place {
            case .newest: newest - 199...newest
            case .oldest: 1...200
            case .around(let key): max(Int(key.rawValue)! - 99, 1)...min(Int(key.rawValue)! + 100, newest)
            case .older, .newer: preconditionFailure("No screen asks for it.")
            }
        let entries = range.reversed().map {
            TransactionsListed.Entry(transaction: transaction(Self.key($0)), actions: .success([.refund]))
        }
        return TransactionsListed(
            place, entries: entries, hasNewer: range.upperBound < newest, hasOlder: range.lowerBound > 1)
    }

    private static func key(_ number: Int) -> IdempotencyKey { IdempotencyKey(rawValue: "\(number)") }
    private static func number(_ entry: TransactionsListed.Entry) -> Int {
        Int(entry.transaction.key.rawValue)!
    }
}

@Suite("A long list of transactions") struct TransactionPagesTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        fileprivate let steps: [LongList.Step]
        let asked: [TransactionPlace]
        let selected: Int?
        let ends: [Int]

        fileprivate init(
            _ name: String, _ steps: [LongList.Step], asks asked: [TransactionPlace] = [],
            selects selected: Int? = nil,
            has ends: [Int] = []
        ) {
            (testDescription, self.steps, self.asked, self.selected, self.ends) = (
                name, steps, asked, selected, ends
            )
        }
    }

    static let rows = [
        Row("is here in part", [], selects: 1000, has: [1000, 801]),
        Row("is left alone far from its ends", [.press(.down, 149)], selects: 851, has: [1000, 801]),
        Row(
            "goes on before its end is reached, one page at a time", [.press(.down, 199)],
            asks: [.around("850")],
            selects: 801, has: [1000, 801]),
        Row(
            "stops where nothing has come yet", [.press(.down, 300)], asks: [.around("850")], selects: 801,
            has: [1000, 801]),
        Row(
            "keeps the selection when a page comes late", [.press(.down, 180), .comes(.around("850"))],
            asks: [.around("850")], selects: 820, has: [950, 751]),
        Row(
            "is the same when a page comes twice",
            [.press(.down, 150), .comes(.around("850")), .comes(.around("850"))], asks: [.around("850")],
            selects: 850, has: [950, 751]),
        Row(
            "goes on where a late page ends", [.press(.down, 199), .comes(.around("850")), .press(.down)],
            asks: [.around("850"), .around("800")], selects: 800, has: [950, 751]),
        Row(
            "asks again if the selection has left what comes",
            [.press(.down, 150), .press(.home), .comes(.around("850")), .comes(.around("1000"))],
            asks: [.around("850"), .around("1000")], selects: 1000, has: [1000, 901]),
        Row(
            "follows the newest until another is selected", [.bought(2), .comes(.newest)],
            asks: [.newest, .newest],
            selects: 1002, has: [1002, 803]),
        Row(
            "keeps the selection when there are new ones on top",
            [.press(.down), .bought(2), .comes(.around("999"))],
            asks: [.around("999"), .around("999")], selects: 999, has: [1002, 900]),
        Row(
            "keeps it when it changes under a page that is on its way",
            [.press(.down, 150), .bought(1), .comes(.around("850")), .comes(.around("850"))],
            asks: [.around("850"), .around("850")], selects: 850, has: [950, 751]),
        Row(
            "goes to its oldest at once", [.press(.end), .comes(.oldest)], asks: [.oldest], selects: 1,
            has: [200, 1]),
        Row(
            "ends there", [.press(.end), .comes(.oldest), .press(.down, 5), .press(.end)], asks: [.oldest],
            selects: 1, has: [200, 1]),
        Row(
            "goes on upwards, too",
            [.press(.end), .comes(.oldest), .press(.up, 151), .comes(.around("151"))],
            asks: [.oldest, .around("151")], selects: 152, has: [251, 52]),
        Row(
            "comes back to its newest at once",
            [.press(.end), .comes(.oldest), .press(.home), .bought(1), .comes(.newest)],
            asks: [.oldest, .newest, .newest], selects: 1001, has: [1001, 802]),
        Row(
            "stays where it is when another key was pressed before the end came",
            [.press(.end), .press(.down), .comes(.oldest)], asks: [.oldest], selects: 999, has: [1000, 801]),
        Row(
            "takes no answer to an old request for the new one",
            [.press(.end), .comes(.oldest), .press(.home), .comes(.oldest)], asks: [.oldest, .newest],
            selects: 1,
            has: [200, 1]),
        Row(
            "is not moved by another screen's pages", [.comes(.around("500")), .comes(.oldest)],
            selects: 1000,
            has: [1000, 801]),
        Row(
            "is the newest if the selected one is gone",
            [.press(.down), .press("r"), .comesEmpty(.around("999"))],
            asks: [.around("999")]),
        Row(
            "may be empty by the time its end comes", [.press(.end), .comesEmpty(.oldest), .press(.down)],
            asks: [.oldest]),
        Row(
            "is asked for again by the next key after a failure",
            [.press(.down, 150), .fails, .press(.down)],
            asks: [.around("850"), .around("849")], selects: 849, has: [1000, 801]),
        Row(
            "is forgotten when it is closed",
            [.press(.end), .press(.escape), .comes(.oldest), .comes(.newest)],
            asks: [.oldest]),
    ]

    @Test("is read page by page around the selection, whatever comes when", arguments: rows)
    func moves(row: Row) {
        var list = LongList()
        for step in row.steps { list.take(step) }
        #expect(list.asked == row.asked)
        #expect(list.selected == row.selected)
        #expect(list.ends == row.ends)
    }

    @Test(
        "can be walked to its end and back, row by row, with few of them here at a time",
        arguments: [Key.down, .up])
    func walks(key: Key) {
        var list = LongList()
        if key == .up { for step in [LongList.Step.press(.end), .comes(.oldest)] { list.take(step) } }
        list.asked = []
        var seen = [list.selected]
        for _ in 1..<1000 {
            let count = list.asked.count
            list.take(.press(key))
            if list.asked.count > count, let place = list.asked.last { list.take(.comes(place)) }
            seen.append(list.selected)
            #expect((list.state.entries?.count ?? 0) <= 200)
        }
        #expect(seen == (key == .down ? (1...1000).reversed() : Array(1...1000)))
        #expect(list.asked.count == 16)
    }

    @Test func `says that it is being read only if that takes long, and until it comes`() {
        var list = LongList()
        list.take(.press(.end))
        #expect(list.state.statusLine == nil)
        #expect(list.state.nextDeadline == list.state.now + .milliseconds(500))
        list.take(.waits(.milliseconds(500)))
        #expect(list.state.frame().description.contains("Reading the transactions…"))
        list.take(.comes(.oldest))
        #expect(list.state.statusLine == nil)
        #expect(list.state.nextDeadline == nil)
    }

    @Test func `is shown even if another command fails before it comes, but not on another screen`() {
        let opening = ready().pressing("t").hearing(.actionFailed(.notEntitled))
        let page = transactionsListed([(transaction("k"), [])])
        #expect(opening.hearing(page).entries?.count == 1)
        #expect(opening.pressing(.escape).hearing(page).entries == nil)
    }

    @Test func `says how many there are only if all of them are known`() {
        var list = LongList()
        #expect(list.state.frame().description.contains("more than 200 transactions"))
        list.take(.comesEmpty(.newest))
        #expect(!list.state.frame().description.contains("more than"))
    }

    @Test func `is not called empty without the network, when it has only what this device knows`() {
        let empty = ready().pressing("t").hearing(transactionsListed([]))
        #expect(empty.frame().description.contains("You haven't bought anything yet."))
        let down = empty.hearing(network(up: false)).frame().description
        #expect(down.contains("The store doesn't answer, and this device knows of no purchases."))
        #expect(!down.contains("You haven't bought anything yet."))
    }

    @Test func `is acted on where the selection is, in any part of it`() {
        var list = LongList()
        for step in [LongList.Step.press(.end), .comes(.oldest), .press(.up, 10)] { list.take(step) }
        #expect(list.state.act("f") == [.action(.refund, on: "11")])
    }

    @Test(
        "says of a failed one that nothing was bought, and only of one that goes on that its number comes",
        arguments: Language.allCases)
    func numbers(language: Language) {
        let never = language.strings[.noIdentifierEver]
        let later = language.strings[.noIdentifierYet]
        let all: [(PaymentTransactionState, StoreError?, String?)] = [
            (.purchasing, nil, later), (.deferred, nil, later), (.failed, .paymentCancelled, never),
            (.failed, .interrupted, never), (.changed, nil, nil),
            (.purchased, nil, nil),
            (.restored, nil, nil),
        ]
        for (transactionState, error, words) in all {
            let listed = transactionsListed([(transaction("a", five, transactionState, error: error), [])])
            let state = StorefrontState(now: start, language: language).hearing(
                opened(), balance(35), fetched
            )
            .pressing("t").hearing(listed)
            let text = state.frame(80, 24).description
            for sentence in [never, later] {
                #expect(text.contains(sentence) == (words == sentence), "\n\(text)")
            }
        }
    }
}
