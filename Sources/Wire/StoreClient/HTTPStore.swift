internal import StoreModel
package import StoreWire
internal import Synchronization

/// The store over HTTP, for one account on one device. `RemoteStore` makes it for an `Application` to buy
/// from. Each request of the payment queue is sent once. Without an answer, the queue sends it again with the
/// same key.
package final class HTTPStore: Sendable {
    let connection: StoreConnection
    let token: BearerToken
    let account: AccountIdentifier?
    let device: String?
    let adminToken: String?
    let feed: EventStreamClient

    /// Makes a client of the store at the end of `connection`. It sends nothing by itself. Clients that only
    /// ask for prices have no `session`. App receipts are bound to `device`. Without `adminToken` all
    /// administration is refused. `listen` reports changes of the network. `onSignInNeeded` is called once with
    /// each token that the store no longer knows.
    package init(
        connection: StoreConnection, session: StoreWire.Session? = nil, device: String? = nil,
        adminToken: String? = nil, listen: @escaping ListenToKernel = { NetworkChanges(onChange: $0) },
        onSignInNeeded: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.connection = connection
        account = session?.account
        self.device = device
        self.adminToken = adminToken
        token = BearerToken(session?.token, onRefusal: onSignInNeeded)
        feed = EventStreamClient(connection: connection, token: token, listen: listen)
    }

    deinit { feed.close() }

    /// Continues with the token of a new session of the same account, and sends
    /// the requests that waited for it.
    package func renew(sessionToken: String) {
        token.renew(sessionToken)
        feed.renewed()
    }

    /// Sends a call that needs no session.
    func send<Value: Decodable>(_ call: StoreCall, for _: Value.Type = Value.self) async throws(StoreError)
        -> Value
    {
        do { return try await connection.send(call) } catch {
            notice(error)
            throw error
        }
    }

    func sendSignedIn<Value: Decodable>(
        _ call: StoreCall, for _: Value.Type = Value.self
    ) async throws(StoreError) -> Value {
        try connection.decode(try await sendSignedIn(call))
    }

    func sendSignedIn(_ call: StoreCall) async throws(StoreError) -> StoreAnswer {
        guard let current = token.current else { throw .signInNeeded }
        var call = call
        call.token = current
        do { return try await connection.send(call) } catch {
            notice(error)
            if error.isSignInNeeded { feed.refused(current) }
            throw error
        }
    }

    /// Starts to check the network if a request has failed because of it.
    func notice(_ error: StoreError) {
        if error.isNetworkFailure, error != .requestCancelled { feed.requestFailed() }
    }
}

/// The session token of a client, until the store no longer knows it. Requests
/// and the stream of updates share it.
final class BearerToken: Sendable {
    private let value: Mutex<String?>
    private let onRefusal: @Sendable (String) -> Void

    /// `onRefusal` is called once with each token that the store refuses.
    init(_ value: String?, onRefusal: @escaping @Sendable (String) -> Void) {
        self.value = Mutex(value)
        self.onRefusal = onRefusal
    }

    var current: String? { value.withLock { $0 } }

    func renew(_ token: String) { value.withLock { $0 = token } }

    /// Notes that the store no longer knows `token`. It is not used again.
    func refuse(_ token: String) {
        value.withLock { value in
            guard value == token else { return }
            // Whoever finds no token after this can know why.
            onRefusal(token)
            value = nil
        }
    }
}

extension StoreError {
    var isSignInNeeded: Bool { domain == .account && code == StoreError.signInNeeded.code }
}
