internal import Crypto
internal import FoundationEssentials
internal import StoreModel

/// The secret that a signed-in client sends with each request: 32 random bytes as base64url.
package struct SessionToken: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    /// Takes what a client sent; whether it is a token is the store's to say.
    package init(rawValue: String) { self.rawValue = rawValue }

    static func random() -> SessionToken {
        SessionToken(rawValue: Base64URL.encode((0..<32).map { _ in UInt8.random(in: 0 ... .max) }))
    }

    /// The form that the database keeps.
    var hash: [UInt8] { Array(SHA256.hash(data: Data(rawValue.utf8))) }
}
