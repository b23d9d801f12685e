import StoreEvents
import StoreModel
import TestSupport
import Testing

@testable import Storefront

/// Each list, by its name.
private let lists: [(name: String, state: StorefrontState)] = {
    let names = [
        "ready", "books", "subscribed", "settings", "transactions", "subscriptions", "help", "reader",
        "in-flight",
    ]
    let messages = ready().hearing(failure(.forgottenPassword), balance(55, change: 20, .elsewhere)).pressing(
        "m")
    return names.map { name in (name, Screens.all.first { $0.name == name }!.state) } + [
        ("messages", messages)
    ]
}()

private let texts = [
    "5", "10", "mon", "monkey", "FILTER", "é", "on", "the", "rain", "zzz", "e", "  ", "purch", "next",
    "credits\t", ":",
    "2026", "banana", "-",
]

extension StorefrontState {
    /// What is selected, without anything else that a search changes.
    fileprivate var selection: Whereabouts { whereabouts.without }
    fileprivate var isFound: Bool {
        // The selected row is one of those that were found.
        searchWords.first?.isNumber == true
    }
}

extension Whereabouts {
    fileprivate var without: Whereabouts {
        var copy = self
        copy.line = nil
        return copy
    }
}

@Suite("Finding in lists") struct SearchTests {
    @Test(
        "While one types, the selection is a match or where it began; Esc goes back, and Enter stays",
        arguments: lists.indices)
    func typing(index: Int) {
        let (name, before) = lists[index]
        for text in texts {
            var state = before
            state.press("/")
            #expect(state.prompt?.kind == .find, "\(name)")
            let origin = state.selection
            for character in text {
                state.press(.character(character))
                #expect(state.isFound || state.selection == origin, "\(name): \(text)")
                #expect(state.matches.isEmpty || state.isFound, "\(name): \(text)")
            }
            let found = state.selection
            let hasMatches = !state.matches.isEmpty
            #expect(state.pressing(.enter).selection == found && state.pressing(.enter).prompt == nil)
            #expect((state.pressing(.enter).search != nil) == hasMatches, "\(name): \(text)")
            state.press(.escape)
            (state.status, state.messages) = (before.status, before.messages)
            #expect(
                state == before.then { $0.status = nil }.then { $0.status = before.status },
                "\(name): \(text)")
        }
    }

    @Test("n goes through all matches and begins anew, and N goes back", arguments: lists.indices)
    func next(index: Int) {
        let (name, before) = lists[index]
        for text in ["credit", "on", "paragraph 1"] {
            var state = before.pressing("/").writing(text).pressing(.enter)
            let count = state.matches.count
            guard (1...30).contains(count) else { continue }
            var seen: [String] = []
            for _ in 0..<count {
                seen.append(state.searchWords)
                state.press("n")
            }
            #expect(Set(seen).count == count && state.searchWords == seen[0], "\(name): \(seen)")
            state.press("N")
            #expect(state.searchWords == seen[count - 1], "\(name)")
        }
    }

    @Test(
        "What is marked is what was looked for, and only with a search is anything marked",
        arguments: lists.indices)
    func marks(index: Int) {
        let (name, before) = lists[index]
        for text in ["credit", "on", "e"] {
            let state = before.pressing("/").writing(text)
            for (columns, rows) in [(40, 12), (80, 24), (120, 36)] {
                let state = state.then { $0.size = Size(columns: columns, rows: rows) }
                let frame = state.frame(columns, rows)
                #expect(!before.frame(columns, rows).cells.contains { $0.style.isUnderlined })
                for row in 0..<rows {
                    let cells = (0..<columns).map { frame[$0, row] }
                    for run in cells.split(whereSeparator: { !$0.style.isUnderlined }) {
                        let marked = String(run.compactMap(\.character)).lowercased()
                        #expect(marked.split(separator: text).isEmpty, "\(name): \(marked)")
                    }
                }
            }
        }
        let state = lists[0].state.pressing("/").writing("sep")
        #expect(state.frame().cells.filter(\.style.isUnderlined).count == 3)
        #expect(state.frame().cells.contains { $0.style.isUnderlined && $0.style.isReverse })
    }

    @Test(
        "Case, accents and characters that look alike do not matter",
        arguments: [
            ("cafe", "Ein Café"), ("CAFÉ", "cafe\u{301}"), ("strasse", "Straße"), ("oeuvre", "Œuvre"),
            ("ñino", "NINO"),
            ("3 x 10", "3 × 10"), ("don't", "don’t"), ("1-4", "1–4"), ("1–4", "1-4"), ("€", "€"),
            ("a b", "a\u{a0}b"), ("привет", "ПРИВЕТ"), ("ÅNGSTRÖM", "angstrom"),
        ])
    func folding(_ text: String, _ row: String) {
        #expect(FoldedText(row).contains(FoldedText(text)))
        let characters = row.map(Optional.some)
        let range = FoldedText(characters: characters).ranges(of: FoldedText(text)).first
        #expect(range?.upperBound == row.count)
    }

    @Test func `A text is found where it stands, as often as it does`() {
        let row = FoldedText(characters: "Banana, BANANA, bäñäna".map(Optional.some))
        #expect(row.ranges(of: FoldedText("banana")) == [0..<6, 8..<14, 16..<22])
        #expect(row.ranges(of: FoldedText("")) == [] && row.ranges(of: FoldedText("bananas")) == [])
        let wide: [Character?] = ["猿", nil, "x", "猿", nil]
        #expect(FoldedText(characters: wide).ranges(of: FoldedText("x猿")) == [2..<4])
    }

    @Test func `The search begins at the selected row, and says which match is selected of how many`() {
        var state = ready().pressing("3", "/")
        state.write("credits")
        // After the last row comes the first.
        #expect(state.selectedRow == 0 && state.searchWords == "1 of 2")
        #expect(state.frame().description.contains("\n /credits"))
        state.press(.down)
        #expect(state.selectedRow == 1 && state.frame().description.contains("2 of 2\n"))
        state.write("x")
        // Without a match it is back where it began.
        #expect(state.selectedRow == 2 && state.searchWords == "not found")
        state.press(.backspace)
        #expect(state.selectedRow == 0)
        state.press(.enter, .down, .down)
        #expect(state.statusLine?.text == "/credits  – of 2")
        #expect(state.pressing(.escape).search == nil)
    }

    @Test func `In the store, descriptions and prices are found, too, and marked if they are shown`() {
        let described = ready().pressing("/").writing("old as the first")
        #expect(described.selectedRow == 3 && described.searchWords == "1 of 1")
        #expect(described.frame(120, 40).cells.contains { $0.style.isUnderlined })
        let priced = ready().pressing("/").writing("1.99")
        #expect(priced.selectedRow == 1 && priced.searchWords == "1 of 1")
        #expect(priced.frame().cells.count { $0.style.isUnderlined } == 4)
    }

    @Test func `A search ends with its screen, and goes on after a question`() {
        let found = ready().pressing("/").writing("credits").pressing(.enter)
        #expect(found.pressing("s").search == nil && found.pressing("?").search == nil)
        #expect(found.pressing("s", .escape, "n").selectedRow == 0)
        let asked = found.hearing(updated(transaction()), sheet()).waiting(.seconds(1)).pressing("n")
        #expect(asked.sheets.isEmpty && asked.search != nil && asked.pressing("n").selectedRow == 1)
        // What opens while somebody is typing does not take the keys away.
        let reading = ready().pressing("/").writing("cred").hearing(bookOpened).writing("rain")
        #expect(reading.prompt?.field.text == "credrain" && reading.layer == .none)
    }

    @Test
    func `Of a list with more pages, it says how many were looked at, and Esc finds the transaction again`() {
        func page(_ numbers: ClosedRange<Int>, _ place: TransactionPlace) -> StorefrontEvent {
            .transactionsListed(
                TransactionsListed(
                    place,
                    entries: numbers.map {
                        .init(
                            transaction: transaction(
                                IdempotencyKey(rawValue: "\($0)"), $0 % 2 == 0 ? five : ten, .purchased),
                            actions: .success([]))
                    }, hasNewer: numbers.lowerBound > 0, hasOlder: numbers.upperBound < 300))
        }
        var state = ready().pressing("t").hearing(page(0...199, .newest)).pressing(.down, "/")
        state.write("10 m")
        #expect(
            state.searchWords == "1 of 100 in the 200 read so far" && state.account.selectedTransaction == "1"
        )
        for _ in 0..<80 { state.press(.down) }
        #expect(state.account.selectedTransaction == "161")
        state.hear(page(61...260, .around("161")))
        var helped = state
        let sent = state.press(.escape)
        #expect(sent == [.transactions(.around("1"))])
        // The help closes the prompt in the same way.
        #expect(helped.press(.function(1)) == sent && helped.openText == .keys && helped.prompt == nil)
        state.hear(page(0...100, .around("1")))
        #expect(state.selectedEntryIndex == 1)
    }

    @Test func `In a book the place is found, but only Enter and n keep it`() {
        var state = ready().hearing(bookOpened)
        #expect(state.press("/") == [])
        state.write("paragraph 3")
        #expect(state.book?.place == ReadingPlace(paragraph: 2))
        #expect(state.searchWords == "1 of 11")
        let kept = state.press(.enter)
        #expect(kept == [.readingPlace(ReadingPlace(paragraph: 2), in: firstBanana)])
        #expect(state.press("n") == [.readingPlace(ReadingPlace(paragraph: 29), in: firstBanana)])
        #expect(state.press("/", "z", .escape) == [])
        #expect(state.book?.place == ReadingPlace(paragraph: 29))
        // Part of this is in the book, but not all of it.
        #expect(state.press("/") == [])
        state.write("paragraph 3x")
        #expect(state.press(.enter) == [] && state.search == nil)
        #expect(state.book?.place == ReadingPlace(paragraph: 29))
    }

    @Test func `Where nothing can be found, the key does nothing, and a paste goes into the prompt`() {
        #expect(
            ready().pressing("p", "/").prompt == nil
                && ready().hearing(.guestWelcomed).pressing("/").prompt == nil)
        var state = ready().pressing("/")
        #expect(state.handle(.paste("sepia\ny\n")) == [])
        #expect(state.prompt?.field.text == "sepia" && state.selectedRow == 3)
    }
}
