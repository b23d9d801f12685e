package import StoreModel
package import StoreWire

/// Makes accounts at a store, and signs people and an SSH host's visitors in and out. `RemoteStore` uses it.
package struct AccountClient: Sendable {
    private let connection: StoreConnection

    package init(connection: StoreConnection) { self.connection = connection }

    /// Throws `forgottenPassword` for a wrong name or password, `tooManyAttempts`, or a network failure.
    package func signIn(_ credentials: StoreWire.Credentials) async throws(StoreError) -> StoreWire.Session {
        try await session("sessions", credentials)
    }

    /// Makes an account, and signs its owner in. After a network failure the account may already exist.
    package func createAccount(_ credentials: StoreWire.Credentials) async throws(StoreError)
        -> StoreWire.Session
    {
        try await session("accounts", credentials)
    }

    /// Signs a visitor in with a `VisitorName.voucher(for:hostToken:)`. Throws an error of the account's
    /// domain if the store does not accept the voucher, or a network failure.
    package func visit(as visitor: String, voucher: String) async throws(StoreError) -> StoreWire.Session {
        var call = try StoreCall(.post, customer: "visits", body: StoreWire.Visit(visitor: visitor))
        call.token = voucher
        return try await soundSession(call)
    }

    /// Ends a session at the store. A session that the store no longer knows counts as ended.
    package func signOut(token: String) async throws(StoreError) {
        var call = StoreCall(.delete, customer: "sessions/current")
        call.token = token
        do { try await connection.send(call) } catch {
            guard error.isSignInNeeded else { throw error }
        }
    }

    private func session(_ route: String, _ credentials: StoreWire.Credentials) async throws(StoreError)
        -> StoreWire.Session
    {
        var call = try StoreCall(.post, customer: route, body: credentials)
        call.http.isRepeatable = false
        return try await soundSession(call)
    }

    private func soundSession(_ call: StoreCall) async throws(StoreError) -> StoreWire.Session {
        let session: StoreWire.Session = try await connection.send(call)
        guard session.isSound else { throw .unknownServerError }
        return session
    }
}

extension StoreWire.Session {
    /// Whether the account is a lower-case UUID, which names a folder, and the token fits into a header.
    var isSound: Bool {
        account.rawValue.isUUID && !token.isEmpty && token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
