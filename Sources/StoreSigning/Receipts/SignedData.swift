internal import Crypto
internal import SwiftASN1

/// CMS SignedData (RFC 5652) as app receipts use it: the content inside, the store's three certificates, one signature
/// over the content itself.
struct SignedData {
    let content: [UInt8]
    /// ECDSA over the content's SHA-256, as DER.
    let signature: [UInt8]
}

extension SignedData {
    init(_ content: [UInt8], signedBy signer: TransactionSigner) throws {
        self.content = content
        signature = Array(try signer.signature(for: content).derRepresentation)
    }

    /// Finds content and signature in an encoded SignedData. Nothing is checked beyond its shape; and what else is in
    /// it is not kept, because there is one way only to write it again.
    init(decoding bytes: [UInt8]) throws {
        let signedData = try BER.sequence(BER.parse(bytes), identifier: .sequence) { nodes in
            guard try ASN1ObjectIdentifier(berEncoded: &nodes) == .signedData else { throw Malformed() }
            return try BER.explicitlyTagged(&nodes, tagNumber: 0, tagClass: .contextSpecific) { $0 }
        }
        (content, signature) = try BER.sequence(signedData, identifier: .sequence) { nodes in
            guard let _ = nodes.next(), let _ = nodes.next(), let encapsulated = nodes.next(), let _ = nodes.next(),
                let signers = nodes.next()
            else { throw Malformed() }
            let content = try BER.sequence(encapsulated, identifier: .sequence) { nodes in
                guard try ASN1ObjectIdentifier(berEncoded: &nodes) == .data else { throw Malformed() }
                return try BER.explicitlyTagged(&nodes, tagNumber: 0, tagClass: .contextSpecific) {
                    try ASN1OctetString(berEncoded: $0)
                }
            }
            let signatures = try BER.set(signers, identifier: .set) { signers in
                guard let signer = signers.next(), case .constructed(let fields) = signer.content,
                    let signature = fields.reduce(nil, { $1 })
                else { throw Malformed() }
                return try ASN1OctetString(berEncoded: signature)
            }
            return (Array(content.bytes), Array(signatures.bytes))
        }
    }

    func isSigned(by certificates: CertificateChain) -> Bool {
        guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
        return certificates.leafKey.isValidSignature(signature, for: content)
    }

    private struct Malformed: Error {}
}
