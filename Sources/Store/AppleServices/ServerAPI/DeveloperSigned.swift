internal import Crypto
internal import FoundationEssentials
internal import StoreModel
internal import StoreRules

/// A text that a developer's server signed with its key: a compact JWS (RFC 7515) with ES256. `ServerAPI`
/// uses it to check the tokens of requests and the claims of offers.
struct DeveloperSigned<Claims: Decodable & Sendable>: Sendable {
    private struct Header: Sendable, Decodable {
        var alg: String
        var kid: String
        /// Extensions that must be understood. None is supported.
        var crit: [String]?
    }

    let claims: Claims
    private let header: Header
    private let signedText: Substring
    private let signature: P256.Signing.ECDSASignature

    var keyIdentifier: String { header.kid }

    /// Nil if the text has another form.
    init?(_ text: String) {
        guard let jws = CompactJWS(text),
            let header = Base64URL.decode(jws.header).flatMap({
                try? ReceivedJSON.decode(Header.self, from: $0)
            }),
            let claims = jws.payloadBytes.flatMap({ try? ReceivedJSON.decode(Claims.self, from: $0) }),
            let signature = Base64URL.decode(jws.signature).flatMap({
                try? P256.Signing.ECDSASignature(rawRepresentation: $0)
            })
        else { return nil }
        self.header = header
        self.claims = claims
        self.signature = signature
        signedText = jws.signedText
    }

    func isSigned(by key: ServerAPIKey) -> Bool { signatureFault(with: key) == nil }

    /// The first thing that is wrong with the header or the signature, in words for the log; nil if `key`
    /// signed it.
    fileprivate func signatureFault(with key: ServerAPIKey) -> String? {
        guard header.alg == "ES256" else { return "alg is not ES256" }
        guard header.crit == nil else { return "crit names extensions, and none is supported" }
        guard header.kid == key.keyIdentifier else { return "kid is not \(key.keyIdentifier)" }
        guard key.publicKey.isValidSignature(signature, for: Data(signedText.utf8)) else {
            return "the signature is not that of the key \(key.keyIdentifier)"
        }
        return nil
    }
}

/// Whom a signed text is for (RFC 7519, 4.1.3): one name, or an array of names. Many JWT libraries write an
/// array also if there is only one name.
struct Audience: Hashable, Sendable, Decodable {
    private let names: [String]

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let name = try? value.decode(String.self) {
            names = [name]
        } else {
            names = try value.decode([String].self)
        }
    }

    func contains(_ name: String) -> Bool { names.contains(name) }
}

/// The claims of the token (JWT, RFC 7519) that a developer's server sends with each request.
struct ServerAPIClaims: Decodable, Sendable {
    var iss: String
    var aud: Audience
    var bid: String
    var exp: Double
    var iat: Double?

    fileprivate static let audience = "appstoreconnect-v1"
    /// The longest time from a token's issue to its expiry, in seconds.
    fileprivate static let longestLife = 3600.0
    /// How far the sender's clock may be ahead, in seconds.
    fileprivate static let skew = 60.0
}

extension DeveloperSigned<ServerAPIClaims> {
    /// The first thing that is wrong with it, in words for the log. Nil if it was signed with `key`, for this
    /// application, and is valid now. Apple's documentation asks for `iat`, but Apple's libraries for Java and
    /// Python send none: a token without it counts as issued now.
    /// `now`: the machine's clock. The store's clock can be moved, and the sender knows only its own.
    func fault(for key: ServerAPIKey, bundleIdentifier: String, now: Timestamp) -> String? {
        if let fault = signatureFault(with: key) { return fault }
        let now = Double(now.milliseconds) / 1000
        let issued = claims.iat ?? now
        guard claims.iss == key.issuerIdentifier else { return "iss is not \(key.issuerIdentifier)" }
        guard claims.aud.contains(ServerAPIClaims.audience) else {
            return "aud is not \(ServerAPIClaims.audience)"
        }
        guard claims.bid == bundleIdentifier else { return "bid is not \(bundleIdentifier)" }
        guard issued <= now + ServerAPIClaims.skew else { return "iat is in the future" }
        guard now < claims.exp else { return "exp is past" }
        guard claims.exp - issued <= ServerAPIClaims.longestLife else {
            return "exp is more than an hour after \(claims.iat == nil ? "now" : "iat")"
        }
        return nil
    }
}
