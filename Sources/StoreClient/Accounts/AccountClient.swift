package import StoreModel
package import StoreWire

/// Signs people in at a store, and out again.
package struct AccountClient: Sendable {
    private let connection: StoreConnection

    /// A client for the store at the end of `connection`.
    package init(connection: StoreConnection) { self.connection = connection }

    /// Signs somebody in.
    ///
    /// - Throws: `forgottenPassword` for a name and a password that do not fit together, `tooManyAttempts`, or a network
    ///   failure.
    package func signIn(_ credentials: StoreWire.Credentials) async throws(StoreError) -> StoreWire.Session {
        try await session("sessions", credentials)
    }

    /// Makes an account, and signs its owner in.
    ///
    /// - Throws: `accountTaken`, `tooManyAttempts`, or a network failure, after which the account may be there.
    package func createAccount(_ credentials: StoreWire.Credentials) async throws(StoreError) -> StoreWire.Session {
        try await session("accounts", credentials)
    }

    /// Lets a visitor in whom a host vouches for, with a `StoreWire.voucher(for:hostToken:)`.
    ///
    /// - Throws: an error of the account's domain where the store does not take the host's word, or a network failure.
    package func visit(as visitor: String, voucher: String) async throws(StoreError) -> StoreWire.Session {
        var call = try StoreCall(.post, customer: "visits", body: StoreWire.Visit(visitor: visitor))
        call.token = voucher
        return try await soundSession(call)
    }

    /// Ends a session at the store. One that the store does not know any more has ended.
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
    /// Whether the account is a lower-case UUID, for it becomes the name of a folder, and the token can stand in a header.
    var isSound: Bool {
        let parts = account.rawValue.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && account.rawValue.utf8.allSatisfy("0123456789abcdef-".utf8.contains)
            && !token.isEmpty && token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
