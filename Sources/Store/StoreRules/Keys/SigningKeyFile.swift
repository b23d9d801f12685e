internal import Crypto
package import StoreModel
internal import SwiftASN1

/// The PEM file of a store's signing key, with which another store can sign as this one does. It has the key,
/// its certificate, the intermediate certificate and the root. The keys of the last two may follow: a store
/// needs them to issue forged certificates, for tests, and certificates for HTTPS. Others can issue
/// certificates with them, too. The command `signing-key` writes the file, and `ApplicationFile` reads it.
package struct SigningKeyFile: Sendable {
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case anotherKey(path: String, store: String)
        /// The certificates in `file` are others than those in `path`, for the same key.
        case otherCertificates(path: String, file: String)

        package var description: String {
            switch self {
            case .anotherKey(let path, let store):
                "The store in \(store) signs with another key than the one in \(path); nothing was opened. Choose an empty data directory."
            case .otherCertificates(let path, let file):
                "\(file) has other certificates for the key than \(path); nothing was opened. Remove it to sign under those in "
                    + "\(path), or put its certificates there to go on under them."
            }
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
        guard try keys.key(named: TransactionSigner.keyName, make: { key }) == key else {
            throw Failure.anotherKey(path: path, store: keys.path)
        }
        guard try keys.key(named: CertificateChain.fileName, make: { certificates }) == certificates else {
            throw Failure.otherCertificates(path: path, file: keys.name(of: CertificateChain.fileName))
        }
    }
}

extension KeyStore {
    /// If the certificates of the signing key were lost, takes them from another store that signs with the
    /// same key. Returns whether it did.
    package func takeLostCertificates(from other: any KeyStore) throws(StorageError) -> Bool {
        let file = CertificateChain.fileName
        guard let bytes = try key(named: TransactionSigner.keyName), try key(named: file) == nil,
            try other.key(named: TransactionSigner.keyName) == bytes,
            let certificates = try other.key(named: file),
            let signingKey = try? P256.Signing.PrivateKey(rawRepresentation: bytes),
            (try? CertificateChain(pem: certificates, leafKey: signingKey.publicKey)) != nil
        else { return false }
        return try key(named: file) { certificates } == certificates
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
