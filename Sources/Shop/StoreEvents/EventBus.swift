/// The bus between the application and its screens: screens send commands, and the application publishes
/// events. Observers name the messages that they want:
///
///     let token = bus.observe(.transactionSucceeded, .transactionFailed) { event in … }
package final class EventBus: Sendable {
    package let commands = NotificationCentre<StorefrontCommand>()
    package let events = NotificationCentre<StorefrontEvent>()

    package init() {}

    package func send(_ command: StorefrontCommand) { commands.post(command) }

    package func publish(_ event: StorefrontEvent) { events.post(event) }

    /// Publishes what `change` returns, if anything: the new value of a state that several threads
    /// read or change (`postState`).
    package func publishState<Failure>(_ change: () throws(Failure) -> StorefrontEvent?) throws(Failure) {
        try events.postState(change)
    }

    /// Calls `body` for every event with one of these names until the token is cancelled or released.
    package func observe(
        _ name: StorefrontEvent.Name, _ others: StorefrontEvent.Name...,
        body: @escaping @Sendable (StorefrontEvent) -> Void
    ) -> Observation {
        events.observe([name] + others, body)
    }

    /// Calls `body` for every command with one of these names until the token is cancelled or released.
    package func observe(
        _ name: StorefrontCommand.Name, _ others: StorefrontCommand.Name...,
        body: @escaping @Sendable (StorefrontCommand) -> Void
    ) -> Observation {
        commands.observe([name] + others, body)
    }

    /// The number of observers of commands and of events.
    package var observerCount: Int { commands.observerCount + events.observerCount }
}

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

extension StorefrontEvent {
    /// The names that observers choose: one for each case.
    package enum Name: Int, CaseIterable, Sendable {
        case storeOpened, storeUnavailable, settingsChanged, networkChanged, actionFailed, hostSaid,
            signInRequested, signedIn, signedOut, guestWelcomed, productsFetched, requestFailed,
            productsListed, hostedProductsListed, contentNotReached, paymentRefused, confirmationRequested,
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
        case .contentNotReached: .contentNotReached
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
