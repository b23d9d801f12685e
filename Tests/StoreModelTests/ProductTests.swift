import Foundation
import StoreModel
import Testing

/// Products as stores and clients of other versions send and read them.
@Suite struct ProductTests {
    private static let price = Money(milliunits: 990, currency: "USD")
    private static let offer = IntroductoryOffer(
        mode: .free, price: price, period: SubscriptionPeriod(1, .month), periodCount: 1)

    private func product(_ texts: [ProductText]?, _ offers: [PromotionalOffer]?) -> Product {
        Product(
            identifier: "com.example.monthly", kind: .autoRenewable, localizedTitle: "All",
            localizedDescription: "",
            price: Self.price,
            priceLocale: PriceLocale(
                identifier: "en_US", prefix: "$", suffix: "", decimalSeparator: ".", groupingSeparator: ",",
                primaryGroupingSize: 3, secondaryGroupingSize: 3, fractionDigits: 2),
            subscription: SubscriptionTerms(
                group: "g", groupName: "", level: 1, period: SubscriptionPeriod(1, .month),
                promotionalOffers: offers),
            otherTexts: texts)
    }

    @Test func `The most that a product may cost, and the price of its offer, are written like its price`() {
        var product = product(nil, nil)
        let offer = IntroductoryOffer(
            mode: .payUpFront, price: Money(milliunits: 24_990, currency: "USD"),
            period: SubscriptionPeriod(3, .month), periodCount: 1)
        product.subscription?.introductoryOffer = offer
        #expect(product.localized(product.highestPrice) == "$24.99")
        #expect(product.localized(offer.price) == "$24.99")
        #expect(product.localizedPrice() == "$0.99")
    }

    @Test func `A product without other texts and offers is sent and read without fields for them`() throws {
        let plain = product(nil, nil)
        let json = try JSONEncoder().encode(plain)
        let text = String(decoding: json, as: UTF8.self)
        #expect(!text.contains("otherTexts") && !text.contains("promotionalOffers"))
        #expect(try JSONDecoder().decode(Product.self, from: json) == plain)
    }

    @Test
    func `Other texts and offers come over the wire, and a field that a reader does not know does no harm`()
        throws
    {
        let full = product(
            [ProductText(language: "fr", title: "Tout", description: "")],
            [PromotionalOffer(identifier: "back", terms: Self.offer)])
        var json = String(decoding: try JSONEncoder().encode(full), as: UTF8.self)
        json.insert(contentsOf: "\"later\":[1],", at: json.index(after: json.startIndex))
        #expect(try JSONDecoder().decode(Product.self, from: Data(json.utf8)) == full)
    }
}
