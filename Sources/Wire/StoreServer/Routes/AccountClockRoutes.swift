internal import Hummingbird
internal import StoreModel
internal import StoreRules

/// The routes of administrators for the clock of an account, which `AdminRoutes` adds.
struct AccountClockRoutes {
    func add(to routes: some RouterMethods<StoreContext>) {
        routes.get("accounts/{id}/clock") { _, context in
            Response.json(try context.store.clock(of: Self.account(context)))
        }
        routes.post("accounts/{id}/clock") { request, context in
            let move = try ClockMove(request, context)
            return Response.json(
                try context.store.moveClock(
                    of: Self.account(context), by: move.advanceMilliseconds ?? 0, isFrozen: move.isFrozen))
        }
        routes.withoutBody.delete("accounts/{id}/clock") { _, context in
            Response.json(try context.store.removeClock(of: Self.account(context)))
        }
    }

    /// The account that the path names, by its identifier or its name.
    private static func account(_ context: StoreContext) throws -> AccountIdentifier {
        AccountIdentifier(rawValue: try context.identifier)
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
