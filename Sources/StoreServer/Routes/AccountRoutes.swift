internal import Hummingbird
internal import StoreEngine
internal import StoreModel
internal import StoreWire

/// The routes that make accounts, and sign in and out.
struct AccountRoutes {
    let store: AppStore
    let throttle: LoginThrottle

    /// The routes that need no session.
    func add(to routes: some RouterMethods<StoreContext>) {
        routes.post("accounts") { request, context in
            let answer = try await attempt(request.json(), from: context) {
                try await store.createAccount(name: $0, password: $1)
            }
            return Response.json(answer, status: .created)
        }
        routes.post("sessions") { request, context in
            Response.json(
                try await attempt(request.json(), from: context) {
                    try await store.signIn(name: $0, password: $1)
                })
        }
    }

    func addSignOut(to routes: some RouterMethods<StoreContext>) {
        routes.delete("sessions/current") { request, _ in
            if let token = request.bearerToken { try await store.signOut(SessionToken(rawValue: token)) }
            return Response(status: .noContent)
        }
    }

    /// An attempt counts as failed unless it succeeds: names and passwords can be guessed with either route.
    private func attempt(
        _ credentials: StoreWire.Credentials, from context: StoreContext,
        _ work: (AccountName, String) async throws -> (Account, SessionToken)
    ) async throws -> StoreWire.Session {
        guard let name = AccountName(rawValue: credentials.account) else { throw AccountError.badName }
        try await throttle.begin(account: name, from: context.network)
        let (account, token): (Account, SessionToken)
        do { (account, token) = try await work(name, credentials.password) } catch AccountError.busy {
            try await throttle.unanswered(account: name, from: context.network)
            throw AccountError.busy
        }
        // What was done is not undone where this cannot be written: the attempt then counts as failed.
        try? await throttle.succeeded(account: name, from: context.network)
        return StoreWire.Session(of: account, name: account.name ?? "", token: token)
    }
}

extension StoreWire.Session {
    init(of account: Account, name: String, token: SessionToken) {
        self.init(account: account.identifier, name: name, environment: account.environment, token: token.rawValue)
    }
}
