internal import Foundation
internal import Hummingbird
internal import StoreEngine
internal import StoreModel

/// The routes of administrators for the clocks that belong to one account each.
struct AccountClockRoutes {
    let store: AppStore

    func add(to routes: some RouterMethods<StoreContext>) {
        routes.get("accounts/{id}/clock") { _, context in
            try answering { try store.clock(of: Self.account(context)) }
        }
        routes.post("accounts/{id}/clock") { request, context in
            let move = try await ClockMove(request)
            return try answering {
                try store.moveClock(
                    of: Self.account(context), by: move.advanceMilliseconds ?? 0, isFrozen: move.isFrozen)
            }
        }
        routes.delete("accounts/{id}/clock") { _, context in
            try answering { try store.removeClock(of: Self.account(context)) }
        }
    }

    private func answering(_ clock: () throws -> AccountClock) throws -> Response {
        do { return Response.json(try clock()) } catch let refusal as AccountClockRefusal {
            switch refusal {
            case .noAccount: throw HTTPFailure(.notFound, "There is no such account; nothing was changed.")
            case .tooFar:
                throw HTTPFailure.badRequest(
                    "The clock goes a hundred years ahead or back, and stands from 2001 to 2100; nothing was changed.")
            }
        }
    }

    /// The account that the path names, by its identifier or its name.
    private static func account(_ context: StoreContext) throws -> AccountIdentifier {
        AccountIdentifier(rawValue: try context.parameter("id").removingPercentEncoding ?? "")
    }
}
