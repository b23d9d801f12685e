package import StoreModel

/// What the application sells monkey credits as: by the piece (spec A2), and every month.
package enum MonkeyCredits {
    /// Five monkey credits.
    package static let five: ProductIdentifier = "com.xamarin.storekit.testing.consume5credits"
    /// Ten monkey credits.
    package static let ten: ProductIdentifier = "com.xamarin.storekit.testing.consume10credits"
    /// Twenty monkey credits with each period.
    package static let monthlyBunch: ProductIdentifier = "com.xamarin.storekit.testing.monthlybunch"
    /// Fifty monkey credits with each period: the higher level.
    package static let bigMonthlyBunch: ProductIdentifier = "com.xamarin.storekit.testing.monthlybigbunch"

    /// Those that are bought by the piece and used up, in the order of the screen.
    package static let productIdentifiers = [five, ten]
    /// Those that are subscribed to, in the order of the screen.
    package static let subscriptions = [monthlyBunch, bigMonthlyBunch]
}

extension CreditManager {
    /// How many monkey credits one piece of a product, or one period of a subscription, is worth; nil for anything that is
    /// not sold as credits.
    package static func credits(for product: ProductIdentifier) -> Int? {
        switch product {
        case MonkeyCredits.five: 5
        case MonkeyCredits.ten: 10
        case MonkeyCredits.monthlyBunch: 20
        case MonkeyCredits.bigMonthlyBunch: 50
        default: nil
        }
    }

    /// How many monkey credits a purchase is worth, as the store signed it: a product of another kind than it is sold as here
    /// is not for credits.
    static func credits(for payload: TransactionPayload) -> Int? {
        let kind: ProductKind = MonkeyCredits.subscriptions.contains(payload.productId) ? .autoRenewable : .consumable
        guard payload.type == kind else { return nil }
        return credits(for: payload.productId).map { $0 * payload.quantity }
    }
}
