internal import Hummingbird
internal import StoreModel
internal import StoreRules
internal import StoreWire

/// The routes that storefronts (`AccountClient`) use to make accounts and to sign in and out. Visitors over
/// SSH use them too.
struct AccountRoutes {
    /// The routes that need no session.
    func add(to routes: some RouterMethods<StoreContext>) {
        routes.post("accounts") { request, context in
            Response.json(
                try await attempt(request.json(context), from: context) {
                    try context.limits.newAccounts?.allow(context.network, orThrow: .tooManyAttempts)
                    return try await context.store.createAccount(name: $0, password: $1)
                }, status: .created)
        }
        routes.post("sessions") { request, context in
            Response.json(
                try await attempt(request.json(context), from: context) {
                    try await context.store.signIn(name: $0, password: $1)
                })
        }
    }

    func addSignOut(to routes: some RouterMethods<StoreContext>) {
        routes.withoutBody.status(.noContent, .delete, "sessions/current") { request, context in
            guard let token = request.bearerToken else { return }
            try await context.store.signOut(SessionToken(rawValue: token))
        }
    }

    /// Names and passwords can be guessed with either of the two routes.
    private func attempt(
        _ credentials: StoreWire.Credentials, from context: StoreContext,
        _ work: (AccountName, String) async throws -> (Account, SessionToken)
    ) async throws -> StoreWire.Session {
        guard let name = AccountName(rawValue: credentials.account) else { throw AccountError.badName }
        let (account, token) = try await context.limits.signIns.attempt(
            account: name, from: context.network
        ) {
            try await work(name, credentials.password)
        }
        return StoreWire.Session(of: account, name: account.name ?? "", token: token)
    }
}

extension StoreWire.Session {
    init(of account: Account, name: String, token: SessionToken) {
        self.init(
            account: account.identifier, name: name, environment: account.environment,
            appTransactionIdentifier: account.appTransactionIdentifier, token: token.rawValue)
    }
}

/// The route that visitors of an SSH host use to sign in. The host vouches for them.
struct VisitRoutes {
    let hostToken: String

    func add(to routes: some RouterMethods<StoreContext>) {
        routes.post("visits") { request, context in
            let visit: StoreWire.Visit = try request.json(context)
            let voucher = VisitorName.voucher(for: visit.visitor, hostToken: hostToken)
            guard request.bearerToken(is: voucher) else {
                throw HTTPFailure(.unauthorized, "No host vouches for this visitor.")
            }
            guard let visitor = VisitorName(rawValue: visit.visitor) else {
                throw HTTPFailure.badRequest("A visitor is SHA256:… of a key, or guest- and a UUID.")
            }
            let (account, token) = try await context.store.admit(visitor)
            return Response.json(StoreWire.Session(of: account, name: visitor.rawValue, token: token))
        }
    }
}
