internal import Hummingbird
internal import StoreEngine
internal import StoreModel

/// The App Store Server API at the address of one environment: `/inApps` and `/sandbox/inApps`.
struct ServerAPIRoutes {
    let api: ServerAPI
    let environment: StoreEnvironment

    func add(to routes: some RouterMethods<StoreContext>) {
        addTransactions(to: routes)
        addHistories(to: routes)
        addConsumption(to: routes)
        addSubscriptions(to: routes)
        addNotifications(to: routes)
    }

    private func addTransactions(to routes: some RouterMethods<StoreContext>) {
        routes.get("v1/transactions/{id}") { _, context in
            Response.serverAPI(try api.transactionInfo(context.parameters.require("id"), in: environment))
        }
        routes.get("v1/lookup/{id}") { _, context in
            Response.serverAPI(try api.order(context.parameters.require("id"), in: environment))
        }
        routes.get("v1/transactions/appTransactions/{id}") { _, context in
            Response.serverAPI(try api.appTransaction(of: context.parameters.require("id"), in: environment))
        }
        routes.post("v1/transactions/{id}/finish") { _, context in
            try await api.finish(context.parameters.require("id"), in: environment)
            return Response(status: .ok)
        }
        routes.put("v1/transactions/{id}/appAccountToken") { request, context in
            try await api.setAppAccountToken(
                of: context.parameters.require("id"), body: request.bytes(), in: environment)
            return Response(status: .ok)
        }
    }

    private func addHistories(to routes: some RouterMethods<StoreContext>) {
        routes.get("v2/history/{id}") { request, context in
            Response.serverAPI(
                try api.history(of: context.parameters.require("id"), query: request.queryItems, in: environment))
        }
        routes.get("v1/history/{id}") { request, context in
            Response.serverAPI(
                try api.oldHistory(of: context.parameters.require("id"), query: request.queryItems, in: environment))
        }
        routes.get("v2/refund/lookup/{id}") { request, context in
            Response.serverAPI(
                try api.refunds(of: context.parameters.require("id"), query: request.queryItems, in: environment))
        }
    }

    private func addConsumption(to routes: some RouterMethods<StoreContext>) {
        routes.put("v2/transactions/consumption/{id}") { request, context in
            try await api.setConsumption(of: context.parameters.require("id"), body: request.bytes(), in: environment)
            return Response(status: .accepted)
        }
        routes.put("v1/transactions/consumption/{id}") { request, context in
            try await api.setOldConsumption(
                of: context.parameters.require("id"), body: request.bytes(), in: environment)
            return Response(status: .accepted)
        }
    }

    private func addSubscriptions(to routes: some RouterMethods<StoreContext>) {
        routes.get("v1/subscriptions/{id}") { request, context in
            Response.serverAPI(
                try api.subscriptionStatuses(
                    of: context.parameters.require("id"), query: request.queryItems, in: environment))
        }
        routes.put("v1/subscriptions/extend/{id}") { request, context in
            Response.serverAPI(
                try await api.extendRenewal(
                    of: context.parameters.require("id"), body: request.bytes(), in: environment))
        }
        routes.post("v1/subscriptions/extend/mass") { request, _ in
            Response.serverAPI(try await api.extendRenewals(body: request.bytes(), in: environment))
        }
        routes.get("v1/subscriptions/extend/mass/{product}/{request}") { _, context in
            Response.serverAPI(
                try api.extensionStatus(
                    of: context.parameters.require("product"), request: context.parameters.require("request"),
                    in: environment))
        }
    }

    private func addNotifications(to routes: some RouterMethods<StoreContext>) {
        routes.post("v1/notifications/test") { _, _ in
            Response.serverAPI(try await api.requestTestNotification(in: environment))
        }
        routes.get("v1/notifications/test/{token}") { _, context in
            Response.serverAPI(try api.testNotification(context.parameters.require("token"), in: environment))
        }
        routes.post("v1/notifications/history") { request, _ in
            Response.serverAPI(
                try await api.notificationHistory(
                    query: request.queryItems, body: request.bytes(), in: environment))
        }
    }
}

extension Response {
    /// An answer of the App Store Server API.
    fileprivate static func serverAPI(_ json: [UInt8]) -> Response {
        Response(
            status: .ok, headers: JSONBody.fields(length: json.count),
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
    }
}

extension Request {
    /// The names and values of the query, in their order.
    fileprivate var queryItems: [ServerAPIQueryItem] {
        uri.queryParameters.map { ServerAPIQueryItem(name: String($0.key), value: String($0.value)) }
    }

    /// The body; the limit of the routes has collected it.
    fileprivate func bytes() async throws -> [UInt8] {
        Array(try await body.collect(upTo: .max).readableBytesView)
    }
}
