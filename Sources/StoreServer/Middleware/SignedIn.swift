internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import StoreEngine
internal import StoreModel
internal import StoreWire

/// Lets only requests of signed-in accounts through to the customers' routes, and none too often. Below, for other
/// routes, too: how a request's token, its device and the end of the device's credit ledger are read from its headers.
struct SignedIn: RouterMiddleware {
    let store: AppStore
    let buckets: TokenBuckets<AccountIdentifier>?

    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        guard let session = try request.session(in: store) else { throw HTTPFailure(StoreError.signInNeeded) }
        try buckets?.allow(session.account.identifier)
        var context = context
        context.session = session
        return try await next(request, context)
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
        guard let field = headers[.authorization] else { return nil }
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }

    /// The session of its token; nil without a token that the store knows.
    func session(in store: AppStore) throws -> AccountSession? {
        guard let token = bearerToken.map(SessionToken.init(rawValue:)) else { return nil }
        return try store.session(for: token, device: device(), ledger: ledger())
    }

    /// The device that the request comes from; nil where it names none. Throws `HTTPFailure` (400) for what is no UUID.
    func device() throws(HTTPFailure) -> String? {
        guard let name = HTTPField.Name(StoreWire.deviceHeader), let text = headers[name] else { return nil }
        guard let device = UUID(uuidString: text) else { throw .badRequest("\(StoreWire.deviceHeader) is no UUID.") }
        return device.uuidString.lowercased()
    }

    /// The end of the device's credit ledger that it shows; nil for none. Throws `HTTPFailure` (400) for anything else.
    func ledger() throws(HTTPFailure) -> LedgerClaim? {
        guard let name = HTTPField.Name(StoreWire.ledgerHeader), let text = headers[name] else { return nil }
        let heads = text.split(separator: " ", omittingEmptySubsequences: false).map {
            SealedLedgerHead(rawValue: String($0))
        }
        guard let head = heads[0], heads.count == 1 || heads.count == 2 && heads[1] != nil else {
            throw .badRequest("\(StoreWire.ledgerHeader) is no end of a ledger.")
        }
        return LedgerClaim(head: head, before: heads.count == 2 ? heads[1] : nil)
    }
}
