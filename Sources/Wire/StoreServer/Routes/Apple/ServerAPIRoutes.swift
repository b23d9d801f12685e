#if AppleServices
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import AppleServices
internal import StoreRules
internal import StoreModel

/// The App Store Server API for developers' servers at the address of one environment, `/inApps` or
/// `/sandbox/inApps`, and the middleware before them. `StoreRoutes` adds all of them.
struct ServerAPIRoutes {
    let environment: StoreEnvironment

    func add(to routes: some RouterMethods<StoreContext>) {
        addTransactions(to: routes)
        addSubscriptions(to: routes)
        routes.json(.post, "v1/notifications/test") { _, context in
            try await context.api.requestTestNotification(in: environment)
        }
        routes.json(.get, "v1/notifications/test/{token}") {
            try $1.api.testNotification($1.parameter("token"), in: environment)
        }
        routes.json(.post, "v1/notifications/history") { request, context in
            try context.api.notificationHistory(
                query: request.queryItems, body: context.bytes, in: environment)
        }
    }

    private func addTransactions(to routes: some RouterMethods<StoreContext>) {
        routes.json(.get, "v1/transactions/{id}") {
            try $1.api.transactionInfo($1.identifier, in: environment)
        }
        routes.json(.get, "v1/lookup/{id}") { try $1.api.order($1.identifier, in: environment) }
        routes.json(.get, "v1/transactions/appTransactions/{id}") {
            try $1.api.appTransaction(of: $1.identifier, in: environment)
        }
        routes.status(.ok, .post, "v1/transactions/{id}/finish") {
            try await $1.api.finish($1.identifier, in: environment)
        }
        routes.status(.ok, .put, "v1/transactions/{id}/appAccountToken") {
            try await $1.api.setAppAccountToken(of: $1.identifier, body: $1.bytes, in: environment)
        }
        routes.json(.get, "v2/history/{id}") {
            try $1.api.history(of: $1.identifier, query: $0.queryItems, in: environment)
        }
        routes.json(.get, "v1/history/{id}") {
            try $1.api.oldHistory(of: $1.identifier, query: $0.queryItems, in: environment)
        }
        routes.json(.get, "v2/refund/lookup/{id}") {
            try $1.api.refunds(of: $1.identifier, query: $0.queryItems, in: environment)
        }
        routes.json(.get, "v1/refund/lookup/{id}") {
            try $1.api.oldRefunds(of: $1.identifier, in: environment)
        }
        routes.status(.accepted, .put, "v2/transactions/consumption/{id}") {
            try await $1.api.setConsumption(of: $1.identifier, body: $1.bytes, in: environment)
        }
        routes.status(.accepted, .put, "v1/transactions/consumption/{id}") {
            try await $1.api.setOldConsumption(of: $1.identifier, body: $1.bytes, in: environment)
        }
    }

    private func addSubscriptions(to routes: some RouterMethods<StoreContext>) {
        routes.json(.get, "v1/subscriptions/{id}") {
            try $1.api.subscriptionStatuses(of: $1.identifier, query: $0.queryItems, in: environment)
        }
        routes.json(.put, "v1/subscriptions/extend/{id}") {
            try await $1.api.extendRenewal(of: $1.identifier, body: $1.bytes, in: environment)
        }
        routes.json(.post, "v1/subscriptions/extend/mass") { request, context in
            try await context.api.extendRenewals(body: context.bytes, in: environment)
        }
        routes.json(.get, "v1/subscriptions/extend/mass/{product}/{request}") {
            try $1.api.extensionStatus(
                of: $1.parameter("product"), request: $1.parameter("request"), in: environment)
        }
    }
}

extension StoreContext {
    /// The Server API of the store that the request is for.
    var api: ServerAPI { ServerAPI(store: store, key: served.key) }
}

extension Request {
    /// The names and values of the query, in order.
    var queryItems: [ServerAPIQueryItem] {
        uri.queryParameters.map { ServerAPIQueryItem(name: String($0.key), value: String($0.value)) }
    }
}

/// Lets only requests with a token of the developer's key through, and gives refusals the form of
/// Apple's refusals. Apple's answer does not say what is wrong with a token, so the log does.
struct ServerAPIAccess: RouterMiddleware {
    let environment: StoreEnvironment
    let log: @Sendable (String) -> Void
    /// How many seconds a client has to wait after a refusal that the operator asked for.
    private static let orderedPause = 60.0

    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        let api = context.api
        if let fault = api.fault(of: request.headers[.authorization]) { return unauthenticated(fault) }
        if let seconds = context.limits.serverAPI?.take(environment) {
            return Self.tooMany(seconds, at: api.now)
        }
        do { return try await next(request, context) } catch let error as ServerAPIError {
            // The operator may ask for this error, too.
            return error == .rateLimitExceeded
                ? Self.tooMany(Self.orderedPause, at: api.now) : Self.response(error)
        } catch let refusal as HTTPFailure
            where refusal.status == .contentTooLarge || refusal.status == .badRequest
        {
            return Self.response(.badRequest)
        } catch let refusal as HTTPFailure where refusal.status == .serviceUnavailable {
            return Self.response(.retryableInternalError)
        }
    }

    private static func response(_ error: ServerAPIError) -> Response {
        Response.json(error, status: HTTPResponse.Status(code: error.status))
    }

    /// Apple's answer is text, not JSON.
    private func unauthenticated(_ fault: String) -> Response {
        let identifier = UUID().uuidString
        log("The App Store Server API refused the request \(identifier): \(fault).")
        let body = ByteBuffer(string: "Unauthenticated\n\nRequest ID: \(identifier)\n")
        return Response(
            status: .unauthorized,
            headers: [.contentType: "text/plain", .contentLength: String(body.readableBytes)],
            body: ResponseBody(byteBuffer: body))
    }

    /// The refusal of a request that may come again after some seconds. Here `Retry-After` is a moment in
    /// milliseconds since 1970, not a duration.
    static func tooMany(_ seconds: Double, at now: Timestamp) -> Response {
        var response = Self.response(.rateLimitExceeded)
        response.headers[.retryAfter] = String(now.advanced(by: .seconds(seconds)).milliseconds)
        return response
    }
}

/// Refuses requests with the error that the operator has set, which `ServerAPIAccess` gives its form. The error
/// is in the database, so this comes after `ThreadMiddleware`.
struct OrderedRefusal: RouterMiddleware {
    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        try context.api.refuseIfWanted()
        return try await next(request, context)
    }
}
#endif
