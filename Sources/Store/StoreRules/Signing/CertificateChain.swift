package import Crypto
internal import FoundationEssentials
package import StoreModel
internal import SwiftASN1
internal import X509

/// The store's certificates: a root, an intermediate that the root certifies, and a leaf for the store's
/// signing key. With them, others check the signatures of a `TransactionSigner`, and the store checks its own
/// receipts. `AppStore` makes them, and issues the HTTPS certificates of its servers under them.
package struct CertificateChain: Sendable {
    let leaf: Certificate
    let intermediate: Certificate
    let root: Certificate
    /// Leaf, intermediate and root as DER: the order of `x5c`.
    package let der: [[UInt8]]
    package let leafKey: P256.Signing.PublicKey
    /// What is the same in each receipt, as `SignedData` writes it: the set of certificates, and the leaf's
    /// issuer and serial number.
    let inReceipts: (certificates: [UInt8], signer: [UInt8])
    /// The keys of intermediate and root, as they were written; empty if nobody knows them.
    let authorityKeys: [PEMDocument]

    /// The root certificate for those who want to trust the store, in the form that `openssl` and most
    /// servers take.
    package var rootPEM: String {
        PEMDocument(type: Certificate.defaultPEMDiscriminator, derBytes: der[2]).pemString + "\n"
    }

    package func isValid(at date: Timestamp) -> Bool {
        let date = date.date
        return [leaf, intermediate, root].allSatisfy { $0.notValidBefore <= date && date <= $0.notValidAfter }
    }

    /// Whether the leaf's key has signed a text, a compact JWS.
    func hasSigned(_ text: String) -> Bool {
        // Only the end is looked at letter by letter: the header is most of the text.
        guard let point = text.utf8.lastIndex(of: UInt8(ascii: ".")),
            let bytes = Base64URL.decode(text[text.utf8.index(after: point)...]),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: bytes)
        else { return false }
        return leafKey.isValidSignature(signature, for: Data(text.utf8[..<point]))
    }

    /// Reads what `make(for:)` writes. Throws if that is not a chain, or not the chain of `leafKey`.
    package init(pem: [UInt8], leafKey: P256.Signing.PublicKey) throws {
        self.leafKey = leafKey
        let documents = try PEMDocument.parseMultiple(pemString: String(decoding: pem, as: UTF8.self))
        der = documents.filter { $0.discriminator == Certificate.defaultPEMDiscriminator }.map(\.derBytes)
        authorityKeys = documents.filter { $0.discriminator != Certificate.defaultPEMDiscriminator }
        guard der.count == 3 else { throw CertificateError.invalidCertificate }
        leaf = try Certificate(derEncoded: der[0])
        intermediate = try Certificate(derEncoded: der[1])
        root = try Certificate(derEncoded: der[2])
        inReceipts = (
            definite(.tagged(0), Array(der.sorted { $0.lexicographicallyPrecedes($1) }.joined())),
            try StoreRules.der { [leaf] coder in
                try coder.appendConstructedNode(identifier: .sequence) { coder in
                    try coder.serialize(leaf.issuer)
                    try coder.serialize(leaf.serialNumber.bytes)
                }
            }
        )
        guard leaf.publicKey == Certificate.PublicKey(leafKey),
            intermediate.publicKey.isValidSignature(leaf.signature, for: leaf),
            root.publicKey.isValidSignature(intermediate.signature, for: intermediate),
            root.publicKey.isValidSignature(root.signature, for: root)
        else { throw CertificateError.invalidCertificate }
    }

    enum CertificateError: Error {
        /// The certificates are not a valid chain.
        case invalidCertificate
        /// The keys of intermediate and root are not known.
        case noAuthorityKeys
    }
}

extension CertificateChain {
    /// Issues root, intermediate and leaf, and writes them as PEM: leaf, intermediate, root, then the keys of
    /// intermediate and root.
    ///
    /// The extensions, and which of them are critical, are those that strict verifiers require of a chain
    /// from Apple (OpenSSL with X509_STRICT, as Apple's App Store Server Library runs it).
    package static func make(for leafKey: P256.Signing.PublicKey) throws -> [UInt8] {
        let rootKey = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let intermediateKey = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let root = try certificate(
            of: rootKey.publicKey, subject: name(rootName), issuer: name(rootName), signedBy: rootKey,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 1))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: rootKey.publicKey)
                Critical(onlyAppleNames)
            })
        let intermediate = try intermediate(of: intermediateKey.publicKey, signedBy: rootKey)
        let leaf = try leaf(of: leafKey, signedBy: intermediateKey)
        let documents =
            try [leaf, intermediate, root].map { try $0.serializeAsPEM() }
            + [intermediateKey, rootKey].map { try $0.serializeAsPEM() }
        return Array((documents.map(\.pemString).joined(separator: "\n") + "\n").utf8)
    }

    /// The store's own root with an intermediate and a leaf, one of them with a fault.
    func forged(_ forgery: Forgery, for leafKey: P256.Signing.PublicKey) throws -> CertificateChain {
        guard authorityKeys.count == 2 else { throw CertificateError.noAuthorityKeys }
        let keys = try authorityKeys.map(Certificate.PrivateKey.init(pemDocument:))
        let (intermediateKey, rootKey) = (keys[0], keys[1])
        let intermediate =
            forgery == .intermediateNoAuthority
            ? try Self.intermediate(of: intermediateKey.publicKey, signedBy: rootKey, isAuthority: false)
            : intermediate
        let leaf = try Self.leaf(
            of: leafKey, signedBy: intermediateKey, isMarked: forgery != .noMarker,
            serialNumber: forgery == .revokedLeaf ? .revoked() : Certificate.SerialNumber(),
            until: forgery == .expiredLeaf
                ? Self.validity.from.addingTimeInterval(86_400) : Self.validity.until)
        let documents = try [leaf, intermediate, root].map { try $0.serializeAsPEM().pemString }
        return try CertificateChain(pem: Array(documents.joined(separator: "\n").utf8), leafKey: leafKey)
    }

    /// Issues a certificate for a server with `names`, with its own key, under the store's intermediate
    /// certificate. It is valid from a day before `date` until 820 days after it; clients accept at most 825.
    ///
    /// - Throws: if the keys of the certificates are missing.
    package func serverIdentity(for names: [String], at date: Timestamp) throws -> ServerIdentity {
        guard authorityKeys.count == 2 else { throw CertificateError.noAuthorityKeys }
        let issuerKey = try Certificate.PrivateKey(pemDocument: authorityKeys[0])
        let key = P256.Signing.PrivateKey()
        let publicKey = Certificate.PublicKey(key.publicKey)
        let now = date.date
        let certificate = try Self.certificate(
            of: publicKey, subject: Self.name(names[0]), issuer: intermediate.subject, signedBy: issuerKey,
            from: now.addingTimeInterval(-86_400), until: now.addingTimeInterval(820 * 86_400),
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(names.map(GeneralName.dnsName))
                SubjectKeyIdentifier(hash: publicKey)
                AuthorityKeyIdentifier(
                    keyIdentifier: SubjectKeyIdentifier(hash: intermediate.publicKey).keyIdentifier)
            })
        return ServerIdentity(
            chain: [try certificate.serializeAsPEM().pemString, try intermediate.serializeAsPEM().pemString],
            privateKey: key.pemRepresentation)
    }

    /// Issues a certificate for the key of an `OCSPResponder`: it may answer for the certificates that `issuer`
    /// signed (RFC 6960, 4.2.2.2).
    static func responder(
        of key: P256.Signing.PublicKey, for issuer: Certificate, signedBy issuerKey: P256.Signing.PrivateKey
    ) throws -> Certificate {
        let key = Certificate.PublicKey(key)
        return try certificate(
            of: key, subject: name("Monkey Store Status"), issuer: issuer.subject,
            signedBy: Certificate.PrivateKey(issuerKey),
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                // If it were critical, Apple's library for Swift would refuse it.
                try ExtendedKeyUsage([.ocspSigning])
                SubjectKeyIdentifier(hash: key)
                AuthorityKeyIdentifier(
                    keyIdentifier: SubjectKeyIdentifier(hash: issuer.publicKey).keyIdentifier)
                // id-pkix-ocsp-nocheck: nobody has to ask whether this certificate is still valid.
                marker([1, 3, 6, 1, 5, 5, 7, 48, 1, 5])
            })
    }

    /// The store vouches only for the sites that it stands in for, and for no IP address.
    private static var onlyAppleNames: NameConstraints {
        let anyAddress = [8, 32].map {
            GeneralName.ipAddress(ASN1OctetString(contentBytes: ArraySlice(repeating: 0, count: $0)))
        }
        return NameConstraints(
            permittedSubtrees: AppleName.allCases.map { .dnsName($0.rawValue) }, excludedSubtrees: anyAddress)
    }

    private static let rootName = "Monkey Store Root"
    private static let intermediateName = "Monkey Store Intermediate"

    private static func intermediate(
        of key: Certificate.PublicKey, signedBy rootKey: Certificate.PrivateKey, isAuthority: Bool = true
    ) throws -> Certificate {
        try certificate(
            of: key, subject: name(intermediateName), issuer: name(rootName), signedBy: rootKey,
            extensions: Certificate.Extensions {
                Critical(
                    isAuthority
                        ? BasicConstraints.isCertificateAuthority(maxPathLength: 0) : .notCertificateAuthority
                )
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: key)
                AuthorityKeyIdentifier(
                    keyIdentifier: SubjectKeyIdentifier(hash: rootKey.publicKey).keyIdentifier)
                // Some verifiers do not check a root's extensions.
                Critical(onlyAppleNames)
                statusAddress
                marker([1, 2, 840, 113635, 100, 6, 2, 1])
            })
    }

    private static func leaf(
        of key: P256.Signing.PublicKey, signedBy intermediateKey: Certificate.PrivateKey,
        isMarked: Bool = true,
        serialNumber: Certificate.SerialNumber = Certificate.SerialNumber(), until: Date = validity.until
    ) throws -> Certificate {
        let key = Certificate.PublicKey(key)
        let issuer = SubjectKeyIdentifier(hash: intermediateKey.publicKey)
        return try certificate(
            of: key, subject: name("Monkey Store Signing"), issuer: name(intermediateName),
            signedBy: intermediateKey,
            serialNumber: serialNumber, until: until,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                SubjectKeyIdentifier(hash: key)
                AuthorityKeyIdentifier(keyIdentifier: issuer.keyIdentifier)
                statusAddress
                if isMarked { marker([1, 2, 840, 113635, 100, 6, 11, 1]) }
            })
    }

    private static var statusAddress: AuthorityInformationAccess {
        AuthorityInformationAccess([
            .init(method: .ocspServer, location: .uniformResourceIdentifier(OCSPResponder.address))
        ])
    }

    /// From before the oldest date that the store could sign, at any setting of its clock, until long after
    /// the last.
    private static let validity = (
        from: Date(timeIntervalSince1970: 978_307_200),  // 2001-01-01 00:00 UTC
        until: Date(timeIntervalSince1970: 4_102_444_800)  // 2100-01-01 00:00 UTC
    )

    private static func name(_ commonName: String) throws -> DistinguishedName {
        try DistinguishedName {
            CommonName(commonName)
            OrganizationName("Monkey Store")
        }
    }

    private static func certificate(
        of key: Certificate.PublicKey, subject: DistinguishedName, issuer: DistinguishedName,
        signedBy issuerKey: Certificate.PrivateKey,
        serialNumber: Certificate.SerialNumber = Certificate.SerialNumber(), from: Date = validity.from,
        until: Date = validity.until, extensions: Certificate.Extensions
    ) throws -> Certificate {
        try Certificate(
            version: .v3, serialNumber: serialNumber, publicKey: key, notValidBefore: from,
            notValidAfter: until,
            issuer: issuer, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: extensions, issuerPrivateKey: issuerKey)
    }

    /// An extension of which only the presence counts. By two of these, Apple's libraries recognize the
    /// certificates of a store. If they were critical, they would be refused as unknown.
    private static func marker(_ identifier: ASN1ObjectIdentifier) -> Certificate.Extension {
        Certificate.Extension(oid: identifier, critical: false, value: [0x05, 0x00])  // NULL
    }
}

/// A server's certificate, its intermediate certificate, and the server's key, each as PEM.
package struct ServerIdentity: Sendable {
    package let chain: [String]
    package let privateKey: String
}

extension Certificate.SerialNumber {
    /// A serial number that tells an `OCSPResponder` that the certificate is revoked.
    fileprivate static func revoked() -> Certificate.SerialNumber {
        Certificate.SerialNumber(
            bytes: OCSPRequest.Certificate.revokedSerial + (0..<8).map { _ in UInt8.random(in: 0...255) })
    }
}
