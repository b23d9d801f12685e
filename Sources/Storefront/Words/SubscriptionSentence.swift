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
