internal import Crypto
internal import FileSystem
internal import FoundationEssentials
internal import StoreModel
internal import SwiftASN1
internal import X509

/// The store's certificates: a root, an intermediate that it certifies, and the leaf that stands for the store's signing
/// key. They are made once, at the first run, and kept with the authorities' keys as PEM in one file, because a chain
/// is one thing.
struct CertificateChain: Sendable {
    private static let fileName = "store-certificates"

    let leaf: Certificate
    let intermediate: Certificate
    let root: Certificate
    /// Leaf, intermediate and root as DER: the order of `x5c`.
    let der: [[UInt8]]
    /// The key that the leaf stands for.
    let leafKey: P256.Signing.PublicKey

    /// Takes the certificates of `signingKey` from `directory`. Where there are none they are made, once however many
    /// programs ask at the same time: a store from before certificates gets them now. Where they were lost, what was
    /// signed before still counts for those who trust the leaf's key; who trusts the root needs the new one.
    ///
    /// - Throws: `StorageError.damaged` where the file is not such a chain, or is the chain of another key.
    init(keys: any KeyStore, signingKey: P256.Signing.PrivateKey) throws(StorageError) {
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
        guard let chain = try? Self(pem: pem, leafKey: signingKey.publicKey) else { throw .damaged(path: path) }
        self = chain
    }

    /// The root certificate for those who are to trust the store, as `openssl` and most servers take it.
    var rootPEM: String {
        PEMDocument(type: Certificate.defaultPEMDiscriminator, derBytes: der[2]).pemString + "\n"
    }

    /// Whether all three certificates are valid at `date`.
    func isValid(at date: Timestamp) -> Bool {
        let date = Date(timeIntervalSince1970: Double(date.milliseconds) / 1000)
        return [leaf, intermediate, root].allSatisfy { $0.notValidBefore <= date && date <= $0.notValidAfter }
    }

    private init(pem: [UInt8], leafKey: P256.Signing.PublicKey) throws {
        self.leafKey = leafKey
        let documents = try PEMDocument.parseMultiple(pemString: String(decoding: pem, as: UTF8.self))
        der = documents.filter { $0.discriminator == Certificate.defaultPEMDiscriminator }.map(\.derBytes)
        guard der.count == 3 else { throw CertificateError.invalidCertificate }
        leaf = try Certificate(derEncoded: der[0])
        intermediate = try Certificate(derEncoded: der[1])
        root = try Certificate(derEncoded: der[2])
        guard leaf.publicKey == Certificate.PublicKey(leafKey),
            intermediate.publicKey.isValidSignature(leaf.signature, for: leaf),
            root.publicKey.isValidSignature(intermediate.signature, for: intermediate),
            root.publicKey.isValidSignature(root.signature, for: root)
        else { throw CertificateError.invalidCertificate }
    }

    /// A chain that does not hold together; outside it is `StorageError.damaged`.
    private enum CertificateError: Error { case invalidCertificate }
}
