internal import StoreModel
internal import StorefrontStrings

// What products cost.
extension Strings {
    /// What some pieces of a product cost, in the product's own currency.
    func price(of product: Product, quantity: Int = 1) -> String { price(product.price * quantity, of: product) }

    /// An amount that is paid for a product. It is written as the store does where that is the reader's language, else the
    /// reader's way; English leaves it to the store.
    func price(_ money: Money, of product: Product) -> String {
        var locale = product.priceLocale
        if let symbol = currencySymbol(money.currency), Language(localeName: locale.identifier) != language {
            (locale.prefix, locale.suffix) = ("", "\u{a0}\(symbol)")
            (locale.decimalSeparator, locale.groupingSeparator) = (",", groupingSeparator)
            (locale.primaryGroupingSize, locale.secondaryGroupingSize) = (3, 3)
            locale.minimumGroupingDigits = minimumGroupingDigits
        }
        return locale.string(for: money)
    }

    /// Where there is no price.
    var noPrice: String { "–" }

    func pieces(_ quantity: Int, of title: String) -> String { "\(quantity) × \(title)" }

    func buy(credits: Int?) -> String { credits.map(buyCredits) ?? buyButton }

    // MARK: Subscriptions

    /// A price with how often it is paid.
    func price(_ price: String, each period: SubscriptionPeriod) -> String { "\(price)/\(length(period))" }

    /// What a subscription costs.
    func price(_ product: Product, each period: SubscriptionPeriod) -> String {
        product.price.milliunits == 0 ? free : price(price(of: product), each: period)
    }

    /// What a product costs: of a subscription how often that is paid, and what those pay who are new to it.
    func priceSentence(of product: Product) -> String {
        guard let terms = product.subscription else { return price(of: product) }
        let price = price(product, each: terms.period)
        return terms.introductoryOffer.map { "\(price) (\(newSubscribers(pay: introduction($0, of: product))))" }
            ?? price
    }

    /// The price of each period of an offer, or of all of it.
    func price(_ offer: IntroductoryOffer, of product: Product) -> String {
        offer.price.milliunits == 0 ? free : price(offer.price, of: product)
    }

    /// What an offer costs first, and for how long.
    func firstPayment(_ offer: IntroductoryOffer, of product: Product) -> String {
        lasting(price(offer, of: product), offer.period)
    }

    /// What an offer costs, and for how long.
    private func introduction(_ offer: IntroductoryOffer, of product: Product) -> String {
        guard offer.periodCount > 1 else { return firstPayment(offer, of: product) }
        return lasting(price(price(offer, of: product), each: offer.period), offer.period * offer.periodCount)
    }

    private func lasting(_ price: String, _ period: SubscriptionPeriod) -> String {
        self.price(price, for: (period.count == 1 ? "1 " : "") + length(period))
    }
}
