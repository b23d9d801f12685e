internal import Hummingbird
internal import StoreEngine
internal import StoreModel

/// The rest of the routes after a middleware.
typealias Next = (Request, StoreContext) async throws -> Response

/// The facts about a request that its headers do not have: its address, its network and, after `SignedIn`, its session.
struct StoreContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let address: String
    /// The network whose requests share its limits.
    let network: ClientNetwork
    /// The session of the account that sent it, on the routes that are for accounts.
    var session: AccountSession?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        address = source.channel.remoteAddress?.ipAddress ?? "local"
        network = ClientNetwork(source.channel.remoteAddress)
    }

    func parameter(_ name: String) throws -> String { try parameters.require(name) }

    var transaction: TransactionIdentifier {
        get throws { TransactionIdentifier(rawValue: try parameter("id")) }
    }

    /// The action that the path names. Throws `HTTPError` (404) where there is no such action.
    func action<Action: RawRepresentable<String>>(_: Action.Type = Action.self) throws -> Action {
        guard let action = Action(rawValue: try parameter("action")) else { throw HTTPError(.notFound) }
        return action
    }
}
