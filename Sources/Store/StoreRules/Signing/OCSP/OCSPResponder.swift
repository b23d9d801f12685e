internal import Crypto
package import StoreModel
internal import SwiftASN1
internal import X509

/// Answers whether the store's certificates are still valid (OCSP, RFC 6960, in the profile of RFC 5019).
/// Verifiers that check online ask before they trust a signature; `HTTPService.certificateStatus` takes their
/// requests. All that the store's root and intermediate certificate signed is good, except the leaf
/// of `Forgery.revokedLeaf`.
///
/// Answers are not signed by the issuers themselves: Apple's library for Node takes only those of a responder
/// that the issuer has authorized. Each process has its own for each issuer, and answers bring its certificate.
package struct OCSPResponder: Sendable {
    /// The host name in the certificates, which no real host has (RFC 6761).
    package static let host = "ocsp.monkeystore.test"
    package static var address: String { "http://\(host)/" }

    /// How long an answer may be kept.
    private static let life = Duration.seconds(3600)
    /// How old an answer says it is. Apple's library for Node refuses answers of the last minute, and other
    /// verifiers' clocks may be behind.
    private static let age = Duration.seconds(300)
    private static let mostCertificates = 16

    private let issuers: [Issuer]

    /// A responder for the certificates that a chain's root and intermediate certificate signed. Nil if their
    /// keys, both P-256, are not known.
    package init?(_ chain: CertificateChain) {
        let keys = chain.authorityKeys.compactMap {
            try? P256.Signing.PrivateKey(pemRepresentation: $0.pemString)
        }
        guard keys.count == 2,
            let intermediate = try? Issuer(chain.intermediate, key: keys[0]),
            let root = try? Issuer(chain.root, key: keys[1])
        else { return nil }
        issuers = [intermediate, root]
    }

    /// Answers a request; both are DER. `date` is now, on the same clock that verifiers use.
    package func answer(to request: [UInt8], at date: Timestamp) -> [UInt8] {
        guard let request = try? OCSPRequest(derEncoded: request),
            1...Self.mostCertificates ~= request.certificates.count
        else { return Self.refusal(.malformedRequest) }
        // An answer has only one signature, so one issuer must have signed them all.
        guard let issuer = issuers.first(where: { issuer in request.certificates.allSatisfy(issuer.matches) })
        else {
            return Self.refusal(.unauthorized)
        }
        return (try? successful(request, from: issuer, at: date)) ?? Self.refusal(.internalError)
    }

    fileprivate enum Status: UInt8 {
        case successful = 0
        case malformedRequest = 1
        case internalError = 2
        case unauthorized = 6
    }

    private static func refusal(_ status: Status) -> [UInt8] {
        der {
            $0.appendConstructedNode(identifier: .sequence) { $0.append(status) }
        }
    }

    private func successful(
        _ request: OCSPRequest, from issuer: Issuer, at date: Timestamp
    ) throws -> [UInt8] {
        let data = try content(for: request, from: issuer, at: date)
        let signature = try issuer.responderKey.signature(for: data).derRepresentation
        let algorithm = try definite(
            .sequence, der { try $0.serialize(ASN1ObjectIdentifier.ecdsaWithSHA256) })
        let bits = try der { try $0.serialize(ASN1BitString(bytes: ArraySlice(signature))) }
        let certificates = definite(.tagged(0), definite(.sequence, issuer.responderCertificate))
        let response = try der { coder in
            // id-pkix-ocsp-basic
            try coder.serialize([1, 3, 6, 1, 5, 5, 7, 48, 1, 1] as ASN1ObjectIdentifier)
            try coder.serialize(
                ASN1OctetString(
                    contentBytes: definite(.sequence, data + algorithm + bits + certificates)[...]))
        }
        let status = der { $0.append(.successful) }
        return definite(.sequence, status + definite(.tagged(0), definite(.sequence, response)))
    }

    /// ResponseData.
    private func content(
        for request: OCSPRequest, from issuer: Issuer, at date: Timestamp
    ) throws -> [UInt8] {
        let issued = der { $0.append(date.advanced(by: .zero - Self.age)) }
        let until = definite(.tagged(0), der { $0.append(date.advanced(by: Self.life)) })
        let good = der { $0.appendPrimitiveNode(identifier: .tagged(0)) { _ in } }
        let answers = request.certificates.flatMap { certificate -> [UInt8] in
            let status = certificate.isRevoked ? definite(.tagged(1), issued) : good
            return definite(.sequence, Array(certificate.bytes) + status + issued + until)
        }
        let responder = try der {
            try $0.serialize(ASN1OctetString(contentBytes: issuer.responderIdentifier[...]))
        }
        let nonce = request.nonce.map { definite(.tagged(1), definite(.sequence, Array($0))) } ?? []
        return definite(
            .sequence, definite(.tagged(2), responder) + issued + definite(.sequence, answers) + nonce)
    }
}

private struct Issuer: Sendable {
    let name: [UInt8]
    let keyBytes: [UInt8]
    /// The key of its responder, the certificate that it gave to this key, as DER, and the key's hash.
    let responderKey: P256.Signing.PrivateKey
    let responderCertificate: [UInt8]
    let responderIdentifier: [UInt8]

    init(_ certificate: Certificate, key: P256.Signing.PrivateKey) throws {
        guard certificate.publicKey == Certificate.PublicKey(key.publicKey) else {
            throw CertificateChain.CertificateError.invalidCertificate
        }
        name = try der { try $0.serialize(certificate.subject) }
        keyBytes = Array(certificate.publicKey.subjectPublicKeyInfoBytes)
        let responderKey = P256.Signing.PrivateKey()
        let responder = try CertificateChain.responder(
            of: responderKey.publicKey, for: certificate, signedBy: key)
        self.responderKey = responderKey
        responderCertificate = try der { try $0.serialize(responder) }
        let responderBytes = Array(responder.publicKey.subjectPublicKeyInfoBytes)
        responderIdentifier = Array(Insecure.SHA1.hash(data: responderBytes))
    }

    /// Whether it signed the certificate, according to the request.
    func matches(_ certificate: OCSPRequest.Certificate) -> Bool {
        certificate.nameHash == certificate.hash(name) && certificate.keyHash == certificate.hash(keyBytes)
    }
}

extension DER.Serializer {
    fileprivate mutating func append(_ status: OCSPResponder.Status) {
        appendPrimitiveNode(identifier: .enumerated) { $0.append(status.rawValue) }
    }

    /// A GeneralizedTime, in whole seconds.
    fileprivate mutating func append(_ date: Timestamp) {
        let digits = date.rfc3339.utf8.filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        appendPrimitiveNode(identifier: .generalizedTime) { $0 += digits + [UInt8(ascii: "Z")] }
    }
}
