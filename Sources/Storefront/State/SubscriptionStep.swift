internal import StoreModel

/// What buying a subscription does, by the store's rules for levels.
enum SubscriptionStep: Hashable, Sendable {
    /// Nothing of its group is in force: it begins now.
    case begins
    /// It takes the place of another one at once: it is of a higher level, or of the same one and as long.
    case replaces(ProductIdentifier)
    /// It follows another one when the period ends that was paid for that.
    case follows(ProductIdentifier, Timestamp)
    /// It is in force, and goes on.
    case goesOn
}

extension StorefrontState {
    /// What buying a product does; nil for one that is no subscription.
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

extension StoreError {
    /// The store's sentence for a purchase that changed a subscription, or left it, without a charge; nil for other errors.
    var subscriptionChange: String? { domain == .subscription ? message : nil }
}
