package import StoreModel
package import StorefrontMessages

extension SubscriptionsListed {
    /// Where a subscription of the list stands, in a sentence, for output that is not a screen; moments are in UTC.
    package func sentence(for subscription: SubscriptionSummary) -> String {
        let next = subscription.renewalProductIdentifier
        return TerminalText(
            Strings().standing(
                subscription, isFromStore: isFromStore,
                next: next == subscription.productIdentifier ? nil : next.rawValue, \.rfc3339)
        ).string
    }
}

extension Product {
    /// The price of one piece, and of a subscription how often it is paid and what those pay who are new to it, for output that is
    /// not a screen.
    package var priceSentence: String { TerminalText(Strings().priceSentence(of: self)).string }
}

extension ConfirmationRequested {
    /// What is bought, what is paid for it now and when it begins, for output that is not a screen; moments are in UTC.
    ///
    /// - Parameters:
    ///   - products: what the store sells.
    ///   - entitlements: what is subscribed to.
    package func question(products: [ProductIdentifier: Product], entitlements: EntitlementsChanged) -> String {
        TerminalText(lines(products, entitlements).question).string
    }

    /// The most that the question asks for, for one piece.
    ///
    /// - Parameters:
    ///   - products: what the store sells.
    ///   - entitlements: what is subscribed to.
    package func priceLimit(products: [ProductIdentifier: Product], entitlements: EntitlementsChanged) -> Money {
        lines(products, entitlements).priceLimit
    }

    private func lines(_ products: [ProductIdentifier: Product], _ entitlements: EntitlementsChanged) -> SheetLines {
        var state = StorefrontState(now: .now)
        state.catalogue.products = products
        state.subscribedUntil = entitlements.subscribedUntil
        return SheetLines(state: state, sheet: self, options: ScreenOptions())
    }
}
