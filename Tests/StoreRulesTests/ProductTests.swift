import Foundation
import StoreModel
import StoreRules
import TestSupport
import Testing

/// Products as customers see them.
@Suite(.timeLimit(.minutes(5))) struct ProductTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func store(_ json: String) throws -> AppStore {
        try AppStore(testedIn: folder.path, catalogue: Catalogue(json))
    }

    /// The product `a` with these further fields, as the store of a catalogue with these settings sells it.
    private func product(_ locale: String, _ storefront: String, _ fields: String) async throws -> Product {
        let store = try store(
            """
            {"settings": {"_locale": "\(locale)", "_storefront": "\(storefront)"},
             "products": [{"productID": "a", "type": "Consumable", \(fields)}]}
            """)
        return try #require(try await store.products(for: ["a"]).products.first)
    }

    @Test
    func `Known identifiers are answered in the catalogue's order, unknown ones are listed and logged`()
        async throws
    {
        let log = Recorder<String>()
        let store = try AppStore(testedIn: folder.path, log: { log.note([$0]) })
        let response = try await store.products(for: ["no\u{1b}such", StoreFixture.ten, StoreFixture.five])
        #expect(response.products.map(\.identifier) == [StoreFixture.five, StoreFixture.ten])
        #expect(response.products.map { $0.localizedPrice() } == ["$0.99", "$1.99"])
        #expect(response.products.first?.localizedTitle == "5 Monkey Credits")
        #expect(response.invalidProductIdentifiers == ["no\u{1b}such"])
        #expect(log.calls == [#"The catalogue has no product "no\u{1B}such"."#])
    }

    @Test func `A thousand unknown identifiers make one line of the log`() async throws {
        let log = Recorder<String>()
        let store = try AppStore(testedIn: folder.path, log: { log.note([$0]) })
        _ = try await store.products(for: Set((0..<1000).map { ProductIdentifier(rawValue: "\(1000 + $0)") }))
        #expect(log.calls == [#"The catalogue has no product "1000", "1001", "1002" and 997 others."#])
    }

    @Test
    func `Requests for unknown identifiers have a limited number of lines in the log, and then a count`()
        async throws
    {
        let (log, time) = (Recorder<String>(), ManualTime())
        let store = try AppStore(testedIn: folder.path, time: time.source, log: { log.note([$0]) })
        let line = #"The catalogue has no product "nosuch"."#
        for _ in 0..<130 { _ = try await store.products(for: ["nosuch"]) }
        #expect(log.calls == Array(repeating: line, count: 100))
        time.advance(by: .seconds(10))
        _ = try await store.products(for: ["nosuch"])
        #expect(log.calls.suffix(2) == ["30 more lines of this kind were left out.", line])
    }

    private static let languages = [("ja", "日本語"), ("zh-CN", "简体"), ("en_US", "English")]
    private static let scripts = [("zh_Hant", "繁體"), ("zh_Hans", "简体")]

    @Test(
        "Texts are those of the storefront's language and of its script, else American English, else the first",
        arguments: [
            (languages, "zh_CN", "USA", "简体"), (languages, "zh_Hans", "USA", "简体"),
            (languages, "ja_JP", "USA", "日本語"),
            (languages, "ja", "USA", "日本語"), (languages, "fr_FR", "USA", "English"),
            (languages, "en_GB", "USA", "English"),
            (scripts, "zh_Hans", "CHN", "简体"), (scripts, "zh_Hant", "CHN", "繁體"),
            (scripts, "zh-Hans", "TWN", "简体"),
            (scripts, "zh_TW", "USA", "繁體"), (scripts, "zh_CN", "USA", "简体"), (scripts, "zh", "HKG", "繁體"),
            (scripts, "zh_Hans_SG", "USA", "简体"),
        ])
    func language(texts: [(String, String)], locale: String, storefront: String, title: String) async throws {
        let localizations = texts.map { #"{"locale": "\#($0)", "displayName": "\#($1)", "description": ""}"# }
        let product = try await product(
            locale, storefront,
            #""displayPrice": "1", "localizations": [\#(localizations.joined(separator: ","))]"#)
        #expect(product.localizedTitle == title)
    }

    @Test(
        "A product without a title goes by its reference name, then by its identifier",
        arguments: [
            (#""referenceName": "Ref", "localizations": [{"locale": "de", "displayName": ""}]"#, "Ref"),
            (#""referenceName": "", "localizations": []"#, "a"),
            (#""referenceName": null"#, "a"),
            (
                #""referenceName": "Ref", "localizations": [{"locale": "de", "displayName": "Titel"}]"#,
                "Titel"
            ),
        ])
    func titles(fields: String, title: String) async throws {
        let store = try store(
            #"{"products": [{"productID": "a", "type": "Consumable", "displayPrice": "1", \#(fields)}]}"#)
        #expect(try await store.products(for: ["a"]).products.map(\.localizedTitle) == [title])
    }

    @Test(arguments: [
        ("en_US", "USA"), ("de_DE", "DEU"), ("fr_FR", "FRA"), ("ja_JP", "JPN"), ("es_CO", "COL"),
        ("en_IN", "IND"),
        ("hi_IN", "IND"), ("zh_CN", "CHN"), ("tr_TR", "TUR"), ("pt_BR", "BRA"), ("pt_PT", "PRT"),
        ("es_ES", "ESP"),
        ("pl_PL", "POL"), ("ar_EG", "EGY"), ("ar_SA", "SAU"), ("ar_KW", "KWT"), ("he_IL", "ISR"),
        ("fa_IR", "USA"),
        ("de_CH", "CHE"), ("de_AT", "AUT"), ("sv_SE", "SWE"), ("ne_NP", "NPL"), ("en_US", "CHN"),
        ("en_GB", "JPN"),
        ("ko_KR", "KOR"), ("nb_NO", "NOR"), ("es_MX", "MEX"), ("en_CA", "CAN"), ("zh_TW", "TWN"),
        ("bg_BG", "BGR"),
    ])
    func `Prices are written as ICU writes them, with Latin digits`(
        locale: String, storefront: String
    ) async throws {
        let prices = ["0", "0.99", "9.9", "79", "999", "1234", "12345", "1234567.891", "98765432101.2"]
        let products = prices.map {
            #"{"productID": "\#($0)", "type": "Consumable", "displayPrice": "\#($0)"}"#
        }
        let store = try store(
            """
            {"settings": {"_locale": "\(locale)", "_storefront": "\(storefront)"},
             "products": [\(products.joined(separator: ","))]}
            """)
        let response = try await store.products(for: Set(prices.map(ProductIdentifier.init(rawValue:))))
        let currency = try #require(response.products.first?.price.currency)
        let style = Decimal.FormatStyle.Currency(
            code: currency, locale: Locale(identifier: locale + "@numbers=latn"))
        // Amounts finer than the currency are charged, so they are shown.
        let digits = try #require(response.products.first?.priceLocale.fractionDigits)
        let expected = try prices.map { price in
            let decimals = price.split(separator: ".").dropFirst().first?.count ?? 0
            return try #require(Decimal(string: price)).formatted(
                style.precision(.fractionLength(max(digits, decimals))))
        }
        #expect(response.products.map { $0.localizedPrice() } == expected)
    }

    @Test(
        "Prices are written as their readers expect them; one with more decimals than its currency as it is charged",
        arguments: [
            ("en_US", "USA", "1234567.89", "$1,234,567.89"),
            ("de_DE", "DEU", "1234567.89", "1.234.567,89\u{a0}€"),
            ("ja_JP", "JPN", "1234567.89", "¥1,234,567.89"), ("en_IN", "IND", "1234567.89", "₹12,34,567.89"),
            ("pt_BR", "BRA", "1234567.89", "R$\u{a0}1.234.567,89"),
            ("fr_FR", "FRA", "1234567.89", "1\u{202f}234\u{202f}567,89\u{a0}€"),
            ("en_US", "USA", "1.999", "$1.999"), ("ja_JP", "JPN", "199.99", "¥199.99"),
            ("de_DE", "JPN", "0.5", "0,5\u{a0}¥"),
        ])
    func pricesForReaders(locale: String, storefront: String, price: String, expected: String) async throws {
        let product = try await product(locale, storefront, #""displayPrice": "\#(price)""#)
        #expect(product.localizedPrice() == expected)
    }
}
