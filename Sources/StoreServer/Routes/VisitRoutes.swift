internal import AppStore
internal import Hummingbird
internal import StoreModel

/// Visitors, whom a host vouches for.
struct VisitRoutes {
    let store: AppStore

    func add(to routes: some RouterMethods<StoreContext>) {
        routes.post("visits") { request, _ in
            let visit: StoreWire.Visit = try await request.json()
            guard let visitor = VisitorName(rawValue: visit.visitor) else {
                throw Refusal.badRequest("A visitor is SHA256:… of a key, or guest- and a UUID.")
            }
            let (account, token) = try await store.admit(visitor)
            return Response.json(
                StoreWire.Session(
                    account: account.identifier, name: visitor.rawValue, environment: account.environment,
                    token: token.rawValue))
        }
    }
}
