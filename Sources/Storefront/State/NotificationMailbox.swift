internal import EventBus
internal import StoreModel
internal import Synchronization

/// Where notifications wait, from whatever thread they come, until the screen's own thread takes them.
final class NotificationMailbox: Sendable {
    /// A notification and when it was posted.
    struct Item: Sendable {
        let notification: BusNotification
        let date: Timestamp
    }

    private let items = Mutex<[Item]>([])
    private let time: TimeSource

    init(time: TimeSource) { self.time = time }

    /// Takes everything that waits, oldest first.
    func drain() -> [Item] {
        items.withLock { items in
            defer { items = [] }
            return items
        }
    }

    /// Observes everything that the screens show, until the tokens are released. `wake` is called after each arrival.
    func observe(_ bus: EventBus, wake: @escaping @Sendable () -> Void) -> [Observation] {
        func watch<N: Sendable>(_ wrap: @escaping @Sendable (N) -> BusNotification) -> Observation {
            bus.observe(N.self) { [self] notification in
                let item = Item(notification: wrap(notification), date: time.now())
                items.withLock { $0.append(item) }
                wake()
            }
        }
        return [
            watch { .request(.products($0)) }, watch { .request(.purchase($0)) }, watch { .request(.answer($0)) },
            watch { .request(.spend($0)) }, watch { .request(.transactions($0)) }, watch { .request(.action($0)) },
            watch { .request(.settings($0)) }, watch { .request(.signIn($0)) }, watch { .request(.signOut($0)) },
            watch { .request(.restore($0)) }, watch { .request(.subscriptions($0)) },
            watch { .request(.subscriptionAction($0)) }, watch { .subscriptionsListed($0) },
            watch { .request(.filter($0)) }, watch { .request(.clearFilters($0)) }, watch { .request(.picture($0)) },
            watch { .request(.download($0)) }, watch { .request(.book($0)) }, watch { .request(.readingPlace($0)) },
            watch { .hostedProductsListed($0) }, watch { .downloadUpdated($0) }, watch { .bookOpened($0) },
            watch { .storeOpened($0) }, watch { .storeUnavailable($0) }, watch { .productsFetched($0) },
            watch { .requestFailed($0) },
            watch { .transactionSucceeded($0) }, watch { .transactionFailed($0) }, watch { .transactionUpdated($0) },
            watch { .transactionRemoved($0) }, watch { .transactionRevoked($0) }, watch { .deliveryFailed($0) },
            watch { .paymentRefused($0) }, watch { .confirmationRequested($0) }, watch { .balanceChanged($0) },
            watch { .spendRefused($0) }, watch { .ledgerTampered($0) }, watch { .transactionsListed($0) },
            watch { .actionFailed($0) }, watch { .settingsChanged($0) }, watch { .networkChanged($0) },
            watch { .restoreProgressed($0) }, watch { .restoreFinished($0) }, watch { .restoreFailed($0) },
            watch { .entitlementsChanged($0) },
            watch { .signInRequested($0) }, watch { .signedIn($0) }, watch { .signedOut($0) },
            watch { .filtersChanged($0) }, watch { .filterRefused($0) }, watch { .pictureOpened($0) },
            watch { .hostSaid($0) }, watch { .guestWelcomed($0) },
        ]
    }
}
