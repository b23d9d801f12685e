internal import FoundationEssentials
internal import Hummingbird
internal import StoreEngine
internal import StoreModel

/// Lets only requests with a token of the developer's key through, and gives refusals the form of Apple's.
struct ServerAPIAccess: RouterMiddleware {
    let api: ServerAPI
    /// The limit of all requests in an environment, as Apple has one for each application; nil for none.
    let requests: TokenBuckets<StoreEnvironment>?
    let environment: StoreEnvironment

    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        guard api.isAuthorized(request.headers[.authorization]) else { return unauthenticated }
        if let seconds = requests?.take(environment) { return tooMany(seconds) }
        do {
            try api.refuseIfWanted()
            return try await next(request, context)
        } catch let error as ServerAPIError {
            return response(error)
        } catch let refusal as HTTPFailure where refusal.status == .contentTooLarge || refusal.status == .badRequest {
            return response(.badRequest)
        }
    }

    private func response(_ error: ServerAPIError) -> Response {
        Response.json(ByteBuffer(bytes: error.json), status: HTTPResponse.Status(code: error.status))
    }

    /// Apple's answer is text, not JSON.
    private var unauthenticated: Response {
        let body = ByteBuffer(string: "Unauthenticated\n\nRequest ID: \(UUID().uuidString)\n")
        return Response(
            status: .unauthorized, headers: [.contentType: "text/plain", .contentLength: String(body.readableBytes)],
            body: ResponseBody(byteBuffer: body))
    }

    /// Here `Retry-After` is a moment in milliseconds since 1970, not a duration.
    private func tooMany(_ seconds: Double) -> Response {
        var response = response(.rateLimitExceeded)
        response.headers[.retryAfter] = String(api.now.advanced(by: .seconds(seconds)).milliseconds)
        return response
    }
}
