internal import Hummingbird
internal import StoreEngine
internal import StoreModel

/// For those who run the store: where notifications go, and what customers want back.
struct NotificationRoutes {
    /// Both directions of `notifications`.
    private struct Addresses: Codable {
        var production: String?
        var sandbox: String?
    }

    private struct RefundRequest: Decodable {
        /// Unintended where it is missing.
        var reason: RefundReason?
    }

    let store: AppStore

    func add(to routes: some RouterMethods<StoreContext>) {
        routes.get("notifications") { _, _ in Response.json(try addresses()) }
        routes.put("notifications") { request, _ in
            let wanted: Addresses = try await request.json()
            let production = try Self.address(wanted.production)
            let sandbox = try Self.address(wanted.sandbox)
            try store.setNotificationAddress(production, in: .production)
            try store.setNotificationAddress(sandbox, in: .sandbox)
            return Response.json(try addresses())
        }
        routes.post("purchases/{id}/request-refund") { request, context in
            let body = try await request.body.collect(upTo: .max)
            let refund = body.readableBytes == 0 ? RefundRequest() : try await request.json(RefundRequest.self)
            try store.requestRefund(of: Self.transaction(context), because: refund.reason ?? .unintendedPurchase)
            return Response(status: .noContent)
        }
        routes.post("purchases/{id}/decline-refund") { _, context in
            try store.declineRefund(of: Self.transaction(context))
            return Response(status: .noContent)
        }
        routes.get("purchases/{id}/consumption") { _, context in
            guard let report = try store.consumptionReport(of: Self.transaction(context)) else {
                throw HTTPFailure(.notFound, "Nobody has said how this purchase was used.")
            }
            return Response(
                status: .ok, headers: JSONBody.fields(length: report.utf8.count),
                body: ResponseBody(byteBuffer: ByteBuffer(string: report)))
        }
    }

    private func addresses() throws -> Addresses {
        Addresses(
            production: try store.notificationAddress(in: .production)?.rawValue,
            sandbox: try store.notificationAddress(in: .sandbox)?.rawValue)
    }

    private static func address(_ text: String?) throws(HTTPFailure) -> NotificationAddress? {
        guard let text else { return nil }
        guard let address = NotificationAddress(rawValue: text) else {
            throw .badRequest("Notifications go to addresses that begin with http:// or https://.")
        }
        return address
    }

    private static func transaction(_ context: StoreContext) throws -> TransactionIdentifier {
        TransactionIdentifier(rawValue: try context.parameters.require("id"))
    }
}
