internal import StoreModel

/// The token (JWT, RFC 7519) that a developer's server sends with each request.
struct ServerAPIToken {
    private struct Claims: Decodable {
        var iss: String
        var aud: String
        var bid: String
        var exp: Double
        var iat: Double?
    }

    /// The longest time between a token's issue and its end, in seconds.
    private static let longestLife = 3600.0
    /// How far the sender's clock may be ahead, in seconds.
    private static let skew = 60.0

    private let token: DeveloperSigned<Claims>

    var keyIdentifier: String { token.keyIdentifier }
    var bundleIdentifier: String { token.claims.bid }

    /// Nil where the text is no token, or one of another form.
    init?(_ text: String) {
        guard let token = DeveloperSigned<Claims>(text) else { return nil }
        self.token = token
    }

    /// Whether it was signed with `key`, for this application, and is in its time. Apple's own client sends no `iat`;
    /// such a token counts as issued now. `now`: the machine's clock, and not the store's, which can be moved: the
    /// sender knows only its own.
    func isValid(for key: ServerAPIKey, bundleIdentifier: String, now: Timestamp) -> Bool {
        let now = Double(now.milliseconds) / 1000
        let claims = token.claims
        let issued = claims.iat ?? now
        return token.isSigned(by: key) && claims.iss == key.issuerIdentifier && claims.aud == "appstoreconnect-v1"
            && claims.bid == bundleIdentifier
            && issued <= now + Self.skew && now < claims.exp && claims.exp - issued <= Self.longestLife
    }
}
