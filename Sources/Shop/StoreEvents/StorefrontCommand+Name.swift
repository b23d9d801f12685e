extension StorefrontCommand {
    /// The names that observers choose: one for each case.
    package enum Name: Int, CaseIterable, Sendable {
        case products, purchase, answer, spend, use, transactions, action, inspect, scenario,
            subscriptions, subscriptionAction, settings, download, book, readingPlace, signIn, signOut,
            restore, filter, clearFilters, picture
    }

    package var name: Name {
        switch self {
        case .products: .products
        case .purchase: .purchase
        case .answer: .answer
        case .spend: .spend
        case .use: .use
        case .transactions: .transactions
        case .action: .action
        case .inspect: .inspect
        case .scenario: .scenario
        case .subscriptions: .subscriptions
        case .subscriptionAction: .subscriptionAction
        case .settings: .settings
        case .download: .download
        case .book: .book
        case .readingPlace: .readingPlace
        case .signIn: .signIn
        case .signOut: .signOut
        case .restore: .restore
        case .filter: .filter
        case .clearFilters: .clearFilters
        case .picture: .picture
        }
    }
}
