internal import HTTPTypes
internal import Hummingbird
package import Logging
package import StoreModel
internal import StoreRules

/// The stores of a server's further applications, each under `/apps/BUNDLE-ID`. `StoreRoutes` passes requests
/// on to them. As with Apple's store, a developer's server uses the same addresses for all its applications:
/// its token, or a receipt, names the application.
package struct FurtherStores: Sendable {
    static let prefix = "apps"

    /// By bundle identifier.
    private let stores: [String: ServedStore]
    private let responder: RouterResponder<StoreContext>

    /// Makes their router. Nil if the server sells for one application.
    package init?(
        _ further: [ServedStore], options: ServerOptions, resources: RequestResources,
        time: TimeSource = .system, logger: Logger
    ) {
        guard !further.isEmpty else { return nil }
        // Visitors of an SSH host are customers of the first application.
        var options = options
        options.hostToken = nil
        stores = Dictionary(
            uniqueKeysWithValues: further.map { ($0.store.application.bundleIdentifier.rawValue, $0) })
        responder = StoreRoutes(options: options, time: time, logger: logger, resources: resources)
            .forwardedRouter().buildResponder()
    }

    var all: [AppStore] { stores.values.map(\.store) }

    /// Whether the application of a request's token is one of these and has that key of the Server API.
    func hasKey(_ claim: ClaimedKey) -> Bool { stores[claim.bundleIdentifier]?.hasKey(claim) ?? false }

    /// The store of the application that the receipt in a verifyReceipt body belongs to; nil if it is another
    /// application's.
    func store(ofReceiptIn body: [UInt8], signedAs first: AppStore) -> AppStore? {
        first.bundleIdentifier(ofReceiptIn: body).flatMap { stores[$0]?.store }
    }

    func addForwarding(to router: Router<StoreContext>) {
        router.forward(under: Self.prefix) { identifier, request, context in
            guard let store = stores[identifier] else {
                throw HTTPFailure(.notFound, "This server has no such application besides its first one.")
            }
            return try await responder.respond(to: request, context: context.asking(store))
        }
    }
}

/// Sends a developer's server's request to the store of the application that its token names. Any key may
/// have signed the token.
extension FurtherStores: RouterMiddleware {
    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        let claim = AppleServing.claim(of: request.headers[.authorization])
        guard let store = claim.flatMap({ stores[$0.bundleIdentifier] }) else {
            return try await next(request, context)
        }
        return try await responder.respond(to: request, context: context.asking(store))
    }
}
