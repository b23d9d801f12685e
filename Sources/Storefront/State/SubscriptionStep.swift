internal import StoreModel

/// The effect of buying a subscription, by the store's rules for levels. The confirmation sheet tells it.
enum SubscriptionStep: Hashable, Sendable {
    /// No subscription of its group is in force: it begins now.
    case begins
    /// It replaces another one at once: its level is higher, or its level and its period are the same.
    case replaces(ProductIdentifier)
    /// It follows another one, at the end of that one's paid period.
    case follows(ProductIdentifier, Timestamp)
    /// It is in force already.
    case goesOn
}

extension StorefrontState {
    /// The effect of buying a product; nil if it is not a subscription.
    func step(buying product: Product) -> SubscriptionStep? {
        guard let terms = product.subscription else { return nil }
        guard !subscribedUntil.keys.contains(product.identifier) else { return .goesOn }
        let ofGroup = subscribedUntil.first { catalogue.products[$0.key]?.subscription?.group == terms.group }
        guard let (current, end) = ofGroup, let before = catalogue.products[current]?.subscription else {
            return .begins
        }
        let isAtOnce = terms.level < before.level || terms.level == before.level && terms.period == before.period
        return isAtOnce ? .replaces(current) : .follows(current, end)
    }

    func isSubscription(_ product: ProductIdentifier) -> Bool {
        subscribedUntil[product] != nil || catalogue.products[product]?.subscription != nil
    }
}
