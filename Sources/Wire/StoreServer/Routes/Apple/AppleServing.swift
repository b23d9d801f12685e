internal import AsyncHTTPClient
internal import Hummingbird
package import Logging
package import ServiceLifecycle
package import StoreModel
package import StoreRules

#if AppleServices
internal import AppleServices

/// Everything that a server does only if it is built with Apple's services. The rest of the program calls it
/// only through here.
package enum AppleServing {
    /// The followers of what happens at a server's stores.
    package static let followers: [any FactFollower] = [DeveloperNotifications()]

    /// The followers of what happens at stores for tests, whose history of notifications is whole.
    static let followersOfTestStores: [any FactFollower] = [DeveloperNotifications(keepsAll: true)]

    /// The services that send a store's notifications.
    package static func senders(
        of store: AppStore, logger: Logger, threads: RequestThreads
    ) -> [any Service] {
        StoreEnvironment.allCases.map {
            NotificationSender(store: store, environment: $0, logger: logger, threads: threads)
        }
    }

    /// Sends a store's notifications until the task is cancelled.
    static func send(
        from store: AppStore, with client: HTTPClient, time: TimeSource, logger: Logger, name: String,
        threads: RequestThreads
    ) async {
        await withTaskGroup { group in
            for environment in StoreEnvironment.allCases {
                let sender = NotificationSender(
                    store: store, environment: environment, time: time, logger: logger, name: name,
                    threads: threads)
                group.addTask { await sender.send(with: client) }
            }
        }
    }

    /// Sends the notifications of an environment to an address from now on; nil for nowhere.
    package static func send(
        notificationsOf store: AppStore, to address: HTTPAddress?, in environment: StoreEnvironment
    ) throws {
        try store.setNotificationAddress(address, in: environment)
    }

    /// The age of the oldest notification that is still to be delivered; nil if there is none.
    static func oldestNotificationAge(of store: AppStore) throws -> Duration? {
        try store.oldestNotificationAge()
    }

    /// The Server API's refusal of a request that may come again after some seconds; nil for a path at which
    /// the Server API is not.
    static func refusal(of path: String, for seconds: Int64, at now: Timestamp) -> Response? {
        guard path.contains("/inApps/") else { return nil }
        return ServerAPIAccess.tooMany(Double(seconds), at: now)
    }

    /// Whether the Server API has an error of this number.
    static func hasError(_ number: Int) -> Bool { ServerAPIError(code: number) != nil }

    /// The key and the application that a request's token names.
    static func claim(of authorization: String?) -> ClaimedKey? { ServerAPI.claim(of: authorization) }
}

extension StoreRoutes {
    private var realtimeClient: RealtimeClient {
        RealtimeClient(patience: options.longestRealtimeAnswer, logger: logger)
    }

    /// Adds the routes of administrators for scenarios, notifications and retention messages.
    func addAppleRoutes(toAdministrators routes: RouterGroup<StoreContext>) {
        ScenarioRoutes().add(to: routes)
        NotificationRoutes().add(to: routes)
        RetentionRoutes(client: realtimeClient).add(to: routes)
    }

    /// Adds the App Store Server API of one environment, under `prefix`.
    func addServerAPI(
        to router: Router<StoreContext>, _ prefix: String, _ environment: StoreEnvironment
    ) {
        let log = LineLimit.limited({ [logger] in logger.info("\($0)") }, time: time)
        let access = ServerAPIAccess(environment: environment, log: log)
        func developers(_ limit: BodyLimit) -> RouterGroup<StoreContext> {
            router.group(
                below: "\(prefix)/inApps", through: furtherStores, access, limit, resources.longWork,
                OrderedRefusal())
        }
        let others = developers(.requests)
        ServerAPIRoutes(environment: environment).add(to: others)
        let messages = RetentionMessagingRoutes(environment: environment, client: realtimeClient)
        messages.add(to: others)
        messages.addImages(to: developers(.images))
    }
}
#else
/// Everything that a server does only if it is built with Apple's services: nothing.
package enum AppleServing {
    package static let followers: [any FactFollower] = []
    static let followersOfTestStores: [any FactFollower] = []
    package static func senders(
        of store: AppStore, logger: Logger, threads: RequestThreads
    ) -> [any Service] { [] }
    static func send(
        from store: AppStore, with client: HTTPClient, time: TimeSource, logger: Logger, name: String,
        threads: RequestThreads
    ) async {}
    package static func send(
        notificationsOf store: AppStore, to address: HTTPAddress?, in environment: StoreEnvironment
    ) throws {}
    static func oldestNotificationAge(of store: AppStore) throws -> Duration? { nil }
    static func refusal(of path: String, for seconds: Int64, at now: Timestamp) -> Response? { nil }
    static func hasError(_ number: Int) -> Bool { false }
    static func claim(of authorization: String?) -> ClaimedKey? { nil }
}

extension StoreRoutes {
    func addAppleRoutes(toAdministrators routes: RouterGroup<StoreContext>) {}
    func addServerAPI(
        to router: Router<StoreContext>, _ prefix: String, _ environment: StoreEnvironment
    ) {}
}
#endif
