internal import Hummingbird
internal import StoreEngine
internal import StoreModel
internal import StoreWire

/// The route by which an SSH host signs its visitors in.
struct VisitRoutes {
    let store: AppStore
    let hostToken: String

    func add(to routes: some RouterMethods<StoreContext>) {
        routes.post("visits") { request, _ in
            let visit: StoreWire.Visit = try await request.json()
            let voucher = StoreWire.voucher(for: visit.visitor, hostToken: hostToken)
            guard request.bearerToken(is: voucher) else {
                throw HTTPFailure(.unauthorized, "No host vouches for this visitor.")
            }
            guard let visitor = VisitorName(rawValue: visit.visitor) else {
                throw HTTPFailure.badRequest("A visitor is SHA256:… of a key, or guest- and a UUID.")
            }
            let (account, token) = try await store.admit(visitor)
            return Response.json(StoreWire.Session(of: account, name: visitor.rawValue, token: token))
        }
    }
}
