import StoreEvents
import StoreModel
import Testing

@testable import Storefront

@Suite struct TerminalTextTests {
    @Test(
        "What steers a terminal, turns the writing or takes no place is taken out",
        arguments: [
            ("\u{1B}[31mred\u{1B}[0m", "[31mred[0m"),
            ("\u{1B}]52;c;aGk=\u{07}clip", "]52;c;aGk=clip"),
            ("\u{9B}2Jcleared", "2Jcleared"),
            ("a\u{7F}b\u{00}c\u{08}d", "abcd"),
            ("one\ntwo\tthree\r\u{2028}four\u{85}five", "one two three  four five"),
            ("safe\u{202E}txt.exe", "safetxt.exe"),
            ("\u{2066}\u{200F}a\u{061C}\u{2069}", "a"),
            ("a\u{200B}b\u{200D}c\u{2060}d\u{FEFF}e\u{00AD}f", "abcdef"),
            ("a\u{FFF9}b\u{FFFB}c\u{600}", "abc"),
            ("\u{E0041}tag\u{FE0F}", "tag"),
            ("a\u{E000}b\u{0378}c", "a\u{FFFD}b\u{FFFD}c"),
            ("\u{301}lonely mark", "lonely mark"),
            ("e\u{301}\u{302}\u{303}\u{304}", "e\u{301}\u{302}\u{303}"),
            ("\u{1F1E9}\u{1F1EA}", "DE"),
            ("1\u{A0}000", "1 000"),
            ("", ""),
        ])
    func controlsAreTakenOut(_ text: String, _ expected: String) {
        #expect(TerminalText(text).string == expected)
    }

    @Test func `No line ends at a no-break space, or between a key and its word`() {
        func lines(_ text: String, _ width: Int, _ glyphs: ScreenOptions.Glyphs) -> [String] {
            TerminalText(text, glyphs: glyphs).wrapped(to: width).map(\.string)
        }
        for glyphs in [ScreenOptions.Glyphs.unicode, .ascii] {
            #expect(lines("ab c\u{a0}d e", 5, glyphs) == ["ab", "c d e"])
            #expect(lines("1\u{202f}000", 4, glyphs) == ["1 00", "0"])
            #expect(lines("It is well.  Esc back".withKeyWhole, 17, glyphs) == ["It is well. ", "Esc back"])
        }
        #expect("All is well. Esc back".withKeyWhole == "All is well. Esc back")
    }

    @Test(arguments: [("abc", 3), ("猿", 2), ("e\u{301}", 1), ("🍌", 2), ("한글", 4), ("ﾊﾞﾅﾅ", 4), ("ไทย", 3)])
    func `A text is as wide as its cells`(_ text: String, _ width: Int) {
        #expect(TerminalText(text).width == width)
    }

    @Test(
        "Text that is spelled out, letters and marks apart, is the same text, and as wide",
        arguments: [
            (
                "한글 코인",
                "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF} \u{110F}\u{1169}\u{110B}\u{1175}\u{11AB}"
            ),
            ("がぎ", "か\u{3099}き\u{3099}"), ("ᾧ", "\u{3C9}\u{314}\u{342}\u{345}"), ("ế", "e\u{302}\u{301}"),
        ])
    func decomposedText(_ composed: String, _ decomposed: String) {
        let text = TerminalText(decomposed)
        #expect(text.string == composed)
        #expect(text.width == TerminalText(composed).width)
    }

    @Test(arguments: [
        ("abcdef", 4, "abc…"), ("猿猿猿", 5, "猿猿…"), ("猿猿猿", 4, "猿…"), ("ab cd", 4, "ab…"), ("abc", 3, "abc"),
        ("abc", 0, ""),
    ])
    func `A cut falls between characters, never within a wide one`(
        _ text: String, _ width: Int, _ expected: String
    ) {
        let cut = TerminalText(text).cut(to: width)
        #expect(cut.string == expected)
        #expect(cut.width <= width)
    }

    @Test func `Lines break between words, and within a word only if it is too long`() {
        let lines = TerminalText("one two threefourfive 猿猿猿").wrapped(to: 7)
        #expect(lines.map { $0.string } == ["one two", "threefo", "urfive", "猿猿猿"])
        let starts = TerminalText("one two threefourfive 猿猿猿").wrappedLines(to: 7).map { $0.start }
        #expect(starts == [0, 8, 15, 22])
        #expect(TerminalText("").wrapped(to: 7).isEmpty)
        #expect(TerminalText("Encore un : là").wrapped(to: 9).map { $0.string } == ["Encore", "un : là"])
    }

    @Test func `With ASCII only, nothing else comes out`() {
        let text = TerminalText("5 € – “Bananen” 猿 é e\u{301} 1\u{A0}2…\u{202E}", glyphs: .ascii)
        #expect(text.string == "5 EUR - \"Bananen\" ?? e e 1 2...")
    }
}

@Suite struct TextFieldTests {
    @Test func `Text is put in where the cursor stands, and the editing keys change it there`() {
        var field = TextField("jane")
        field.moveCursor(by: -2)
        field.insert("-")
        #expect(field.text == "ja-ne" && field.beforeCursor == "ja-")
        field.eraseBefore()
        field.eraseAfter()
        #expect(field.text == "jae" && field.cursor == 2)
        field.moveCursor(by: 99)
        field.eraseAfter()
        #expect(field.text == "jae" && field.cursor == 3)
        field.moveCursor(by: -99)
        field.eraseBefore()
        #expect(field.text == "jae" && field.cursor == 0)
    }

    @Test func `Of a text that is pasted the first line goes in, without control characters`() {
        var field = TextField()
        field.insert("ja\u{1B}[31mne\t\u{7}\u{9B}!\r\nDROP")
        #expect(field.text == "ja[31mne!")
        field.insert("\nnothing")
        #expect(field.text == "ja[31mne!")
    }

    @Test
    func `A mark that joins the character before it moves no cursor, and leaves as one character with it`() {
        var field = TextField("ae")
        field.moveCursor(by: -1)
        field.insert("\u{301}")
        #expect(field.text == "a\u{301}e" && field.cursor == 1)
        field.moveCursor(by: -1)
        field.insert("猿🍌")
        #expect(field.cursor == 2 && field.beforeCursor == "猿🍌")
        field.eraseAfter()
        #expect(field.text == "猿🍌e")
        field = TextField("e")
        field.moveCursor(by: -1)
        field.insert("x")
        field.eraseBefore()
        field.insert("\u{301}")
        #expect(field.cursor <= field.text.count)
    }
}

@Suite struct HostileTextTests {
    static let texts = [
        "\u{1B}[2J\u{1B}[H\u{1B}]52;c;ZXZpbA==\u{07}", "\u{9B}31m\u{90}q\u{9C}", "a\u{202E}b\u{2066}c",
        String(repeating: "long ", count: 2000), String(repeating: "e\u{301}\u{302}\u{303}", count: 500),
        String(repeating: "🍌猿", count: 100), String(repeating: "\u{301}", count: 10_000), "", "\n\n\t",
        "\u{0}",
    ]

    @Test(
        "No text of another party leaves anything but characters of known width in a frame", arguments: texts)
    func framesHoldOnlyPlainCharacters(_ text: String) {
        for state in Self.states(with: text) {
            for (columns, rows) in [(34, 10), (80, 24), (130, 24)] {
                for glyphs in [ScreenOptions.Glyphs.unicode, .ascii] {
                    let frame = state.then { $0.options.glyphs = glyphs }.frame(columns, rows)
                    #expect(fault(in: frame, glyphs) == nil)
                }
            }
        }
    }

    /// The text in every place that shows text of the store, the system or another program.
    private static func states(with text: String) -> [StorefrontState] {
        let identifier = ProductIdentifier(rawValue: text)
        let hostile = Product(
            identifier: identifier, kind: .consumable, localizedTitle: text, localizedDescription: text,
            price: Money(milliunits: 990, currency: text),
            priceLocale: PriceLocale(
                identifier: text, prefix: text, suffix: text, decimalSeparator: text, groupingSeparator: text,
                primaryGroupingSize: 3, secondaryGroupingSize: 3, fractionDigits: 2))
        let error = StoreError(domain: StoreErrorDomain(rawValue: text), code: 77, message: text)
        let bought = PaymentTransaction(
            key: IdempotencyKey(rawValue: text), payment: Payment(product: identifier), state: .failed,
            transactionIdentifier: TransactionIdentifier(rawValue: text), error: error,
            originalTransactionIdentifier: TransactionIdentifier(rawValue: text),
            addedDate: Timestamp(milliseconds: .min / 2_000))
        let main = state(
            after: .storeOpened(
                StoreOpened(
                    settings: StorefrontSettings(), environment: .production, accountName: text,
                    productIdentifiers: [identifier, ten])),
            prices(hostile, invalid: [ten]),
            updated(transaction("k", identifier, .deferred)),
            .actionFailed(.described(text)))
        let asked = main.hearing(sheet("s", hostile))
        let failed = main.hearing(.transactionFailed(bought))
        let settings = main.hearing(.settingsChanged(.with { $0.store.nextFailure = error })).pressing("s")
        let list = main.pressing("t").hearing(transactionsListed([(bought, [])]))
        let undelivered = main.hearing(.deliveryFailed(bought, reason: .undeliverable(.described(text))))
        let refusal = StoreError(domain: .account, code: 429, message: text)
        let signIn = main.hearing(
            .signInRequested(SignInRequested(storeName: text, accountName: text, reason: refusal)))
        let pasted = signIn.then {
            $0.signIn?.selected = .account
            _ = $0.handle(.paste(text))
        }
        let signedIn = main.hearing(.signedIn(accountName: text, environment: .sandbox))
        return [signIn, pasted, signedIn, main, asked, failed, settings, list, undelivered]
    }

    /// The first cell that a terminal could not show.
    private func fault(in frame: Frame, _ glyphs: ScreenOptions.Glyphs) -> String? {
        for row in 0..<frame.size.rows {
            for column in 0..<frame.size.columns {
                let cell = frame[column, row]
                guard let character = cell.character else {
                    let left = column > 0 ? frame[column - 1, row].character : nil
                    if left.map({ TerminalText(String($0)).width }) != 2 {
                        return "half a character at \(column),\(row)"
                    }
                    continue
                }
                let width = TerminalText(String(character)).width
                let isWhole =
                    width == 1 || (column + 1 < frame.size.columns && frame[column + 1, row].character == nil)
                if TerminalText(String(character)).string != String(character) || width == 0 || !isWhole {
                    return
                        "\(character.unicodeScalars.map { String($0.value, radix: 16) }) at \(column),\(row)"
                }
                if glyphs == .ascii, !character.isASCII {
                    return "not ASCII: \(character) at \(column),\(row)"
                }
            }
        }
        return nil
    }
}
