#if AppleServices
internal import Hummingbird
internal import AppleServices
internal import StoreRules
internal import StoreModel

/// The routes of administrators for notifications: their addresses, and their delivery log (every
/// notification with its attempts and its payload), which the command `notifications` reads. Also the routes
/// for customers' refund requests.
struct NotificationRoutes {
    private struct RefundRequest: Decodable {
        /// `unintendedPurchase` if it is missing.
        var reason: RefundReason?
    }

    func add(to routes: some RouterMethods<StoreContext>) {
        routes.get("notifications") { _, context in Response.json(try Self.addresses(of: context.store)) }
        routes.put("notifications") { request, context in
            let wanted: NotificationAddresses = try request.json(context)
            for (environment, address) in try wanted.checked() {
                try context.store.setNotificationAddress(address, in: environment)
            }
            return Response.json(try Self.addresses(of: context.store))
        }
        addDeliveries(to: routes)
        routes.status(.noContent, .post, "purchases/{id}/request-refund") { request, context in
            let refund = try request.json(context, orEmpty: RefundRequest())
            try context.change(context.identifier, by: "request-refund") { _ in
                try context.store.requestRefund(
                    of: context.transactionByNumber, because: refund.reason ?? .unintendedPurchase)
            }
        }
        routes.withoutBody.status(.noContent, .post, "purchases/{id}/decline-refund") { _, context in
            try context.change(context.identifier, by: "decline-refund") { _ in
                try context.store.declineRefund(of: context.transactionByNumber)
            }
        }
        routes.get("purchases/{id}/consumption") { _, context in
            guard let report = try context.store.consumptionReport(of: context.transactionByNumber) else {
                throw HTTPFailure(.notFound, "Nobody has said how this purchase was used.")
            }
            return Response.json(ByteBuffer(string: report))
        }
    }

    private func addDeliveries(to routes: some RouterMethods<StoreContext>) {
        routes.get("notifications/deliveries") { request, context in
            let environment = try request.uri.queryParameters["environment"].map(Self.environment)
            return Response.json(
                try context.store.deliveries(
                    in: environment, before: Self.before(request, context.store), limit: request.limit))
        }
        routes.get("notifications/deliveries/{id}") { _, context in
            guard let delivery = try context.store.delivery(of: context.identifier) else {
                throw ResendRefusal.noNotification
            }
            return Response.json(delivery)
        }
        routes.withoutBody.post("notifications/deliveries/{id}/send") { _, context in
            Response.json(try context.store.sendAgain(context.identifier))
        }
    }

    /// `Request.before`, for which a notification's UUID may stand, too: its number is too large for JavaScript.
    private static func before(_ request: Request, _ store: AppStore) throws -> Int64? {
        guard let text = request.uri.queryParameters["before"] else { return nil }
        if let number = Int64(text) { return number }
        guard text.utf8.count == 36 else {
            throw HTTPFailure.badRequest("before is the UUID of a notification, or its number.")
        }
        guard let found = try store.delivery(of: String(text)) else { throw ResendRefusal.noNotification }
        return found.delivery.number
    }

    private static func addresses(of store: AppStore) throws -> NotificationAddresses {
        NotificationAddresses(
            production: try store.notificationAddress(in: .production)?.rawValue,
            sandbox: try store.notificationAddress(in: .sandbox)?.rawValue)
    }

    private static func environment(_ text: Substring) throws(HTTPFailure) -> StoreEnvironment {
        guard let environment = StoreEnvironment(written: String(text)) else {
            throw .badRequest("environment is sandbox or production.")
        }
        return environment
    }
}

extension StoreContext {
    /// The transaction that the path names. Throws `HTTPFailure` (404) if that is not a number: the other
    /// actions on a purchase take a payment's key, too.
    fileprivate var transactionByNumber: TransactionIdentifier {
        get throws {
            let transaction = try transaction
            guard Int64(transaction.rawValue) != nil else {
                throw HTTPFailure(
                    .notFound,
                    "There is no such transaction. This address takes a transaction's identifier, and not a "
                        + "payment's key.")
            }
            return transaction
        }
    }
}

extension ResendRefusal: HTTPRefusal {
    var failure: HTTPFailure {
        switch self {
        case .noNotification: HTTPFailure(.notFound, "There is no such notification.")
        case .noAddress(let environment):
            HTTPFailure(
                .conflict,
                "\(environment.rawValue) has no address for notifications; nothing was sent. PUT /admin/v1/notifications sets one."
            )
        }
    }
}
#endif
