internal import Crypto
internal import StoreModel
internal import SwiftASN1

/// The PEM file of a store's signing key, with which another store can sign as this one does. It has the key,
/// its certificate, the intermediate certificate and the root. The keys of the last two may follow: a store
/// needs them to issue forged certificates, for tests, and certificates for HTTPS. Others can issue
/// certificates with them, too. The command `signing-key` writes the file, and `ApplicationFile` reads it.
package struct SigningKeyFile: Sendable {
    package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        let path: String
        let store: String

        package var description: String {
            "The store in \(store) signs with another key than the one in \(path); nothing was opened. Choose an empty data directory."
        }
    }

    private let path: String
    private let key: [UInt8]
    private let certificates: [UInt8]

    /// Takes the text of such a file; nil for anything else.
    package init?(pem: String, path: String) {
        guard let documents = try? PEMDocument.parseMultiple(pemString: pem), let first = documents.first,
            let key = try? P256.Signing.PrivateKey(pemRepresentation: first.pemString)
        else { return nil }
        self.path = path
        self.key = Array(key.rawRepresentation)
        certificates = Array((documents.dropFirst().map(\.pemString).joined(separator: "\n") + "\n").utf8)
        guard (try? CertificateChain(pem: certificates, leafKey: key.publicKey)) != nil else { return nil }
    }

    /// Whether stores with either file sign alike.
    package func signsAs(_ other: SigningKeyFile) -> Bool {
        key == other.key && certificates == other.certificates
    }

    /// Puts the key and the certificates where a new store finds them. Throws `Failure` if there are others
    /// already, and `StorageError`.
    package func install(in keys: any KeyStore) throws {
        guard try keys.key(named: TransactionSigner.keyName, make: { key }) == key,
            try keys.key(named: CertificateChain.fileName, make: { certificates }) == certificates
        else { throw Failure(path: path, store: keys.path) }
    }
}

extension AppStore {
    /// The store's signing key with its certificates, in the form of a `SigningKeyFile`.
    ///
    /// - Parameter withAuthorities: adds the keys of the root and the intermediate certificate, if they
    ///   are known.
    package func signingKeyPEM(withAuthorities: Bool) throws -> String {
        guard let key = try keys.key(named: TransactionSigner.keyName),
            let certificates = try keys.key(named: CertificateChain.fileName)
        else { throw StorageError.keyMissing(path: keys.name(of: TransactionSigner.keyName)) }
        let documents = try PEMDocument.parseMultiple(
            pemString: String(decoding: certificates, as: UTF8.self))
        let exported = withAuthorities ? documents : Array(documents.prefix(3))
        return try P256.Signing.PrivateKey(rawRepresentation: key).pemRepresentation + "\n"
            + exported.map(\.pemString).joined(separator: "\n") + "\n"
    }
}
