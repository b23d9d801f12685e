extension StorefrontEvent {
    /// The names that observers choose: one for each case.
    package enum Name: Int, CaseIterable, Sendable {
        case storeOpened, storeUnavailable, settingsChanged, networkChanged, actionFailed, hostSaid,
            signInRequested, signedIn, signedOut, guestWelcomed, productsFetched, requestFailed,
            productsListed, hostedProductsListed, paymentRefused, confirmationRequested,
            transactionUpdated, transactionSucceeded, transactionFailed, subscriptionChanged,
            transactionRemoved, transactionRevoked, deliveryFailed, transactionsListed,
            transactionInspected, scenarioPlayed, balanceChanged, spendRefused, usesWaiting,
            accountFetched, accountRecounted, entitlementsChanged, subscriptionsListed, restoreProgressed,
            restoreFinished, restoreFailed, downloadUpdated, bookOpened, filtersChanged, filterRefused,
            pictureOpened
    }

    package var name: Name {
        switch self {
        case .storeOpened: .storeOpened
        case .storeUnavailable: .storeUnavailable
        case .settingsChanged: .settingsChanged
        case .networkChanged: .networkChanged
        case .actionFailed: .actionFailed
        case .hostSaid: .hostSaid
        case .signInRequested: .signInRequested
        case .signedIn: .signedIn
        case .signedOut: .signedOut
        case .guestWelcomed: .guestWelcomed
        case .productsFetched: .productsFetched
        case .requestFailed: .requestFailed
        case .productsListed: .productsListed
        case .hostedProductsListed: .hostedProductsListed
        case .paymentRefused: .paymentRefused
        case .confirmationRequested: .confirmationRequested
        case .transactionUpdated: .transactionUpdated
        case .transactionSucceeded: .transactionSucceeded
        case .transactionFailed: .transactionFailed
        case .subscriptionChanged: .subscriptionChanged
        case .transactionRemoved: .transactionRemoved
        case .transactionRevoked: .transactionRevoked
        case .deliveryFailed: .deliveryFailed
        case .transactionsListed: .transactionsListed
        case .transactionInspected: .transactionInspected
        case .scenarioPlayed: .scenarioPlayed
        case .balanceChanged: .balanceChanged
        case .spendRefused: .spendRefused
        case .usesWaiting: .usesWaiting
        case .accountFetched: .accountFetched
        case .accountRecounted: .accountRecounted
        case .entitlementsChanged: .entitlementsChanged
        case .subscriptionsListed: .subscriptionsListed
        case .restoreProgressed: .restoreProgressed
        case .restoreFinished: .restoreFinished
        case .restoreFailed: .restoreFailed
        case .downloadUpdated: .downloadUpdated
        case .bookOpened: .bookOpened
        case .filtersChanged: .filtersChanged
        case .filterRefused: .filterRefused
        case .pictureOpened: .pictureOpened
        }
    }
}
