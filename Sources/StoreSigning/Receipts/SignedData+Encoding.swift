internal import SwiftASN1
internal import X509

extension SignedData {
    /// The whole of it as bytes: the same bytes each time for the same content and signature.
    func encoded(_ encoding: ReceiptEncoding, _ certificates: CertificateChain) throws -> [UInt8] {
        let layer = encoding == .xcode ? indefinite : definite
        let octets = try der { try $0.serialize(ASN1OctetString(contentBytes: content[...])) }
        let encapsulated = try layer(
            .sequence,
            der { try $0.serialize(ASN1ObjectIdentifier.data) }
                // Xcode's string of octets is itself made of strings of octets: of one.
                + layer(.tagged0, encoding == .xcode ? layer(.octetString, octets) : octets))
        let signedData = try layer(
            .sequence,
            der { coder in
                try coder.serialize(1)
                try coder.appendConstructedNode(identifier: .set, serializeDigestAlgorithm)
            } + encapsulated
                + der { coder in
                    try coder.serializeSetOf(
                        [certificates.leaf, certificates.intermediate, certificates.root], identifier: .tagged0)
                    try coder.appendConstructedNode(identifier: .set) { try serializeSigner(certificates.leaf, &$0) }
                })
        return try layer(
            .sequence, der { try $0.serialize(ASN1ObjectIdentifier.signedData) } + layer(.tagged0, signedData))
    }

    /// SignerInfo. There are no signed attributes: the signature is over the content alone.
    private func serializeSigner(_ certificate: Certificate, _ coder: inout DER.Serializer) throws {
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            try coder.serialize(1)
            try coder.appendConstructedNode(identifier: .sequence) { coder in
                try coder.serialize(certificate.issuer)
                try coder.serialize(certificate.serialNumber.bytes)
            }
            try serializeDigestAlgorithm(&coder)
            try coder.appendConstructedNode(identifier: .sequence) {
                try $0.serialize(ASN1ObjectIdentifier.ecdsaWithSHA256)
            }
            try coder.serialize(ASN1OctetString(contentBytes: signature[...]))
        }
    }

    private func serializeDigestAlgorithm(_ coder: inout DER.Serializer) throws {
        try coder.appendConstructedNode(identifier: .sequence) { try $0.serialize(ASN1ObjectIdentifier.sha256) }
    }
}

private func der(_ body: (inout DER.Serializer) throws -> Void) rethrows -> [UInt8] {
    var coder = DER.Serializer()
    try body(&coder)
    return coder.serializedBytes
}

/// A constructed element whose length stands before its content.
private func definite(_ identifier: ASN1Identifier, _ content: [UInt8]) -> [UInt8] {
    der { $0.appendConstructedNode(identifier: identifier) { $0.serializeRawBytes(content) } }
}

/// A constructed element that ends where its content ends (BER).
private func indefinite(_ identifier: ASN1Identifier, _ content: [UInt8]) -> [UInt8] {
    let classBits: UInt8 = identifier.tagClass == .contextSpecific ? 0x80 : 0
    return [classBits | 0x20 | UInt8(identifier.tagNumber), 0x80] + content + [0, 0]
}

extension ASN1Identifier {
    fileprivate static let tagged0 = ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)
}

extension ASN1ObjectIdentifier {
    static let data: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 7, 1]
    static let signedData: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 7, 2]
    fileprivate static let sha256: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 1]
    fileprivate static let ecdsaWithSHA256: ASN1ObjectIdentifier = [1, 2, 840, 10045, 4, 3, 2]
}
