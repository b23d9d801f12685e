internal import StoreModel

// Prices in words, for the views, the confirmation sheet, the plain storefront and the commands that
// print prices.
extension Strings {
    /// The price of some pieces of a product, in the product's own currency.
    func price(of product: Product, quantity: Int = 1) -> String {
        price(product.price * quantity, of: product)
    }

    /// An amount of money for a product. It is in the store's format if that is in the reader's language, and
    /// otherwise in the reader's format. English always uses the store's format. If the terminal shows only
    /// ASCII and the currency's symbol has other characters, the price has the currency's code instead.
    func price(_ money: Money, of product: Product) -> String {
        var locale = product.priceLocale
        if let symbol = language.currencySymbol(money.currency),
            Language(localeName: locale.identifier) != language
        {
            (locale.prefix, locale.suffix) = ("", "\u{a0}\(symbol)")
            (locale.decimalSeparator, locale.groupingSeparator) = (",", language.groupingSeparator)
            (locale.primaryGroupingSize, locale.secondaryGroupingSize) = (3, 3)
            locale.minimumGroupingDigits = language.minimumGroupingDigits
        }
        if glyphs == .ascii, !Self.hasASCIICurrency(locale) {
            (locale.prefix, locale.suffix) = ("", "\u{a0}\(money.currency)")
        }
        return locale.string(for: money)
    }

    private static func hasASCIICurrency(_ locale: PriceLocale) -> Bool {
        (locale.prefix + locale.suffix).unicodeScalars.allSatisfy {
            $0.isASCII || $0.properties.generalCategory == .spaceSeparator
        }
    }

    /// An amount of money without a product in its currency, with the code of the currency.
    func amount(_ money: Money) -> String {
        PriceLocale(
            identifier: "", prefix: "", suffix: "\u{a0}\(money.currency)",
            decimalSeparator: language.groupingSeparator == "," ? "." : ",",
            groupingSeparator: language.groupingSeparator,
            primaryGroupingSize: 3, secondaryGroupingSize: 3,
            fractionDigits: Self.fractionDigits(of: money.currency),
            minimumGroupingDigits: language.minimumGroupingDigits
        ).string(for: money)
    }

    /// How many decimals a currency has (ISO 4217).
    private static func fractionDigits(of currency: String) -> Int {
        switch currency {
        case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV",
            "XAF", "XOF", "XPF":
            0
        case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
        default: 2
        }
    }

    // MARK: Subscriptions

    func price(_ price: String, each period: SubscriptionPeriod) -> String { "\(price)/\(length(period))" }

    func price(_ product: Product, each period: SubscriptionPeriod) -> String {
        product.price.milliunits == 0 ? self[.free] : price(price(of: product), each: period)
    }

    /// The price of a product. For a subscription, also the period and the introductory offer.
    func priceSentence(of product: Product) -> String {
        guard let terms = product.subscription else { return price(of: product) }
        let price = price(product, each: terms.period)
        return terms.introductoryOffer.map {
            "\(price) (\(newSubscribers(pay: introduction($0, of: product))))"
        }
            ?? price
    }

    /// The price of an offer: for each of its periods, or for the whole offer.
    func price(_ offer: IntroductoryOffer, of product: Product) -> String {
        offer.price.milliunits == 0 ? self[.free] : price(offer.price, of: product)
    }

    /// The first payment of an offer, and how long it lasts.
    func firstPayment(_ offer: IntroductoryOffer, of product: Product) -> String {
        lasting(price(offer, of: product), offer.period)
    }

    /// The price of an offer, and how long it lasts.
    func introduction(_ offer: IntroductoryOffer, of product: Product) -> String {
        guard offer.periodCount > 1 else { return firstPayment(offer, of: product) }
        return lasting(price(price(offer, of: product), each: offer.period), offer.period * offer.periodCount)
    }

    private func lasting(_ price: String, _ period: SubscriptionPeriod) -> String {
        self.price(price, for: (period.count == 1 ? "1 " : "") + length(period))
    }
}

extension StorefrontState {
    /// What was paid in a transaction, for all pieces together; nil if nothing was paid yet, or if the
    /// purchase was restored.
    func amount(of transaction: PaymentTransaction) -> String? {
        guard let paid = transaction.charge?.price else { return nil }
        // The product may be sold in another currency by now.
        guard let product = catalogue.products[transaction.payment.productIdentifier],
            product.price.currency == paid.currency
        else { return strings.amount(paid) }
        return strings.price(paid, of: product)
    }
}
