internal import StoreModel

// Numbers and prices, as the language writes them (CLDR).
extension Strings {
    /// A whole number with its digits in groups.
    func number(_ number: Int) -> String {
        let digits = String(number.magnitude)
        guard digits.count >= 3 + minimumGroupingDigits else { return String(number) }
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += groupingSeparator }
            text.append(digit)
        }
        return number < 0 ? "-\(text)" : text
    }

    func percent(_ percent: Int) -> String {
        localized(en: "\(percent) %", es: "\(percent) %", fr: "\(percent) %", it: "\(percent)%")
    }

    /// What some pieces of a product cost, in the product's own currency.
    func price(of product: Product, quantity: Int = 1) -> String { price(product.price * quantity, of: product) }

    /// An amount that is paid for a product. It is written as the store does where that is the reader's language, else the
    /// reader's way; English leaves it to the store.
    func price(_ money: Money, of product: Product) -> String {
        var locale = product.priceLocale
        if let symbol = symbol(of: money.currency), Language(localeName: locale.identifier) != language {
            (locale.prefix, locale.suffix) = ("", "\u{a0}\(symbol)")
            (locale.decimalSeparator, locale.groupingSeparator) = (",", groupingSeparator)
            (locale.primaryGroupingSize, locale.secondaryGroupingSize) = (3, 3)
            locale.minimumGroupingDigits = minimumGroupingDigits
        }
        return locale.string(for: money)
    }

    /// What stands for a currency (ISO 4217) behind an amount; nil where that is the store's to say.
    private func symbol(of currency: String) -> String? {
        switch (language, currency) {
        case (.english, _), (.pseudo, _): nil
        case (_, "EUR"): "€"
        case (.spanish, "USD"): "US$"
        case (.french, "USD"): "$US"
        case (.french, "GBP"): "£GB"
        case (.italian, "GBP"): "£"
        default: currency
        }
    }

    private var groupingSeparator: String {
        switch language {
        case .english, .pseudo: ","
        case .french: "\u{202f}"
        case .spanish, .italian: "."
        }
    }

    /// How many digits must stand before the first separator.
    private var minimumGroupingDigits: Int {
        switch language {
        case .english, .pseudo, .french: 1
        case .spanish, .italian: 2
        }
    }
}
