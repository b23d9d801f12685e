package import Crypto
internal import FoundationEssentials
package import StoreModel
internal import SwiftASN1
internal import X509

/// The store's certificates: a root, an intermediate that it certifies, and the leaf that stands for the store's signing
/// key. With them others check the signatures of a `TransactionSigner`, and the store its own receipts.
package struct CertificateChain: Sendable {
    let leaf: Certificate
    let intermediate: Certificate
    let root: Certificate
    /// Leaf, intermediate and root as DER: the order of `x5c`.
    package let der: [[UInt8]]
    /// The key that the leaf stands for.
    package let leafKey: P256.Signing.PublicKey
    /// The keys of intermediate and root as they were written; empty where nobody knows them.
    let authorityKeys: [PEMDocument]

    /// The root certificate for those who are to trust the store, as `openssl` and most servers take it.
    package var rootPEM: String {
        PEMDocument(type: Certificate.defaultPEMDiscriminator, derBytes: der[2]).pemString + "\n"
    }

    /// Whether all three certificates are valid at `date`.
    package func isValid(at date: Timestamp) -> Bool {
        let date = Date(timeIntervalSince1970: Double(date.milliseconds) / 1000)
        return [leaf, intermediate, root].allSatisfy { $0.notValidBefore <= date && date <= $0.notValidAfter }
    }

    /// Reads what `make(for:)` writes; throws where that is not a chain, or not the chain of `leafKey`.
    package init(pem: [UInt8], leafKey: P256.Signing.PublicKey) throws {
        self.leafKey = leafKey
        let documents = try PEMDocument.parseMultiple(pemString: String(decoding: pem, as: UTF8.self))
        der = documents.filter { $0.discriminator == Certificate.defaultPEMDiscriminator }.map(\.derBytes)
        authorityKeys = documents.filter { $0.discriminator != Certificate.defaultPEMDiscriminator }
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

    enum CertificateError: Error {
        /// The chain does not hold together.
        case invalidCertificate
        /// The keys of intermediate and root are not known.
        case noAuthorityKeys
    }
}
