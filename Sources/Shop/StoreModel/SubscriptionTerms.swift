/// The group, level, period and offers of a subscription, as a `Product` has them. `Catalogue` sets them, and
/// the purchase sheet shows them.
public struct SubscriptionTerms: Hashable, Sendable, Codable {
    /// The group: a customer has one subscription in a group at a time (`subscriptionGroupIdentifier`).
    public var group: String
    /// The group's name, for people to read. May be empty. Another party's text.
    public var groupName: String
    /// The level of service within the group, from 1 for the highest.
    public var level: Int
    /// How long it runs before it renews; each renewal is paid for and delivered again.
    public var period: SubscriptionPeriod
    /// The offer for a customer who never had an introductory offer in the group. If the account would not
    /// get it now, a store leaves it out. Clients without an account see it.
    public var introductoryOffer: IntroductoryOffer?
    /// The offers for customers whom the developer chooses; nil if there are none, so that nothing is sent
    /// for them.
    package var promotionalOffers: [PromotionalOffer]?

    package init(
        group: String, groupName: String, level: Int, period: SubscriptionPeriod,
        introductoryOffer: IntroductoryOffer? = nil, promotionalOffers: [PromotionalOffer]? = nil
    ) {
        self.group = group
        self.groupName = groupName
        self.level = level
        self.period = period
        self.introductoryOffer = introductoryOffer
        self.promotionalOffers = promotionalOffers
    }
}

extension Product {
    /// The most that one piece may cost a customer of whom nothing is known. A confirmation gives it as its
    /// limit. An introductory offer that is paid up front may cost more than a period without it.
    public var highestPrice: Money {
        guard let offer = subscription?.introductoryOffer, offer.price.milliunits > price.milliunits else {
            return price
        }
        return offer.price
    }
}

/// A subscription's better terms for customers whom the developer chooses, with the identifier
/// that a signature covers.
package struct PromotionalOffer: Hashable, Sendable, Codable {
    package var identifier: String
    /// The terms, in the form of an introductory offer's.
    package var terms: IntroductoryOffer

    package init(identifier: String, terms: IntroductoryOffer) {
        self.identifier = identifier
        self.terms = terms
    }
}

/// A subscription's better terms at its beginning: the counterpart of `SKProductDiscount`.
public struct IntroductoryOffer: Hashable, Sendable, Codable {
    /// How it is paid.
    public var mode: OfferMode
    /// The price of each of its periods; for `payUpFront`, of the whole offer.
    public var price: Money
    /// The length of each of its periods.
    public var period: SubscriptionPeriod
    /// How many periods it has, from 1; more than one only in `payAsYouGo`.
    public var periodCount: Int

    package static let periodCounts = 1...999

    package init(mode: OfferMode, price: Money, period: SubscriptionPeriod, periodCount: Int) {
        self.mode = mode
        self.price = price
        self.period = period
        self.periodCount = periodCount
    }

    /// Reads an offer that a store sent.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        mode = try values.decode(OfferMode.self, forKey: .mode)
        price = try values.decode(Money.self, forKey: .price)
        period = try values.decode(SubscriptionPeriod.self, forKey: .period)
        periodCount = try values.decode(Int.self, forKey: .periodCount)
        guard Self.periodCounts.contains(periodCount) else {
            throw DecodingError.dataCorruptedError(
                forKey: .periodCount, in: values, debugDescription: "No offer has as many periods.")
        }
    }
}

/// How a subscription's offer is paid; the raw values are those in signed transactions (`offerDiscountType`).
public enum OfferMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// Free: nothing is paid for the whole offer.
    case free = "FREE_TRIAL"
    /// A lower price, period by period.
    case payAsYouGo = "PAY_AS_YOU_GO"
    /// One price for the whole offer, paid at its beginning.
    case payUpFront = "PAY_UP_FRONT"
}
