internal import Crypto
internal import StoreModel

/// The store's signing key and certificates: `AppStore` finds or makes them in its `KeyStore` with this
/// initialiser. At the end is what the server and tests get of them: the root, a certificate for TLS,
/// and answers about revocation (OCSP).
extension TransactionSigner {
    static let keyName = "store-signing"

    /// Takes the store's signing key and certificates from `keys`; at its first run, a store makes the key.
    /// Throws `StorageError.keyMissing` if the key is gone although the store has signed with it: a new key
    /// would make all earlier purchases worthless.
    init(keys: any KeyStore, isFirstRun: Bool) throws(StorageError) {
        let file = keys.name(of: Self.keyName)
        let found: [UInt8]? =
            isFirstRun
            ? try keys.key(named: Self.keyName) { Array(P256.Signing.PrivateKey().rawRepresentation) }
            : try keys.key(named: Self.keyName)
        guard let found else { throw .keyMissing(path: file) }
        let key = try Self.key(found, in: keys)
        self.init(key: key, certificates: try CertificateChain(keys: keys, signingKey: key))
    }

    /// Throws `StorageError.anotherKey` if the signing key in `keys` is not that of `account`, the own
    /// account of the store in `database`: it would make all earlier purchases worthless, too. It says
    /// nothing about a missing key.
    static func checkKey(
        in keys: any KeyStore, of account: Account, in database: any DatabaseEngine
    ) throws(StorageError) {
        guard let found = try keys.key(named: keyName) else { return }
        let publicKey = try key(found, in: keys).publicKey
        try keys.check(Array(publicKey.x963Representation), of: account, in: database)
    }

    private static func key(
        _ bytes: [UInt8], in keys: any KeyStore
    ) throws(StorageError) -> P256.Signing.PrivateKey {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes) else {
            throw .damaged(path: keys.name(of: keyName))
        }
        return key
    }
}

extension KeyStore {
    /// Throws `StorageError.anotherKey` if the account of the store in `database` was made with another key.
    func check(
        _ publicKey: [UInt8], of account: Account, in database: any DatabaseEngine
    ) throws(StorageError) {
        guard account == .embedded(signingWith: publicKey) else {
            throw .anotherKey(path: database.name, key: name(of: TransactionSigner.keyName))
        }
    }
}

extension CertificateChain {
    static let fileName = "store-certificates"

    /// Takes the certificates of `signingKey` from `keys`. They are PEM in one file, because they belong
    /// together. If there are none, they are made, only once even if several programs ask at the same time.
    /// If they were lost, earlier signatures still count for those who trust the leaf's key; those who trust
    /// the root need the new one, as the store's log says. Throws `StorageError.damaged` if the file is not
    /// such a chain, or is the chain of another key.
    fileprivate init(keys: any KeyStore, signingKey: P256.Signing.PrivateKey) throws(StorageError) {
        let path = keys.name(of: Self.fileName)
        let pem: [UInt8]
        if let found = try keys.key(named: Self.fileName) {
            pem = found
        } else {
            guard let made = try? Self.make(for: signingKey.publicKey) else {
                throw .unusable(path: path, reason: "the certificates could not be made")
            }
            pem = try keys.key(named: Self.fileName) { made }
        }
        guard let chain = try? Self(pem: pem, leafKey: signingKey.publicKey) else {
            throw .damaged(path: path)
        }
        self = chain
    }
}

extension AppStore {
    /// The root of the store's certificates as PEM, for those who are to trust what it signs.
    package var rootCertificatePEM: String { signer.certificates.rootPEM }
    package var certificates: [[UInt8]] { signer.certificates.der }

    /// Answers verifiers that ask about the certificates; nil if the keys of root and intermediate are
    /// not known.
    package func statusResponder() -> OCSPResponder? { OCSPResponder(signer.certificates) }

    /// A certificate for a server with `names`, under the store's root. Throws if the keys are not known.
    package func serverIdentity(for names: [String]) throws -> ServerIdentity {
        try signer.certificates.serverIdentity(for: names, at: time.now())
    }
}
