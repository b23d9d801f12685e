#if AppleServices
import Crypto
import Foundation
import StoreModel
import TestSupport
import Testing

@testable import AppleServices
@testable import StoreRules

/// Who may use the App Store Server API.
@Suite(.timeLimit(.minutes(5))) struct TokenTests {
    /// A token that is right except for what a test changes.
    struct Token {
        var header: [String: any Sendable]
        var claims: [String: any Sendable]
        var key: P256.Signing.PrivateKey

        init(_ fixture: ServerAPIFixture) throws {
            let now = fixture.time.source.now().milliseconds / 1000
            header = ["alg": "ES256", "kid": fixture.api.key.keyIdentifier, "typ": "JWT"]
            claims = [
                "iss": fixture.api.key.issuerIdentifier, "aud": "appstoreconnect-v1",
                "bid": BundleIdentifier.standard.rawValue, "exp": now + 300,
            ]
            key = try P256.Signing.PrivateKey(
                pemRepresentation: String(contentsOfFile: fixture.api.key.path, encoding: .utf8))
        }

        func authorization() throws -> String { try "Bearer " + key.sign(header, claims) }
    }

    typealias Change = @Sendable (inout Token, Int64) -> Void

    static let accepted: [(String, Change)] = [
        ("as Apple's client writes it", { _, _ in }),
        (
            "with what other clients add",
            { token, now in
                token.claims.merge(["iat": now, "nonce": "6edffe66-b482-11eb-8529-0242ac130003"]) { $1 }
            }
        ),
        ("an hour long", { token, now in token.claims.merge(["iat": now, "exp": now + 3600]) { $1 } }),
        ("an array with its audience", { token, _ in token.claims["aud"] = ["appstoreconnect-v1"] }),
        ("several audiences", { token, _ in token.claims["aud"] = ["example", "appstoreconnect-v1"] }),
        ("nearly over", { token, now in token.claims.merge(["iat": now - 3000, "exp": now + 1]) { $1 } }),
    ]

    static let refused: [(String, Change)] = [
        ("alg none", { token, _ in token.header["alg"] = "none" }),
        ("another algorithm", { token, _ in token.header["alg"] = "ES384" }),
        ("HMAC", { token, _ in token.header["alg"] = "HS256" }),
        ("no algorithm", { token, _ in token.header["alg"] = nil }),
        ("another key's name", { token, _ in token.header["kid"] = "ABCDEFGHIJ" }),
        ("no key's name", { token, _ in token.header["kid"] = nil }),
        ("an extension that must be understood", { token, _ in token.header["crit"] = ["exp"] }),
        ("another key", { token, _ in token.key = P256.Signing.PrivateKey() }),
        ("another issuer", { token, _ in token.claims["iss"] = "57246542-96fe-1a63-e053-0824d011072a" }),
        ("no issuer", { token, _ in token.claims["iss"] = nil }),
        ("another audience", { token, _ in token.claims["aud"] = "appstoreconnect-v2" }),
        ("other audiences", { token, _ in token.claims["aud"] = ["appstoreconnect-v2", "example"] }),
        ("an array without an audience", { token, _ in token.claims["aud"] = [String]() }),
        (
            "an audience among numbers",
            { token, _ in token.claims["aud"] = ["appstoreconnect-v1", 1] as [any Sendable] }
        ),
        ("no audience", { token, _ in token.claims["aud"] = nil }),
        ("another application", { token, _ in token.claims["bid"] = "com.example.other" }),
        ("no end", { token, _ in token.claims["exp"] = nil }),
        ("an end that is text", { token, now in token.claims["exp"] = "\(now + 300)" }),
        ("over", { token, now in token.claims["exp"] = now }),
        (
            "longer than an hour",
            { token, now in token.claims.merge(["iat": now, "exp": now + 3601]) { $1 } }
        ),
        ("longer than an hour from now", { token, now in token.claims["exp"] = now + 3601 }),
        ("of the future", { token, now in token.claims.merge(["iat": now + 120, "exp": now + 300]) { $1 } }),
    ]

    private func isAuthorized(_ change: Change) async throws -> Bool {
        let fixture = try await ServerAPIFixture()
        var token = try Token(fixture)
        change(&token, fixture.time.source.now().milliseconds / 1000)
        return fixture.api.fault(of: try token.authorization()) == nil
    }

    @Test("A token that is right in every point is let in", arguments: accepted)
    func right(name: String, change: Change) async throws { #expect(try await isAuthorized(change)) }

    @Test("A token that is wrong in one point is not", arguments: refused)
    func wrong(name: String, change: Change) async throws { #expect(try await !isAuthorized(change)) }

    @Test func `What is not a token is not let in`() async throws {
        let fixture = try await ServerAPIFixture()
        let right = try Token(fixture).authorization()
        var changed = right
        changed.replaceSubrange(
            changed.index(changed.endIndex, offsetBy: -10)...changed.index(changed.endIndex, offsetBy: -10),
            with: right[right.index(right.endIndex, offsetBy: -10)] == "A" ? "B" : "A")
        let unsigned = right.split(separator: ".").dropLast().joined(separator: ".") + "."
        let values = [
            nil, "", "Bearer", "Bearer ", "Bearer a.b.c", "Bearer ...", "Basic " + right.dropFirst(7),
            String(right.dropFirst(7)), right + ".", right + "=", changed, unsigned,
            "Bearer " + String(repeating: "a", count: 100_000), "Bearer \u{0}.é.%s",
        ]
        for value in values {
            #expect(fixture.api.fault(of: value) != nil, "\(value?.prefix(60) ?? "nothing")")
        }
    }

    @Test func `The key is made once, for its owner only, and its names stay the same`() async throws {
        let fixture = try await ServerAPIFixture()
        let again = try ServerAPI(store: fixture.store)
        #expect(again.key.keyIdentifier == fixture.api.key.keyIdentifier)
        #expect(again.key.issuerIdentifier == fixture.api.key.issuerIdentifier)
        #expect(again.key.keyIdentifier.count == 10)
        #expect(UUID(uuidString: again.key.issuerIdentifier) != nil)
        #expect(try permissions(of: again.key.path) == 0o600)
        let other = try await ServerAPIFixture()
        #expect(other.api.key.keyIdentifier != fixture.api.key.keyIdentifier)
        #expect(other.api.fault(of: try Token(fixture).authorization()) != nil)
    }

    @Test func `A store whose clock was moved takes tokens by the machine's clock`() async throws {
        let fixture = try await ServerAPIFixture()
        try fixture.store.set { $0.clockOffsetMilliseconds = 72 * 3_600_000 }
        #expect(fixture.api.fault(of: try Token(fixture).authorization()) == nil)
    }
}
#endif
