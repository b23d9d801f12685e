internal import Crypto
internal import SwiftASN1

// `SignedData`, the signed form in which `AppReceipt` writes and reads itself. The server's options choose
// one of its two encodings. At the end are functions for DER, which `ReceiptAttribute` and `OCSPResponder`
// also use.

/// The encoding of an app receipt. Both have the same content.
package enum ReceiptEncoding: Sendable, CaseIterable {
    /// As the App Store does it: DER.
    case appStore
    /// As Xcode's local testing does it: BER with indefinite lengths around the content.
    case xcode
}

/// CMS SignedData (RFC 5652) as app receipts use it: with the content inside, the store's three certificates,
/// and one signature over the content itself.
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

    /// Finds content and signature in an encoded SignedData. It checks only the shape. It does not keep
    /// anything else, because there is only one way to write that again.
    init(decoding bytes: [UInt8]) throws {
        let signedData = try BER.sequence(BER.parse(bytes), identifier: .sequence) { nodes in
            guard try ASN1ObjectIdentifier(berEncoded: &nodes) == .signedData else { throw Malformed() }
            return try BER.explicitlyTagged(&nodes, tagNumber: 0, tagClass: .contextSpecific) { $0 }
        }
        (content, signature) = try BER.sequence(signedData, identifier: .sequence) { nodes in
            guard let _ = nodes.next(), let _ = nodes.next(), let encapsulated = nodes.next(),
                let _ = nodes.next(),
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
        guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else {
            return false
        }
        return certificates.leafKey.isValidSignature(signature, for: content)
    }

    private struct Malformed: Error {}

    /// All of it as bytes, always the same for the same content and signature.
    func encoded(_ encoding: ReceiptEncoding, _ certificates: CertificateChain) throws -> [UInt8] {
        let layer = encoding == .xcode ? indefinite : definite
        let octets = element(0x04, content)
        let encapsulated = try layer(
            .sequence,
            der { try $0.serialize(ASN1ObjectIdentifier.data) }
                // Xcode's octet string is itself made of octet strings; here it is one.
                + layer(.tagged(0), encoding == .xcode ? layer(.octetString, octets) : octets))
        let signedData = try layer(
            .sequence,
            der { coder in
                try coder.serialize(1)
                try coder.appendConstructedNode(identifier: .set, serializeDigestAlgorithm)
            } + encapsulated
                + certificates.inReceipts.certificates
                + der { coder in
                    try coder.appendConstructedNode(identifier: .set) {
                        try serializeSigner(certificates.inReceipts.signer, &$0)
                    }
                })
        return try layer(
            .sequence,
            der { try $0.serialize(ASN1ObjectIdentifier.signedData) } + layer(.tagged(0), signedData))
    }

    /// SignerInfo. There are no signed attributes: the signature is over the content alone.
    private func serializeSigner(_ signer: [UInt8], _ coder: inout DER.Serializer) throws {
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            try coder.serialize(1)
            coder.serializeRawBytes(signer)
            try serializeDigestAlgorithm(&coder)
            try coder.appendConstructedNode(identifier: .sequence) {
                try $0.serialize(ASN1ObjectIdentifier.ecdsaWithSHA256)
            }
            try coder.serialize(ASN1OctetString(contentBytes: signature[...]))
        }
    }

    private func serializeDigestAlgorithm(_ coder: inout DER.Serializer) throws {
        try coder.appendConstructedNode(identifier: .sequence) {
            try $0.serialize(ASN1ObjectIdentifier.sha256)
        }
    }
}

/// What `body` writes, as bytes.
func der(_ body: (inout DER.Serializer) throws -> Void) rethrows -> [UInt8] {
    var coder = DER.Serializer()
    try body(&coder)
    return coder.serializedBytes
}

/// A constructed element with its length before its content.
func definite(_ identifier: ASN1Identifier, _ content: [UInt8]) -> [UInt8] {
    element(constructed(identifier), content)
}

/// An element with its first byte. `DER.Serializer` would write the content, and then move it to make room for
/// the length.
private func element(_ first: UInt8, _ content: [UInt8]) -> [UInt8] {
    [first] + derLength(content.count) + content
}

/// A constructed element that ends where its content ends (BER).
private func indefinite(_ identifier: ASN1Identifier, _ content: [UInt8]) -> [UInt8] {
    [constructed(identifier), 0x80] + content + [0, 0]
}

/// The first byte of a constructed element whose number is below 31.
private func constructed(_ identifier: ASN1Identifier) -> UInt8 {
    let classBits: UInt8 = identifier.tagClass == .contextSpecific ? 0x80 : 0
    return classBits | 0x20 | UInt8(identifier.tagNumber)
}

/// A length as DER writes it: in one byte below 128, or after a byte that says how many bytes it takes.
private func derLength(_ length: Int) -> [UInt8] {
    guard length >= 0x80 else { return [UInt8(length)] }
    let bytes = withUnsafeBytes(of: length.bigEndian, Array.init).drop { $0 == 0 }
    return [0x80 | UInt8(bytes.count)] + bytes
}

extension ASN1Identifier {
    static func tagged(_ number: UInt) -> ASN1Identifier {
        ASN1Identifier(tagWithNumber: number, tagClass: .contextSpecific)
    }
}

extension ASN1ObjectIdentifier {
    fileprivate static let data: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 7, 1]
    fileprivate static let signedData: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 7, 2]
    static let sha256: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 1]
    static let ecdsaWithSHA256: ASN1ObjectIdentifier = [1, 2, 840, 10045, 4, 3, 2]
}
