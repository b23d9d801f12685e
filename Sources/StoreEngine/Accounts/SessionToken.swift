internal import Crypto
internal import FoundationEssentials
internal import StoreModel

/// What a signed-in client shows with each request: 32 random bytes as base64url. A secret.
package struct SessionToken: RawRepresentable, Hashable, Sendable {
    /// The text that the client sends.
    package let rawValue: String

    /// Takes what a client sent; whether it is a token is the store's to say.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// A new token.
    static func random() -> SessionToken {
        SessionToken(rawValue: Base64URL.encode((0..<32).map { _ in UInt8.random(in: 0 ... .max) }))
    }

    /// What the store keeps of it.
    var hash: [UInt8] { Array(SHA256.hash(data: Data(rawValue.utf8))) }
}
