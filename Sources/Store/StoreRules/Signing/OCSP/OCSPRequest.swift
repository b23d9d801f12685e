internal import Crypto
internal import SwiftASN1

/// A question about certificates (RFC 6960, 4.1), for `OCSPResponder`. Signatures of requests are
/// not checked.
struct OCSPRequest {
    /// CertID.
    struct Certificate {
        /// The whole CertID, as it came.
        let bytes: ArraySlice<UInt8>
        /// The hash function for the issuer's name and key.
        let hash: ([UInt8]) -> [UInt8]
        let nameHash: [UInt8]
        let keyHash: [UInt8]
        let isRevoked: Bool
    }

    /// The longest nonce extension that is repeated, in bytes (RFC 9654 allows nonces of 128).
    private static let longestNonce = 160

    let certificates: [Certificate]
    /// The extension with the nonce, to be repeated as it came.
    let nonce: ArraySlice<UInt8>?

    init(derEncoded bytes: [UInt8]) throws {
        var certificates: [Certificate] = []
        var nonce: ArraySlice<UInt8>?
        try DER.sequence(DER.parse(bytes), identifier: .sequence) { nodes in
            try DER.sequence(DER.next(&nodes), identifier: .sequence) { nodes in
                _ = DER.optionalNode(&nodes, .tagged(0))  // version
                _ = DER.optionalNode(&nodes, .tagged(1))  // requestorName
                certificates = try DER.sequence(of: Certificate.self, identifier: .sequence, nodes: &nodes)
                nonce = try DER.optionalExplicitlyTagged(&nodes, tagNumber: 2, tagClass: .contextSpecific) {
                    try DER.sequence(of: Extension.self, identifier: .sequence, rootNode: $0)
                }?.first(where: \.isNonce)?.bytes
            }
            _ = DER.optionalNode(&nodes, .tagged(0))  // optionalSignature
        }
        self.certificates = certificates
        self.nonce = nonce.flatMap { $0.count <= Self.longestNonce ? $0 : nil }
    }

    private struct Extension: DERParseable {
        let bytes: ArraySlice<UInt8>
        let isNonce: Bool

        init(derEncoded node: ASN1Node) throws {
            bytes = node.encodedBytes
            isNonce = try DER.sequence(node, identifier: .sequence) { nodes in
                let identifier = try ASN1ObjectIdentifier(derEncoded: &nodes)
                while nodes.next() != nil {}
                return identifier == [1, 3, 6, 1, 5, 5, 7, 48, 1, 2]
            }
        }
    }
}

extension OCSPRequest.Certificate: DERParseable {
    /// How the serial numbers of revoked certificates begin.
    static let revokedSerial = Array("REVOKED".utf8)

    /// Reads a Request: a CertID, perhaps followed by extensions.
    init(derEncoded request: ASN1Node) throws {
        let node = try DER.sequence(request, identifier: .sequence) { nodes in
            let identity = try DER.next(&nodes)
            _ = DER.optionalNode(&nodes, .tagged(0))  // singleRequestExtensions
            return identity
        }
        bytes = node.encodedBytes
        (hash, nameHash, keyHash, isRevoked) = try DER.sequence(node, identifier: .sequence) { nodes in
            let hash = try DER.sequence(DER.next(&nodes), identifier: .sequence) { nodes in
                let identifier = try ASN1ObjectIdentifier(derEncoded: &nodes)
                _ = nodes.next()  // its parameters, which are NULL or missing
                return try Self.hash(identifier)
            }
            let name = try ASN1OctetString(derEncoded: &nodes)
            let key = try ASN1OctetString(derEncoded: &nodes)
            let serial = try ArraySlice<UInt8>(derEncoded: &nodes)
            return (hash, Array(name.bytes), Array(key.bytes), serial.starts(with: Self.revokedSerial))
        }
    }

    private static func hash(_ identifier: ASN1ObjectIdentifier) throws -> ([UInt8]) -> [UInt8] {
        func function<Hash: HashFunction>(_: Hash.Type) -> ([UInt8]) -> [UInt8] {
            return { Array(Hash.hash(data: $0)) }
        }
        return switch identifier {
        case [1, 3, 14, 3, 2, 26]: function(Insecure.SHA1.self)
        case .sha256: function(SHA256.self)
        case [2, 16, 840, 1, 101, 3, 4, 2, 2]: function(SHA384.self)
        case [2, 16, 840, 1, 101, 3, 4, 2, 3]: function(SHA512.self)
        default: throw ASN1Error.invalidASN1Object(reason: "a hash that is not known")
        }
    }
}

extension DER {
    fileprivate static func next(_ nodes: inout ASN1NodeCollection.Iterator) throws -> ASN1Node {
        guard let node = nodes.next() else { throw ASN1Error.invalidASN1Object(reason: "a part is missing") }
        return node
    }

    /// Takes the next node if it has the identifier.
    fileprivate static func optionalNode(
        _ nodes: inout ASN1NodeCollection.Iterator, _ identifier: ASN1Identifier
    ) -> ASN1Node? {
        var rest = nodes
        guard let node = rest.next(), node.identifier == identifier else { return nil }
        nodes = rest
        return node
    }
}
