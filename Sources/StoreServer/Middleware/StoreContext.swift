internal import Hummingbird
internal import NIOCore
internal import StoreEngine
internal import StoreModel

/// What is known of a request besides the request itself.
struct StoreContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The IP address that it came from.
    let address: String
    /// Who shares the limits with whoever sent it.
    let network: ClientNetwork
    /// The session of the account that sent it, on the routes that are for accounts.
    var session: AccountSession?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        address = source.channel.remoteAddress?.ipAddress ?? "local"
        network = ClientNetwork(source.channel.remoteAddress)
    }
}
