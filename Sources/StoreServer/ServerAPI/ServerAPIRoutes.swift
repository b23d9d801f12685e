internal import HTTPTypes
internal import Hummingbird
internal import StoreEngine
internal import StoreModel

/// The App Store Server API at the address of one environment: `/inApps` and `/sandbox/inApps`.
struct ServerAPIRoutes {
    let api: ServerAPI
    let environment: StoreEnvironment

    func add(to routes: some RouterMethods<StoreContext>) {
        addTransactions(to: routes)
        addSubscriptions(to: routes)
        addNotifications(to: routes)
    }

    private func addTransactions(to routes: some RouterMethods<StoreContext>) {
        routes.get("v1/transactions/{id}", use: json { try api.transactionInfo($1.parameter("id"), in: environment) })
        routes.get("v1/lookup/{id}", use: json { try api.order($1.parameter("id"), in: environment) })
        routes.get(
            "v1/transactions/appTransactions/{id}",
            use: json { try api.appTransaction(of: $1.parameter("id"), in: environment) })
        routes.post(
            "v1/transactions/{id}/finish",
            use: status(.ok) { try await api.finish($1.parameter("id"), in: environment) })
        routes.put(
            "v1/transactions/{id}/appAccountToken",
            use: status(.ok) {
                try await api.setAppAccountToken(of: $1.parameter("id"), body: $0.bytes(), in: environment)
            })
        routes.get(
            "v2/history/{id}",
            use: json { try api.history(of: $1.parameter("id"), query: $0.queryItems, in: environment) })
        routes.get(
            "v1/history/{id}",
            use: json { try api.oldHistory(of: $1.parameter("id"), query: $0.queryItems, in: environment) })
        routes.get(
            "v2/refund/lookup/{id}",
            use: json { try api.refunds(of: $1.parameter("id"), query: $0.queryItems, in: environment) })
        routes.put(
            "v2/transactions/consumption/{id}",
            use: status(.accepted) {
                try await api.setConsumption(of: $1.parameter("id"), body: $0.bytes(), in: environment)
            })
        routes.put(
            "v1/transactions/consumption/{id}",
            use: status(.accepted) {
                try await api.setOldConsumption(of: $1.parameter("id"), body: $0.bytes(), in: environment)
            })
    }

    private func addSubscriptions(to routes: some RouterMethods<StoreContext>) {
        routes.get(
            "v1/subscriptions/{id}",
            use: json { try api.subscriptionStatuses(of: $1.parameter("id"), query: $0.queryItems, in: environment) })
        routes.put(
            "v1/subscriptions/extend/{id}",
            use: json { try await api.extendRenewal(of: $1.parameter("id"), body: $0.bytes(), in: environment) })
        routes.post(
            "v1/subscriptions/extend/mass",
            use: json { request, _ in try await api.extendRenewals(body: request.bytes(), in: environment) })
        routes.get(
            "v1/subscriptions/extend/mass/{product}/{request}",
            use: json {
                try api.extensionStatus(of: $1.parameter("product"), request: $1.parameter("request"), in: environment)
            })
    }

    private func addNotifications(to routes: some RouterMethods<StoreContext>) {
        routes.post(
            "v1/notifications/test", use: json { _, _ in try await api.requestTestNotification(in: environment) })
        routes.get(
            "v1/notifications/test/{token}",
            use: json { try api.testNotification($1.parameter("token"), in: environment) })
        routes.post(
            "v1/notifications/history",
            use: json { request, _ in
                try await api.notificationHistory(query: request.queryItems, body: request.bytes(), in: environment)
            })
    }
}

typealias ServerAPIRoute = @Sendable (Request, StoreContext) async throws -> Response

/// A route that answers with JSON.
func json(_ work: @escaping @Sendable (Request, StoreContext) async throws -> [UInt8]) -> ServerAPIRoute {
    { .json(ByteBuffer(bytes: try await work($0, $1))) }
}

/// A route that answers with a status and no body.
func status(
    _ status: HTTPResponse.Status, _ work: @escaping @Sendable (Request, StoreContext) async throws -> Void
) -> ServerAPIRoute {
    {
        try await work($0, $1)
        return Response(status: status)
    }
}

extension Request {
    /// The names and values of the query, in their order.
    var queryItems: [ServerAPIQueryItem] {
        uri.queryParameters.map { ServerAPIQueryItem(name: String($0.key), value: String($0.value)) }
    }
}
