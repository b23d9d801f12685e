import StoreEvents
import StoreModel
import Testing

@testable import Storefront

@Suite struct LanguageTests {
    @Test(
        "A price keeps its currency and is written as the language does",
        arguments: [
            (Language.english, "$0.99", "$12,345.00"), (.german, "0,99\u{a0}$", "12.345,00\u{a0}$"),
            (.spanish, "0,99\u{a0}US$", "12.345,00\u{a0}US$"),
            (.french, "0,99\u{a0}$US", "12\u{202f}345,00\u{a0}$US"),
            (.italian, "0,99\u{a0}USD", "12.345,00\u{a0}USD"),
        ])
    func pricesAreWrittenInTheLanguage(_ language: Language, _ small: String, _ large: String) {
        let strings = language.strings
        #expect(strings.price(of: fiveCredits) == small)
        #expect(strings.price(Money(milliunits: 12_345_000, currency: "USD"), of: fiveCredits) == large)
    }

    @Test func `A price that the store writes in the reader's language stays as the store writes it`() {
        var product = fiveCredits
        product.priceLocale = PriceLocale(
            identifier: "es_CO", prefix: "$\u{a0}", suffix: "", decimalSeparator: ",", groupingSeparator: ".",
            primaryGroupingSize: 3, secondaryGroupingSize: 3, fractionDigits: 2)
        #expect(Language.spanish.strings.price(of: product) == "$\u{a0}0,99")
        #expect(Language.english.strings.price(of: product) == "$\u{a0}0,99")
        #expect(Language.french.strings.price(of: product) == "0,99\u{a0}$US")
    }

    @Test(
        "If only ASCII can be shown, a price has its currency's code instead of a symbol that would be lost",
        arguments: [
            ("CN¥", "", "CNY", "1.99\u{a0}CNY"), ("¥", "", "CNY", "1.99\u{a0}CNY"),
            ("¥", "", "JPY", "1.99\u{a0}JPY"), ("₩", "", "KRW", "1.99\u{a0}KRW"),
            ("", "\u{a0}₫", "VND", "1.99\u{a0}VND"), ("£", "", "GBP", "1.99\u{a0}GBP"),
            ("$", "", "USD", "$1.99"), ("", "\u{a0}kr", "SEK", "1.99\u{a0}kr"),
        ])
    func pricesInASCII(_ prefix: String, _ suffix: String, _ currency: String, _ shown: String) throws {
        var product = tenCredits
        product.price.currency = currency
        (product.priceLocale.prefix, product.priceLocale.suffix) = (prefix, suffix)
        #expect(Language.english.strings.shown(in: .ascii).price(of: product) == shown)
        #expect(Language.english.strings.price(of: product) == "\(prefix)1.99\(suffix)")
        var state = ready().hearing(sheet("key", product, quantity: 1))
        state.options.glyphs = .ascii
        let line = try #require(
            state.frame().description.split(separator: "\n").first { $0.contains("Total") })
        #expect(line.contains(" \(shown.replacing("\u{a0}", with: " ")) "), "\(line)")
    }

    @Test func `In ASCII, the language's own symbol of a currency is replaced, too, unless it is a dollar's`()
    {
        var product = tenCredits
        product.price.currency = "EUR"
        let german = Language.german.strings
        #expect(german.price(of: product) == "1,99\u{a0}€")
        #expect(german.shown(in: .ascii).price(of: product) == "1,99\u{a0}EUR")
        #expect(german.shown(in: .ascii).price(of: tenCredits) == "1,99\u{a0}$")
    }

    @Test
    func `What was paid is written in the currency in which it was paid, not in the product's of today`() {
        var bought = transaction("key", five, .purchased)
        bought.charge = Charge(price: Money(milliunits: 1990, currency: "USD"))
        #expect(ready().amount(of: bought) == "$1.99")
        var yen = fiveCredits
        yen.price = Money(milliunits: 100_000, currency: "JPY")
        (yen.priceLocale.prefix, yen.priceLocale.fractionDigits) = ("¥", 0)
        let moved = state(after: opened(), balance(35), prices([yen]))
        #expect(moved.amount(of: bought) == "1.99\u{a0}USD")
        bought.charge = Charge(price: Money(milliunits: 200_000, currency: "JPY"))
        #expect(moved.amount(of: bought) == "¥200")
    }

    @Test(
        "An amount for a product that is no longer sold has the decimals of its currency, or as many as it needs",
        arguments: [
            (200_000, "JPY", "200\u{a0}JPY"), (1500, "JPY", "1.5\u{a0}JPY"), (5000, "USD", "5.00\u{a0}USD"),
            (2500, "KWD", "2.500\u{a0}KWD"), (1_234_000, "KRW", "1,234\u{a0}KRW"),
        ] as [(Int64, String, String)])
    func amounts(_ milliunits: Int64, _ currency: String, _ shown: String) {
        var bought = transaction("key", "com.example.gone", .purchased)
        bought.charge = Charge(price: Money(milliunits: milliunits, currency: currency))
        #expect(ready().amount(of: bought) == shown)
    }

    @Test(arguments: [
        (Language.english, "2026-11-18 11:06"), (.german, "18.11.2026 11:06"), (.spanish, "18/11/2026 11:06"),
        (.french, "18/11/2026 11:06"),
        (.italian, "18/11/2026 11:06"),
    ])
    func `A date is written as the language does`(_ language: Language, _ text: String) {
        let options = ScreenOptions(language: language)
        #expect(Moment.dateAndMinute(Timestamp(milliseconds: 1_795_000_000_000), options) == text)
    }

    @Test func `A moment of the summer is written in summer time, also if somebody reads it in winter`() {
        // From 2027-03-28 01:00 UTC, as in Berlin.
        let berlin = TimeZoneOffset(named: "Berlin") { $0.milliseconds < 1_806_195_600_000 ? 3600 : 7200 }
        let options = ScreenOptions(timeZone: berlin)
        let (winter, summer) = (
            Timestamp(milliseconds: 1_795_000_000_000), Timestamp(milliseconds: 1_811_645_574_000)
        )
        #expect(Moment.dateAndTime(winter, options) == "2026-11-18 12:06:40")
        #expect(Moment.dateAndTime(summer, options) == "2027-05-30 04:52:54")
    }

    @Test(
        "One piece that is left is counted as one",
        arguments: [
            (Language.english, "Coins: you have 1 left.", "Coins: you have 2 left."),
            (.german, "Coins: Du hast noch 1.", "Coins: Du hast noch 2."),
            (.spanish, "Coins: te queda 1.", "Coins: te quedan 2."),
            (.french, "Coins : il t'en reste 1.", "Coins : il t'en reste 2."),
            (.italian, "Coins: te ne resta 1.", "Coins: te ne restano 2."),
        ])
    func piecesLeft(_ language: Language, _ one: String, _ two: String) {
        #expect(language.strings.piecesNowLeft(1, of: "Coins") == one)
        #expect(language.strings.piecesNowLeft(2, of: "Coins") == two)
    }

    @Test func `The screen and the lines speak the language of their options`() {
        let options = ScreenOptions(language: .french)
        let screen = StorefrontScreen(bus: EventBus(), options: options)
        #expect(screen.frame(size: Size(columns: 80, rows: 24)).description.contains("Donner une banane"))
        #expect(
            PlainStorefront(bus: EventBus(), options: options).greeting.contains(
                "Tape help pour voir les commandes."))
    }

    @Test
    func
        `A customer without a name is this device, in the reader's language, on the screen and in the sheet`()
    {
        for (language, name) in [(Language.english, "this device"), (.italian, "questo dispositivo")] {
            let nameless = opened(account: nil, hasAccounts: false)
            var state = StorefrontState(now: start, language: language).hearing(nameless)
            #expect(state.frame().description.contains(" · \(name) · "))
            state.hear(sheet())
            #expect(state.frame().description.contains("Account         \(name) "))
        }
    }

    @Test(
        "No text is cut in the longer pseudo-language: where it begins on the screen, it also ends",
        arguments: Screens.all.map(\.name), [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)])
    func longTextsAreNotCut(_ name: String, _ size: Size) throws {
        var state = try #require(Screens.pseudo.first { $0.name == name }).state
        state.size = size
        let text = PseudoLanguage.speaking {
            switch state.layer {
            // A text that is longer than its box scrolls.
            case .help, .notice: ReadingBox(state, size).lines.map(\.text.string).joined(separator: "\n")
            default: state.frame(size.columns, size.rows).description
            }
        }
        #expect(text.count { $0 == "[" } == text.count { $0 == "]" }, "\n\(text)")
    }

    @Test("No letter of any language is lost if only ASCII can be shown", arguments: Language.allCases)
    func lettersAreKeptInASCII(_ language: Language) {
        for (_, state) in Screens.all(in: language) {
            let letters = state.frame(200, 60).description.filter { $0.isLetter && $0 != "猿" }
            #expect(!TerminalText(String(Set(letters)), glyphs: .ascii).string.contains("?"))
        }
        #expect(TerminalText("¿Qué? ¡Ñoño! «œuvre»", glyphs: .ascii).string == "?Que? !Nono! \"oeuvre\"")
    }
}
