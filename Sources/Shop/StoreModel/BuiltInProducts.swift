/// The products that the application knows by itself. Below are those that are monkey credits. The
/// application decides the kind of each product and what it gives; the store decides names and prices. The
/// managers, the screens and the replica of the account use them.
package enum BuiltInProducts {
    /// The keeper's letter: a subscription that costs nothing. It can be read as long
    /// as the subscription lasts.
    package static let keepersLetter: ProductIdentifier = "com.xamarin.storekit.testing.keepersletter"

    /// All of them, in the order of the screen.
    package static let identifiers =
        MonkeyCredits.productIdentifiers + PhotoFilter.allCases.map(\.productIdentifier)
        + MonkeyCredits.subscriptions
        + [keepersLetter]

    /// The kind that a product has here, without which it cannot be delivered; nil for other products.
    package static func kind(of product: ProductIdentifier) -> ProductKind? {
        if MonkeyCredits.productIdentifiers.contains(product) { return .consumable }
        if PhotoFilter(productIdentifier: product) != nil { return .nonConsumable }
        return identifiers.contains(product) ? .autoRenewable : nil
    }

    /// The identifiers of books begin with this. Books are sold if a content server has them.
    package static let bookPrefix = "com.xamarin.storekit.testing.book."

    /// What is sold, besides books, if the store lists its products: those that the application knows come
    /// first. A store that lists none of them, but others, belongs to another application, and only what it
    /// lists is sold.
    package static func sold(of listed: [ProductIdentifier]) -> [ProductIdentifier] {
        let own = Set(identifiers)
        let others = listed.filter { !own.contains($0) && !$0.rawValue.hasPrefix(bookPrefix) }
        return listed.contains(where: own.contains) || others.isEmpty ? identifiers + others : others
    }
}

extension ProductsResponse {
    /// The answer as the application takes it. A product is invalid if what was paid for it could not be
    /// delivered: one of the application's own products that the store sells as another kind, and a hosted
    /// product that nobody would own, because only an owner opens its content.
    package func deliverable(hosted: [HostedProduct]) -> ProductsResponse {
        let hosted = Set(hosted.map(\.productIdentifier))
        let others = products.filter { product in
            if let kind = BuiltInProducts.kind(of: product.identifier) { return kind != product.kind }
            return hosted.contains(product.identifier) && !product.kind.isRestorable
        }
        guard !others.isEmpty else { return self }
        return ProductsResponse(
            products: products.filter { !others.contains($0) },
            invalidProductIdentifiers: invalidProductIdentifiers + others.map(\.identifier))
    }
}

/// The products that are monkey credits: by the piece, and every month.
package enum MonkeyCredits {
    package static let five: ProductIdentifier = "com.xamarin.storekit.testing.consume5credits"
    package static let ten: ProductIdentifier = "com.xamarin.storekit.testing.consume10credits"
    package static let monthlyBunch: ProductIdentifier = "com.xamarin.storekit.testing.monthlybunch"
    package static let bigMonthlyBunch: ProductIdentifier = "com.xamarin.storekit.testing.monthlybigbunch"

    /// The consumable ones, in the order of the screen.
    package static let productIdentifiers = [five, ten]
    /// The subscriptions, in the order of the screen.
    package static let subscriptions = [monthlyBunch, bigMonthlyBunch]

    /// The monkey credits for one piece, or for one period of a subscription; nil if the product is
    /// not sold as credits.
    package static func worth(of product: ProductIdentifier) -> Int? {
        switch product {
        case five: 5
        case ten: 10
        case monthlyBunch: 20
        case bigMonthlyBunch: 50
        default: nil
        }
    }

    /// What a purchase brings that can be used up; nil if its product is not used up.
    package static func brought(
        by product: ProductIdentifier, _ kind: ProductKind, quantity: Int
    ) -> (goods: Goods, amount: Int)? {
        if kind == BuiltInProducts.kind(of: product), let credits = worth(of: product) {
            return (.credits, credits * quantity)
        }
        return kind.isRestorable ? nil : (.pieces(product), quantity)
    }
}

/// What an account counts, and uses up.
package enum Goods: Hashable, Sendable {
    case credits
    case pieces(ProductIdentifier)

    /// The product of the pieces; nil for credits.
    package var product: ProductIdentifier? {
        if case .pieces(let product) = self { product } else { nil }
    }
}
