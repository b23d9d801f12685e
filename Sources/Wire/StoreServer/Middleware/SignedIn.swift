internal import HTTPTypes
internal import Hummingbird
internal import StoreModel
internal import StoreRules
internal import StoreWire

/// Lets only requests of signed-in accounts through to the customers' routes, and limits how often. Below,
/// also for other routes: how a request's token and its device are read from its headers.
struct SignedIn: RouterMiddleware {
    /// Sessions that are not known yet are looked up on these threads.
    let threads: ThreadMiddleware

    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        guard let session = try await session(of: request, context.store) else {
            throw HTTPFailure(StoreError.signInNeeded)
        }
        try context.limits.requests?.allow(session.account.identifier)
        var context = context
        context.session = session
        return try await next(request, context)
    }

    private func session(of request: Request, _ store: AppStore) async throws -> AccountSession? {
        guard let token = request.sessionToken else { return nil }
        let device = try request.device()
        if let known = store.knownSession(for: token, device: device) { return known }
        return try await threads.run { try store.session(for: token, device: device) }
    }
}

extension StoreContext {
    var signedIn: AccountSession {
        get throws(HTTPFailure) {
            guard let session else { throw HTTPFailure(StoreError.signInNeeded) }
            return session
        }
    }
}

extension Request {
    var bearerToken: String? {
        guard let field = headers.value(of: .authorization) else { return nil }
        guard let space = field.utf8.firstIndex(of: UInt8(ascii: " ")),
            field[..<space].lowercased() == "bearer"
        else { return nil }
        return String(field[space...].dropFirst())
    }

    var sessionToken: SessionToken? { bearerToken.map(SessionToken.init(rawValue:)) }

    /// The device that a receipt is bound to; nil if the request names none. Throws `HTTPFailure` (400) if it
    /// is not a UUID.
    func device() throws(HTTPFailure) -> String? {
        guard let name = HTTPField.Name.device, let device = headers.value(of: name)?.lowercased() else {
            return nil
        }
        guard device.isUUID else { throw .badRequest("\(StoreWire.deviceHeader) is not a UUID.") }
        return device
    }
}

extension HTTPFields {
    /// The same as the subscript. That takes much longer, because it also joins fields that come several times.
    func value(of name: HTTPField.Name) -> String? {
        let values = self[values: name]
        return values.count > 1 ? self[name] : values.first
    }
}

extension HTTPField.Name {
    fileprivate static let device = HTTPField.Name(StoreWire.deviceHeader)
}
