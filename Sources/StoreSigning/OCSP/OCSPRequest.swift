internal import Crypto
internal import SwiftASN1

/// A question about certificates (RFC 6960, 4.1). Signatures of requests are not looked at.
struct OCSPRequest {
    /// How the names and keys of issuers are hashed.
    enum Algorithm {
        case sha1, sha256, sha384, sha512

        func hash(_ bytes: [UInt8]) -> [UInt8] {
            switch self {
            case .sha1: Array(Insecure.SHA1.hash(data: bytes))
            case .sha256: Array(SHA256.hash(data: bytes))
            case .sha384: Array(SHA384.hash(data: bytes))
            case .sha512: Array(SHA512.hash(data: bytes))
            }
        }
    }

    /// CertID.
    struct Certificate {
        /// All of it, as it came.
        let bytes: ArraySlice<UInt8>
        let algorithm: Algorithm
        let nameHash: [UInt8]
        let keyHash: [UInt8]
        let isRevoked: Bool
    }

    /// The longest nonce that is repeated, in bytes, with what is around it (RFC 9654 allows 128).
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
                certificates = try DER.sequence(of: Request.self, identifier: .sequence, nodes: &nodes).map(
                    \.certificate)
                nonce = try DER.optionalExplicitlyTagged(&nodes, tagNumber: 2, tagClass: .contextSpecific) {
                    try DER.sequence(of: Extension.self, identifier: .sequence, rootNode: $0)
                }?.first(where: \.isNonce)?.bytes
            }
            _ = DER.optionalNode(&nodes, .tagged(0))  // optionalSignature
        }
        self.certificates = certificates
        self.nonce = nonce.flatMap { $0.count <= Self.longestNonce ? $0 : nil }
    }

    private struct Request: DERParseable {
        let certificate: Certificate

        init(derEncoded node: ASN1Node) throws {
            certificate = try DER.sequence(node, identifier: .sequence) { nodes in
                let identity = try DER.next(&nodes)
                _ = DER.optionalNode(&nodes, .tagged(0))  // singleRequestExtensions
                return try Certificate(derEncoded: identity)
            }
        }
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

extension OCSPRequest.Certificate {
    /// How the serial numbers of revoked certificates begin.
    static let revokedSerial = Array("REVOKED".utf8)

    fileprivate init(derEncoded node: ASN1Node) throws {
        bytes = node.encodedBytes
        (algorithm, nameHash, keyHash, isRevoked) = try DER.sequence(node, identifier: .sequence) { nodes in
            let algorithm = try DER.sequence(DER.next(&nodes), identifier: .sequence) { nodes in
                let identifier = try ASN1ObjectIdentifier(derEncoded: &nodes)
                _ = nodes.next()  // its parameters, which are NULL or missing
                return try OCSPRequest.Algorithm(identifier)
            }
            let name = try ASN1OctetString(derEncoded: &nodes)
            let key = try ASN1OctetString(derEncoded: &nodes)
            let serial = try ArraySlice<UInt8>(derEncoded: &nodes)
            return (algorithm, Array(name.bytes), Array(key.bytes), serial.starts(with: Self.revokedSerial))
        }
    }
}

extension OCSPRequest.Algorithm {
    fileprivate init(_ identifier: ASN1ObjectIdentifier) throws {
        switch identifier {
        case [1, 3, 14, 3, 2, 26]: self = .sha1
        case [2, 16, 840, 1, 101, 3, 4, 2, 1]: self = .sha256
        case [2, 16, 840, 1, 101, 3, 4, 2, 2]: self = .sha384
        case [2, 16, 840, 1, 101, 3, 4, 2, 3]: self = .sha512
        default: throw ASN1Error.invalidASN1Object(reason: "a hash that is not known")
        }
    }
}

extension DER {
    fileprivate static func next(_ nodes: inout ASN1NodeCollection.Iterator) throws -> ASN1Node {
        guard let node = nodes.next() else { throw ASN1Error.invalidASN1Object(reason: "a part is missing") }
        return node
    }

    /// Takes the next node where it has the identifier.
    fileprivate static func optionalNode(
        _ nodes: inout ASN1NodeCollection.Iterator, _ identifier: ASN1Identifier
    ) -> ASN1Node? {
        var rest = nodes
        guard let node = rest.next(), node.identifier == identifier else { return nil }
        nodes = rest
        return node
    }
}

extension ASN1Identifier {
    static func tagged(_ number: UInt) -> ASN1Identifier {
        ASN1Identifier(tagWithNumber: number, tagClass: .contextSpecific)
    }
}
