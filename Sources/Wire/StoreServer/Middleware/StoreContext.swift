internal import Foundation
internal import Hummingbird
internal import NIOCore
internal import StoreModel
internal import StoreRules

/// What all routes and middleware know about a request besides its headers: its address, its network, the
/// parameters in its path, its body, the store that it is for (`ServedStore`) and, after `SignedIn`, its
/// session.
struct StoreContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let address: String
    /// The network of the client; its requests share the network's limits.
    let network: ClientNetwork
    /// The store that it is for: the server's own, unless the request is passed on to another one. Nil for a
    /// server without a store.
    var served: ServedStore!
    /// The whole body; nil if the request was passed on before it had arrived, and `BodyLimit` has not
    /// collected it yet.
    var body: ByteBuffer?
    /// `BodyLimit` has looked at it.
    var isBodyChecked = false
    /// The session of the account that sent it, on the routes for accounts.
    var session: AccountSession?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        address = source.channel.remoteAddress?.ipAddress ?? "local"
        network = ClientNetwork(source.channel.remoteAddress)
    }

    /// The context of another request on the same connection. The address is the same, and takes long to find.
    var renewed: StoreContext {
        var context = self
        context.coreContext = CoreRequestContextStorage(source: self)
        return context
    }

    var store: AppStore { served.store }
    var limits: StoreLimits { served.limits }

    /// The same context for a request to another store.
    func asking(_ store: ServedStore) -> StoreContext {
        var context = self
        context.served = store
        return context
    }

    /// A parameter in the path, decoded. If it cannot be decoded it is empty, and nothing has an empty name.
    func parameter(_ name: String) throws -> String {
        try parameters.require(name).removingPercentEncoding ?? ""
    }

    var identifier: String {
        get throws { try parameter("id") }
    }

    var transaction: TransactionIdentifier {
        get throws { TransactionIdentifier(rawValue: try identifier) }
    }

    /// The action that the path names, one of those that the route takes. Throws `HTTPFailure` (404), which
    /// names these actions and also `others`, which have routes of their own.
    func action<Action: RawRepresentable<String> & Hashable & CaseIterable>(
        _: Action.Type = Action.self, of taken: Set<Action> = Set(Action.allCases), or others: [String] = []
    ) throws -> Action {
        let name = try parameter("action")
        if let action = Action(rawValue: name), taken.contains(action) { return action }
        let names = (taken.map(\.rawValue) + others).sorted()
        throw HTTPFailure(
            .notFound,
            "There is no such action; nothing was changed. \(names.suggestions(for: name, of: "actions"))")
    }
}

/// The rest of the routes after a middleware.
typealias Next = (Request, StoreContext) async throws -> Response
