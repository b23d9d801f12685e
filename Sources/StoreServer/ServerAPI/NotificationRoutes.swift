internal import Hummingbird
internal import StoreEngine
internal import StoreModel

/// The routes of administrators for the addresses of notifications, and for customers' requests for refunds.
struct NotificationRoutes {
    private struct RefundRequest: Decodable {
        /// `unintendedPurchase` where it is missing.
        var reason: RefundReason?
    }

    let store: AppStore

    func add(to routes: some RouterMethods<StoreContext>) {
        routes.get("notifications") { _, _ in Response.json(try addresses()) }
        routes.put("notifications") { request, _ in
            let wanted: NotificationAddresses = try await request.json()
            try wanted.checked().set(in: store)
            return Response.json(try addresses())
        }
        routes.post("purchases/{id}/request-refund") { request, context in
            let refund =
                try await request.bytes().isEmpty ? RefundRequest() : try await request.json(RefundRequest.self)
            try store.requestRefund(of: context.transaction, because: refund.reason ?? .unintendedPurchase)
            return Response(status: .noContent)
        }
        routes.post("purchases/{id}/decline-refund") { _, context in
            try store.declineRefund(of: context.transaction)
            return Response(status: .noContent)
        }
        routes.get("purchases/{id}/consumption") { _, context in
            guard let report = try store.consumptionReport(of: context.transaction) else {
                throw HTTPFailure(.notFound, "Nobody has said how this purchase was used.")
            }
            return Response.json(ByteBuffer(string: report))
        }
    }

    private func addresses() throws -> NotificationAddresses {
        NotificationAddresses(
            production: try store.notificationAddress(in: .production)?.rawValue,
            sandbox: try store.notificationAddress(in: .sandbox)?.rawValue)
    }
}

/// Where notifications go, in the bodies of requests and answers.
struct NotificationAddresses: Codable {
    /// Addresses that can be set, nil for nowhere.
    struct Checked {
        let production: NotificationAddress?
        let sandbox: NotificationAddress?

        func set(in store: AppStore) throws {
            try store.setNotificationAddress(production, in: .production)
            try store.setNotificationAddress(sandbox, in: .sandbox)
        }
    }

    var production: String?
    var sandbox: String?

    func checked() throws(HTTPFailure) -> Checked {
        Checked(production: try Self.address(production), sandbox: try Self.address(sandbox))
    }

    private static func address(_ text: String?) throws(HTTPFailure) -> NotificationAddress? {
        guard let text else { return nil }
        guard let address = NotificationAddress(rawValue: text) else {
            throw .badRequest("Notifications go to addresses that begin with http:// or https://.")
        }
        return address
    }
}
