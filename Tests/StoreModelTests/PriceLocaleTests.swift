internal import StoreModel
internal import Testing

@Suite struct PriceLocaleTests {
    private static func locale(
        prefix: String = "", suffix: String = "", decimals: Int, decimal: String = ".",
        grouping: String = ",",
        primary: Int = 3, secondary: Int = 3
    ) -> PriceLocale {
        PriceLocale(
            identifier: "test", prefix: prefix, suffix: suffix, decimalSeparator: decimal,
            groupingSeparator: grouping,
            primaryGroupingSize: primary, secondaryGroupingSize: secondary, fractionDigits: decimals)
    }

    private func write(_ milliunits: Int64, _ locale: PriceLocale) -> String {
        locale.string(for: Money(milliunits: milliunits, currency: "XXX"))
    }

    @Test(
        "Decimals are as many as the currency shows, and more if the amount is finer: what is charged is shown",
        arguments: [
            (990, "0.99", "0.99", "0.990"), (5, "0.005", "0.005", "0.005"), (1_000, "1.00", "1", "1.000"),
            (12_050, "12.05", "12.05", "12.050"), (0, "0.00", "0", "0.000"),
            (999_995, "999.995", "999.995", "999.995"),
            (1_999, "1.999", "1.999", "1.999"), (-995, "-0.995", "-0.995", "-0.995"),
            (500, "0.50", "0.5", "0.500"),
        ] as [(Int64, String, String, String)])
    func decimals(milliunits: Int64, two: String, none: String, three: String) {
        #expect(write(milliunits, Self.locale(decimals: 2)) == two)
        #expect(write(milliunits, Self.locale(decimals: 0)) == none)
        #expect(write(milliunits, Self.locale(decimals: 3)) == three)
    }

    @Test(arguments: [(",", "1,234.5"), (".", "1.234,5")])
    func `Decimals are set apart, also by a locale without a separator for them`(
        grouping: String, text: String
    ) {
        #expect(write(1_234_500, Self.locale(decimals: 0, decimal: "", grouping: grouping)) == text)
    }

    @Test func `An amount below zero has its sign in front of everything`() {
        #expect(write(-1_234_560, Self.locale(prefix: "$", decimals: 2)) == "-$1,234.56")
        #expect(write(-1_990, Self.locale(suffix: "\u{a0}€", decimals: 2, decimal: ",")) == "-1,99\u{a0}€")
    }

    @Test(
        arguments: [
            (999, "999"), (1_000, "1,000"), (12_345, "12,345"), (123_456, "123,456"),
            (1_234_567, "1,234,567"),
        ] as [(Int64, String)])
    func `Digits are grouped by threes`(units: Int64, text: String) {
        #expect(write(units * 1000, Self.locale(decimals: 0)) == text)
    }

    @Test(
        arguments: [
            (999, "₹999"), (1_000, "₹1,000"), (99_999, "₹99,999"), (100_000, "₹1,00,000"),
            (1_234_567, "₹12,34,567"),
            (123_456_789, "₹12,34,56,789"),
        ] as [(Int64, String)])
    func `In India the first group has three digits and the others two`(units: Int64, text: String) {
        #expect(write(units * 1000, Self.locale(prefix: "₹", decimals: 0, secondary: 2)) == text)
    }

    @Test
    func
        `Without a group size or a separator nothing is grouped; without a second size the first one serves`()
    {
        #expect(write(1_234_567_000, Self.locale(decimals: 0, primary: 0)) == "1234567")
        #expect(write(1_234_567_000, Self.locale(decimals: 0, grouping: "")) == "1234567")
        #expect(write(1_234_567_000, Self.locale(decimals: 0, secondary: 0)) == "1,234,567")
        #expect(write(1_234_567_000, Self.locale(decimals: 0, primary: .max, secondary: .max)) == "1234567")
    }

    @Test func `Where a lone digit gets no separator, four digits stand together and five do not`() {
        var spanish = Self.locale(decimals: 0, grouping: ".")
        spanish.minimumGroupingDigits = 2
        #expect(write(1_234_000, spanish) == "1234")
        #expect(write(12_345_000, spanish) == "12.345")
        #expect(write(1_234_567_000, spanish) == "1.234.567")
    }

    @Test func `The largest amounts are written in full`() {
        #expect(write(.max, Self.locale(decimals: 3)) == "9,223,372,036,854,775.807")
        #expect(write(.min, Self.locale(decimals: 2)) == "-9,223,372,036,854,775.808")
    }

    @Test(
        "Decimals that no currency has are brought into range, whichever way they came in",
        arguments: [-1, 4, 99])
    func fractionDigitsOutOfRange(digits: Int) {
        let text = "1.234"
        #expect(write(1_234, Self.locale(decimals: digits)) == text)
        var changed = Self.locale(decimals: 2)
        changed.fractionDigits = digits
        #expect(write(1_234, changed) == text)
    }

    @Test func `A quantity multiplies the price and keeps the currency`() {
        let product = Product(
            identifier: "p", kind: .consumable, localizedTitle: "", localizedDescription: "",
            price: Money(milliunits: 990, currency: "USD"), priceLocale: Self.locale(prefix: "$", decimals: 2)
        )
        #expect(product.price * 10 == Money(milliunits: 9_900, currency: "USD"))
        #expect(product.localizedPrice(quantity: 3) == "$2.97")
        #expect(product.localizedPrice() == "$0.99")
        #expect(product.localizedPrice(quantity: .max) == "$9,223,372,036,854,775.807")
        #expect(product.localizedPrice(quantity: .min) == "-$9,223,372,036,854,775.808")
    }
}
