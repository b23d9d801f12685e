package import StoreModel
package import StoreWire
internal import Synchronization

/// The store over HTTP, for one account on one device: what the payment queue sends goes out once, and whoever gets no answer
/// sends it again under the same key.
package final class HTTPStore: Sendable {
    let connection: StoreConnection
    let token: BearerToken
    let account: AccountIdentifier?
    let device: (any StoreDevice)?
    let adminToken: String?
    let feed: EventStreamClient
    /// The end of the device's ledger that the store has, as far as this client knows: what it sent last, or was told.
    let takenLedgerHead = Mutex<SealedLedgerHead?>(nil)

    /// The store at the end of `connection`. Nothing is sent before it is asked for.
    ///
    /// - Parameters:
    ///   - session: what a sign-in gave; nil for somebody who only looks at prices.
    ///   - device: what this device is to the store; nil for somebody who only looks at prices.
    ///   - adminToken: what an administrator shows; without it the administration is closed.
    ///   - jitter: random numbers in 0..<1, for the pauses between attempts.
    ///   - onSignInNeeded: called with each token that the store does not know any more, once.
    package init(
        connection: StoreConnection, session: StoreWire.Session? = nil, device: (any StoreDevice)? = nil,
        adminToken: String? = nil,
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        onSignInNeeded: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.connection = connection
        account = session?.account
        self.device = device
        self.adminToken = adminToken
        token = BearerToken(session?.token, onRefusal: onSignInNeeded)
        feed = EventStreamClient(connection: connection, token: token, device: device, jitter: jitter)
    }

    deinit { feed.close() }

    /// Whether the store still knows the session, as far as this client has heard.
    var isSignedIn: Bool { token.current != nil }

    /// Goes on with the token of a new session of the same account. What waited for it is sent.
    package func renew(sessionToken: String) {
        token.renew(sessionToken)
        feed.renewed()
    }

    /// Makes a call as the account.
    func sendSignedIn(_ call: StoreCall) async throws(StoreError) -> StoreAnswer {
        guard let current = token.current else { throw .signInNeeded }
        var call = call
        call.token = current
        do {
            return try await noticing { () async throws(StoreError) in try await sendAsDevice(call) }
        } catch {
            if error.isSignInNeeded { token.refuse(current) }
            throw error
        }
    }

    /// Does something over the network, and looks after the way there if it does not work.
    func noticing<Value>(_ body: () async throws(StoreError) -> Value) async throws(StoreError) -> Value {
        do { return try await body() } catch {
            if error.isNetworkFailure, error != .requestCancelled { feed.requestFailed() }
            throw error
        }
    }
}
