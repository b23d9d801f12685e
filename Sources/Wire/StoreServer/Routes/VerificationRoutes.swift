internal import HTTPTypes
internal import Hummingbird
internal import StoreModel
internal import StoreRules

/// The route verifyReceipt of one environment, for developers' and content servers. `StoreRoutes` adds it.
/// The HTTP status is always 200. The request's content type does not matter, because clients send all kinds.
struct VerificationRoutes {
    let furtherStores: FurtherStores?
    /// Found by their shared secrets; nil if they are asked only under their own addresses.
    let testStores: TestStores?
    let environment: StoreEnvironment
    let metrics: Metrics

    func add(to routes: some RouterMethods<StoreContext>) {
        routes.post("verifyReceipt") { request, context in
            let body = try context.bytes
            let store =
                testStores?.store(withSecretIn: body)
                ?? furtherStores?.store(ofReceiptIn: body, signedAs: context.store) ?? context.store
            return answer(store.verifyReceipt(body, at: environment))
        }
        for method in [HTTPRequest.Method.get, .put, .patch, .delete] {
            routes.on("verifyReceipt", method: method) { _, _ in
                answer(VerificationResult.unreadableRequest)
            }
        }
    }

    private func answer(_ result: VerificationResult) -> Response {
        metrics.verified(result.status)
        return Response.json(ByteBuffer(bytes: result.json))
    }
}

/// Gives what other middleware refuses the form of an answer to verifyReceipt. A request that is not HTTP gets
/// HTTP's own answer.
extension VerificationRoutes: RouterMiddleware {
    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        do { return try await next(request, context) } catch let refusal as HTTPFailure {
            guard let result = Self.result(of: request.method, refusedWith: refusal.status) else {
                throw refusal
            }
            return answer(result)
        }
    }

    /// Nil if the refusal stays as it is.
    static func result(
        of method: HTTPRequest.Method, refusedWith status: HTTPResponse.Status
    ) -> VerificationResult? {
        switch status {
        case .contentTooLarge: method == .post ? .malformed : .unreadableRequest
        case .serviceUnavailable: .unavailable
        default: nil
        }
    }
}
