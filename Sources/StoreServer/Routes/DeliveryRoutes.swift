internal import Hummingbird
internal import StoreEngine
internal import StoreModel

/// The routes of administrators for the delivery log: every notification, its attempts, its payload, and another attempt.
struct DeliveryRoutes {
    private static let limits = 1...1000

    let store: AppStore

    func add(to routes: some RouterMethods<StoreContext>) {
        routes.get("notifications/deliveries") { request, _ in
            let query = request.uri.queryParameters
            let limit = try query["limit"].map(Self.number) ?? 100
            guard Self.limits.contains(Int(clamping: limit)) else {
                throw HTTPFailure.badRequest("limit is 1 to 1000.")
            }
            return Response.json(
                try store.deliveries(
                    in: try query["environment"].map(Self.environment), before: try query["before"].map(Self.number),
                    limit: Int(limit)))
        }
        routes.get("notifications/deliveries/{id}") { _, context in
            guard let delivery = try store.delivery(of: context.parameter("id")) else { throw Self.noNotification }
            return Response.json(delivery)
        }
        routes.post("notifications/deliveries/{id}/send") { _, context in
            do { return Response.json(try store.sendAgain(context.parameter("id"))) } catch let refusal
                as ResendRefusal
            {
                switch refusal {
                case .noNotification: throw Self.noNotification
                case .noAddress(let environment):
                    throw HTTPFailure(
                        .conflict,
                        "\(environment.rawValue) has no address for notifications; nothing was sent. PUT /admin/v1/notifications sets one."
                    )
                }
            }
        }
    }

    private static let noNotification = HTTPFailure(.notFound, "There is no such notification.")

    private static func number(_ text: Substring) throws(HTTPFailure) -> Int64 {
        guard let number = Int64(text) else { throw .badRequest("before and limit are whole numbers.") }
        return number
    }

    private static func environment(_ text: Substring) throws(HTTPFailure) -> StoreEnvironment {
        guard let environment = StoreEnvironment(rawValue: String(text)) else {
            throw .badRequest("environment is Sandbox or Production.")
        }
        return environment
    }
}
