public import StoreModel

extension SubscriptionsListed {
    /// Where a subscription of the list stands, in a sentence, for output that is not a screen; moments are in UTC.
    public func sentence(for subscription: SubscriptionSummary) -> String {
        let next = subscription.renewalProductIdentifier
        return TerminalText(
            Strings().standing(
                subscription, isFromStore: isFromStore,
                next: next == subscription.productIdentifier ? nil : next.rawValue, \.rfc3339)
        ).string
    }
}

extension Product {
    /// The price of one piece, and of a subscription how often it is paid, for output that is not a screen.
    public var priceSentence: String {
        guard let subscription else { return localizedPrice() }
        return Strings().price(self, each: subscription.period)
    }
}
