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

    /// Finds content and signature in an encoded SignedData. It checks only the shape of what leads to them, and
    /// does not keep anything else, because there is only one way to write that again.
    init(decoding bytes: [UInt8]) throws(ElementReader.Malformed) {
        var reader = ElementReader(bytes[...])
        (content, signature) = try reader.inside(.sequence) { reader throws(ElementReader.Malformed) in
            try reader.expect(Self.signedDataType)
            return try reader.inside(.tagged(0)) { reader throws(ElementReader.Malformed) in
                try reader.inside(.sequence, Self.parts)
            }
        }
        guard reader.isAtEnd else { throw ElementReader.Malformed() }
    }

    private static func parts(
        _ reader: inout ElementReader
    ) throws(ElementReader.Malformed) -> (content: [UInt8], signature: [UInt8]) {
        _ = try reader.content(of: 0x02)
        _ = try reader.content(of: constructed(.set))
        let content = try reader.inside(.sequence) { reader throws(ElementReader.Malformed) in
            try reader.expect(Self.dataType)
            return try reader.inside(.tagged(0)) { reader throws(ElementReader.Malformed) in
                try reader.octets()
            }
        }
        _ = try reader.content(of: constructed(.tagged(0)))
        let signature = try reader.inside(.set) { reader throws(ElementReader.Malformed) in
            try reader.inside(.sequence) { signer throws(ElementReader.Malformed) in
                var last = try signer.next()
                while !signer.isAtEnd { last = try signer.next() }
                guard last.first == 0x04 else { throw ElementReader.Malformed() }
                return Array(last.content)
            }
        }
        return (content, signature)
    }

    func isSigned(by certificates: CertificateChain) -> Bool {
        guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else {
            return false
        }
        return certificates.leafKey.isValidSignature(signature, for: content)
    }

    /// All of it as bytes, always the same for the same content and signature.
    func encoded(_ encoding: ReceiptEncoding, _ certificates: CertificateChain) -> [UInt8] {
        let layer = encoding == .xcode ? indefinite : definite
        let octets = element(0x04, content)
        let encapsulated = layer(
            .sequence,
            Self.dataType
                // Xcode's octet string is itself made of octet strings; here it is one.
                + layer(.tagged(0), encoding == .xcode ? layer(.octetString, octets) : octets))
        // There are no signed attributes: the signature is over the content alone.
        let signer = definite(
            .sequence,
            Self.version + certificates.inReceipts.signer + Self.digestAlgorithm + Self.signatureAlgorithm
                + element(0x04, signature))
        let signedData = layer(
            .sequence,
            Self.version + definite(.set, Self.digestAlgorithm) + encapsulated
                + certificates.inReceipts.certificates + definite(.set, signer))
        return layer(.sequence, Self.signedDataType + layer(.tagged(0), signedData))
    }

    // What is the same in every receipt, as DER.
    private static let version: [UInt8] = [0x02, 1, 1]
    /// 1.2.840.113549.1.7.2
    private static let signedDataType = element(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02])
    /// 1.2.840.113549.1.7.1
    private static let dataType = element(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01])
    /// SHA-256: 2.16.840.1.101.3.4.2.1
    private static let digestAlgorithm = definite(
        .sequence, element(0x06, [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]))
    /// ECDSA with SHA-256: 1.2.840.10045.4.3.2
    private static let signatureAlgorithm = definite(
        .sequence, element(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]))
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
func constructed(_ identifier: ASN1Identifier) -> UInt8 {
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
    static let sha256: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 1]
    static let ecdsaWithSHA256: ASN1ObjectIdentifier = [1, 2, 840, 10045, 4, 3, 2]
}
