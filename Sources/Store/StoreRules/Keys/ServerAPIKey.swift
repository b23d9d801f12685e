package import Crypto
internal import FoundationEssentials
package import StoreModel

/// The key that a developer's server signs its requests with, and the two names that go with it. `ServerAPI`
/// checks requests with it, and the server's program prints it. The names of the store's own key are derived
/// from it, so that the file is all there is to keep.
package struct ServerAPIKey: Sendable {
    static let fileName = "server-api-key.p8"

    /// `iss` in tokens: a UUID.
    package let issuerIdentifier: String
    /// `kid` in tokens: ten letters and digits.
    package let keyIdentifier: String
    /// The place of the private key: the path of a file (0600), or its name in a database.
    package let path: String
    /// The private key as PEM (PKCS #8): what the developer's client is given.
    package let pem: String
    package let publicKey: P256.Signing.PublicKey

    /// Takes the key from `keys`, and makes it there at the first run.
    package init(keys: any KeyStore) throws(StorageError) {
        path = keys.name(of: Self.fileName)
        let bytes = try keys.key(named: Self.fileName) {
            Array((P256.Signing.PrivateKey().pemRepresentation + "\n").utf8)
        }
        pem = String(decoding: bytes, as: UTF8.self)
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) else {
            throw .damaged(path: path)
        }
        publicKey = key.publicKey
        let digest = Array(SHA256.hash(data: publicKey.x963Representation))
        keyIdentifier = String(digest.prefix(10).map { Self.letters[Int($0) % Self.letters.count] })
        issuerIdentifier = uuid(digest.suffix(16), version: 4)
    }

    /// A key with names of its own, such as App Store Connect gives out. Nil if it is not a P-256 key, or the
    /// names do not have the form of Apple's.
    package init?(pem: String, issuerIdentifier: String, keyIdentifier: String, path: String) {
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem),
            UUID(uuidString: issuerIdentifier) != nil,
            keyIdentifier.utf8.count == 10,
            keyIdentifier.utf8.allSatisfy("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8.contains)
        else { return nil }
        self.issuerIdentifier = issuerIdentifier
        self.keyIdentifier = keyIdentifier
        self.path = path
        self.pem = pem
        publicKey = key.publicKey
    }

    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
}

/// The key that a developer's server says it signed a request with, and the application that it says the
/// request is about. Nobody has checked either.
package struct ClaimedKey: Hashable, Sendable {
    package let keyIdentifier: String
    package let bundleIdentifier: String

    package init(keyIdentifier: String, bundleIdentifier: String) {
        self.keyIdentifier = keyIdentifier
        self.bundleIdentifier = bundleIdentifier
    }
}
