public import StoreModel

/// What the catalogue says about an auto-renewable subscription besides its name and price.
public struct CatalogueSubscription: Hashable, Sendable {
    /// The identifier of its group.
    public let group: String
    /// The level of service within the group, from 1 for the highest.
    public let level: Int
    /// How long it runs before it renews.
    public let period: SubscriptionPeriod
    /// What can be had for less, in the order of the file; at most one is introductory.
    public let offers: [CatalogueOffer]

    /// What a new customer gets.
    var introductoryOffer: CatalogueOffer? { offers.first { $0.kind == .introductory } }
}

/// Subscriptions of which a customer has one at a time.
public struct CatalogueGroup: Hashable, Sendable {
    /// The group's identifier.
    public let identifier: String
    /// The name that the developer gave it.
    public let name: String
    /// Its subscriptions, in the order of the file.
    public internal(set) var products: [ProductIdentifier]
}

/// A subscription's better terms for a while.
public struct CatalogueOffer: Hashable, Sendable {
    /// To whom it is made; the raw values are those of signed transactions (`offerType`).
    public enum Kind: Int, Hashable, Sendable, CaseIterable {
        /// To customers who never had one in the group.
        case introductory = 1
        /// To customers whom the developer chooses.
        case promotional = 2
        /// To those who have a code.
        case code = 3
        /// To customers who had the subscription once.
        case winBack = 4
    }

    /// To whom it is made.
    public let kind: Kind
    /// Its identifier; of a code its name, because it has no other. Empty for introductory offers.
    public let identifier: String
    /// How it is paid.
    public let mode: OfferMode
    /// The price of each of its periods, or of all of it in `payUpFront`, in thousandths of the storefront's currency.
    public let priceMilliunits: Int64
    /// How long one of its periods is.
    public let period: SubscriptionPeriod
    /// How many periods it has, from 1; more than one in `payAsYouGo` only.
    public let periodCount: Int
}
