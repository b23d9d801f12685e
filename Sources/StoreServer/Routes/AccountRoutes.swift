internal import AppStore
internal import Hummingbird
internal import StoreModel

/// New accounts, and signing in and out.
struct AccountRoutes {
    let store: AppStore
    let brake: SignInBrake

    /// The routes of those who are not signed in yet.
    func add(to routes: some RouterMethods<StoreContext>) {
        routes.post("accounts") { request, context in
            let answer = try await attempt(request.json(), from: context) {
                try await store.createAccount(name: $0.account, password: $0.password)
            }
            return Response.json(answer, status: .created)
        }
        routes.post("sessions") { request, context in
            Response.json(
                try await attempt(request.json(), from: context) {
                    try await store.signIn(name: $0.account, password: $0.password)
                })
        }
    }

    /// The route of those who are.
    func addSignOut(to routes: some RouterMethods<StoreContext>) {
        routes.delete("sessions/current") { request, _ in
            if let token = request.bearerToken { try store.signOut(SessionToken(rawValue: token)) }
            return Response(status: .noContent)
        }
    }

    /// An attempt counts as failed unless it succeeds: names and passwords can be guessed with either route.
    private func attempt(
        _ credentials: StoreWire.Credentials, from context: StoreContext,
        _ work: (StoreWire.Credentials) async throws -> (Account, SessionToken)
    ) async throws -> StoreWire.Session {
        try brake.begin(account: credentials.account, address: context.address)
        let (account, token) = try await work(credentials)
        brake.succeeded(account: credentials.account, address: context.address)
        return StoreWire.Session(
            account: account.identifier, name: account.name ?? "", environment: account.environment,
            token: token.rawValue)
    }
}
