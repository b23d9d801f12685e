internal import Hummingbird
internal import StoreRules

/// The routes of administrators for the clock of an account, which `AdminRoutes` adds. The path names the
/// account by its identifier or its name.
struct AccountClockRoutes {
    func add(to routes: some RouterMethods<StoreContext>) {
        routes.get("accounts/{id}/clock") { _, context in
            Response.json(try context.store.clock(of: context.identifier))
        }
        routes.post("accounts/{id}/clock") { request, context in
            let move = try ClockMove(request, context)
            return Response.json(
                try context.store.moveClock(
                    of: context.identifier, by: move.advanceMilliseconds ?? 0, isFrozen: move.isFrozen))
        }
        routes.withoutBody.delete("accounts/{id}/clock") { _, context in
            Response.json(try context.store.removeClock(of: context.identifier))
        }
    }
}

extension AccountClockRefusal: HTTPRefusal {
    var failure: HTTPFailure {
        switch self {
        case .noAccount: HTTPFailure(.notFound, "There is no such account.")
        case .tooFar:
            .badRequest(
                "The clock goes a hundred years ahead or back, in the years 2001 to 2099; nothing was changed."
            )
        }
    }
}
