import Foundation
import StoreCatalogue
import StoreEngine
import StoreModel
import TestSupport
import Testing

/// Products as customers see them.
@Suite struct ProductTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func store(_ json: String) throws -> AppStore {
        try AppStore(testedIn: folder.path, catalogue: Catalogue(json: Array(json.utf8), name: "Some.storekit"))
    }

    @Test
    func `Known identifiers are answered in the catalogue's order, unknown ones are listed and logged`() async throws {
        let (lines, log) = AsyncStream.makeStream(of: String.self)
        let store = try AppStore(testedIn: folder.path, log: { log.yield($0) })
        let response = try await store.products(for: ["no\u{1b}such", StoreFixture.ten, StoreFixture.five])
        log.finish()
        #expect(response.products.map(\.identifier) == [StoreFixture.five, StoreFixture.ten])
        #expect(response.products.map { $0.localizedPrice() } == ["$0.99", "$1.99"])
        #expect(response.products.first?.localizedTitle == "5 Monkey Credits")
        #expect(response.invalidProductIdentifiers == ["no\u{1b}such"])
        #expect(await lines.reduce(into: []) { $0.append($1) } == [#"The catalogue has no product "no\u{1B}such"."#])
    }

    @Test func `A thousand unknown identifiers make one line of the log`() async throws {
        let (lines, log) = AsyncStream.makeStream(of: String.self)
        let store = try AppStore(testedIn: folder.path, log: { log.yield($0) })
        _ = try await store.products(for: Set((0..<1000).map { ProductIdentifier(rawValue: "\(1000 + $0)") }))
        log.finish()
        #expect(
            await lines.reduce(into: []) { $0.append($1) } == [
                #"The catalogue has no product "1000", "1001", "1002" and 997 others."#
            ])
    }

    @Test(
        "Texts are those of the storefront's language, else American English, else the first",
        arguments: [
            ("zh_CN", "简体"), ("zh_Hans", "简体"), ("ja_JP", "日本語"), ("ja", "日本語"), ("fr_FR", "English"),
            ("en_GB", "English"),
        ])
    func language(locale: String, title: String) async throws {
        let store = try store(
            """
            {"settings": {"_locale": "\(locale)"}, "products": [
              {"productID": "a", "type": "Consumable", "displayPrice": "1", "localizations": [
                {"locale": "ja", "displayName": "日本語", "description": ""},
                {"locale": "zh-CN", "displayName": "简体", "description": ""},
                {"locale": "en_US", "displayName": "English", "description": ""}]}]}
            """)
        #expect(try await store.products(for: ["a"]).products.map(\.localizedTitle) == [title])
    }

    @Test(
        "Where there are texts in two scripts, a locale gets its own script's",
        arguments: [
            ("zh_Hans", "CHN", "简体"), ("zh_Hant", "CHN", "繁體"), ("zh-Hans", "TWN", "简体"), ("zh_TW", "USA", "繁體"),
            ("zh_CN", "USA", "简体"), ("zh", "HKG", "繁體"), ("zh_Hans_SG", "USA", "简体"),
        ])
    func script(locale: String, storefront: String, title: String) async throws {
        let store = try store(
            """
            {"settings": {"_locale": "\(locale)", "_storefront": "\(storefront)"}, "products": [
              {"productID": "a", "type": "Consumable", "displayPrice": "1", "localizations": [
                {"locale": "zh_Hant", "displayName": "繁體"}, {"locale": "zh_Hans", "displayName": "简体"}]}]}
            """)
        let response = try await store.products(for: ["a"])
        #expect(response.products.map(\.localizedTitle) == [title])
    }

    @Test(
        "A price with more decimals than its currency is shown as it is charged",
        arguments: [
            ("en_US", "USA", "1.999", "$1.999"), ("ja_JP", "JPN", "199.99", "¥199.99"),
            ("de_DE", "JPN", "0.5", "0,5\u{a0}¥"),
        ])
    func finePrices(locale: String, storefront: String, price: String, expected: String) async throws {
        let store = try store(
            """
            {"settings": {"_locale": "\(locale)", "_storefront": "\(storefront)"},
             "products": [{"productID": "a", "type": "Consumable", "displayPrice": "\(price)"}]}
            """)
        let product = try #require(try await store.products(for: ["a"]).products.first)
        #expect(product.localizedPrice().replacing("¥", with: "¥") == expected)
    }

    @Test(
        "A product without a title goes by its reference name, then by its identifier",
        arguments: [
            (#""referenceName": "Ref", "localizations": [{"locale": "de", "displayName": ""}]"#, "Ref"),
            (#""referenceName": "", "localizations": []"#, "a"),
            (#""referenceName": null"#, "a"),
            (#""referenceName": "Ref", "localizations": [{"locale": "de", "displayName": "Titel"}]"#, "Titel"),
        ])
    func titles(fields: String, title: String) async throws {
        let store = try store(
            #"{"products": [{"productID": "a", "type": "Consumable", "displayPrice": "1", \#(fields)}]}"#)
        #expect(try await store.products(for: ["a"]).products.map(\.localizedTitle) == [title])
    }

    @Test(arguments: [
        ("en_US", "USA"), ("de_DE", "DEU"), ("fr_FR", "FRA"), ("ja_JP", "JPN"), ("es_CO", "COL"), ("en_IN", "IND"),
        ("hi_IN", "IND"), ("zh_CN", "CHN"), ("tr_TR", "TUR"), ("pt_BR", "BRA"), ("pt_PT", "PRT"), ("es_ES", "ESP"),
        ("pl_PL", "POL"), ("ar_EG", "EGY"), ("ar_SA", "SAU"), ("ar_KW", "KWT"), ("he_IL", "ISR"), ("fa_IR", "IRN"),
        ("de_CH", "CHE"), ("de_AT", "AUT"), ("sv_SE", "SWE"), ("ne_NP", "NPL"), ("en_US", "CHN"), ("en_GB", "JPN"),
        ("ko_KR", "KOR"), ("nb_NO", "NOR"), ("es_MX", "MEX"), ("en_CA", "CAN"), ("zh_TW", "TWN"), ("bg_BG", "BGR"),
    ])
    func `Prices are written as ICU writes them, with Latin digits`(locale: String, storefront: String) async throws {
        let prices = ["0", "0.99", "9.9", "79", "999", "1234", "12345", "1234567.891", "98765432101.2"]
        let products = prices.map { #"{"productID": "\#($0)", "type": "Consumable", "displayPrice": "\#($0)"}"# }
        let store = try store(
            """
            {"settings": {"_locale": "\(locale)", "_storefront": "\(storefront)"},
             "products": [\(products.joined(separator: ","))]}
            """)
        let response = try await store.products(for: Set(prices.map(ProductIdentifier.init(rawValue:))))
        let currency = try #require(response.products.first?.price.currency)
        let style = Decimal.FormatStyle.Currency(code: currency, locale: Locale(identifier: locale + "@numbers=latn"))
        // What is finer than the currency is charged, so it is shown.
        let digits = try #require(response.products.first?.priceLocale.fractionDigits)
        let expected = try prices.map { price in
            let decimals = price.split(separator: ".").dropFirst().first?.count ?? 0
            return try #require(Decimal(string: price)).formatted(
                style.precision(.fractionLength(max(digits, decimals))))
        }
        #expect(response.products.map { $0.localizedPrice() } == expected)
    }

    @Test(
        "Prices are written as their readers expect them",
        arguments: [
            ("en_US", "USA", "$1,234,567.89"), ("de_DE", "DEU", "1.234.567,89\u{a0}€"),
            ("ja_JP", "JPN", "¥1,234,567.89"),
            ("en_IN", "IND", "₹12,34,567.89"), ("pt_BR", "BRA", "R$\u{a0}1.234.567,89"),
            ("fr_FR", "FRA", "1\u{202f}234\u{202f}567,89\u{a0}€"),
        ])
    func pricesForReaders(locale: String, storefront: String, expected: String) async throws {
        let store = try store(
            """
            {"settings": {"_locale": "\(locale)", "_storefront": "\(storefront)"},
             "products": [{"productID": "a", "type": "Consumable", "displayPrice": "1234567.89"}]}
            """)
        let product = try #require(try await store.products(for: ["a"]).products.first)
        #expect(product.localizedPrice().replacing("¥", with: "¥") == expected)
    }
}
