package import StoreModel

/// The terms and offers of an auto-renewable subscription in a catalogue.
package struct CatalogueSubscription: Hashable, Sendable {
    package let group: String
    /// The level of service within the group, from 1 for the highest.
    package let level: Int
    /// How long it runs before it renews.
    package let period: SubscriptionPeriod
    /// The offers, in the order of the file; at most one is introductory.
    package let offers: [CatalogueOffer]

    package var introductoryOffer: CatalogueOffer? { offers.first { $0.kind == .introductory } }
}

/// Subscriptions of which a customer has one at a time.
package struct CatalogueGroup: Hashable, Sendable {
    package let identifier: String
    package let name: String
    package internal(set) var products: [ProductIdentifier]
}

/// A subscription's better terms for a while.
package struct CatalogueOffer: Hashable, Sendable {
    /// To whom it is made; the raw values are those of signed transactions (`offerType`).
    package enum Kind: Int, Hashable, Sendable, CaseIterable {
        /// To customers who never had one in the group.
        case introductory = 1
        /// To customers whom the developer chooses.
        case promotional = 2
        /// To those who have a code.
        case code = 3
        /// To customers who had the subscription once.
        case winBack = 4
    }

    package let kind: Kind
    /// Its identifier; of a code its name, because it has no other. Empty for introductory offers.
    package let identifier: String
    package let mode: OfferMode
    /// The price of each of its periods, or of all of it in `payUpFront`, in thousandths of the storefront's currency.
    package let priceMilliunits: Int64
    package let period: SubscriptionPeriod
    /// How many periods it has, from 1; more than one in `payAsYouGo` only.
    package let periodCount: Int
}
