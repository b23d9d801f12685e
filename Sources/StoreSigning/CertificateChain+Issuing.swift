package import Crypto
internal import FoundationEssentials
internal import SwiftASN1
internal import X509

extension CertificateChain {
    /// Issues root, intermediate and leaf, and writes them as PEM: leaf, intermediate, root, then the keys of intermediate
    /// and root.
    ///
    /// What the extensions say, and which of them are critical, is what strict verifiers ask of a chain of Apple's (OpenSSL
    /// with X509_STRICT, as Apple's App Store Server Library runs it).
    package static func make(for leafKey: P256.Signing.PublicKey) throws -> [UInt8] {
        let rootKey = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let intermediateKey = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let root = try certificate(
            of: rootKey.publicKey, subject: name(rootName), issuer: name(rootName), signedBy: rootKey,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 1))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: rootKey.publicKey)
            })
        let intermediate = try intermediate(of: intermediateKey.publicKey, signedBy: rootKey)
        let leaf = try leaf(of: leafKey, signedBy: intermediateKey)
        let documents =
            try [leaf, intermediate, root].map { try $0.serializeAsPEM() }
            + [intermediateKey, rootKey].map { try $0.serializeAsPEM() }
        return Array((documents.map(\.pemString).joined(separator: "\n") + "\n").utf8)
    }

    /// The store's own root with an intermediate and a leaf under it that are not as they should be.
    func forged(_ forgery: Forgery, for leafKey: P256.Signing.PublicKey) throws -> CertificateChain {
        let keys = try authorityKeys.map(Certificate.PrivateKey.init(pemDocument:))
        guard keys.count == 2 else { throw CertificateError.invalidCertificate }
        let (intermediateKey, rootKey) = (keys[0], keys[1])
        let intermediate =
            forgery == .intermediateNoAuthority
            ? try Self.intermediate(of: intermediateKey.publicKey, signedBy: rootKey, isAuthority: false)
            : intermediate
        let leaf = try Self.leaf(
            of: leafKey, signedBy: intermediateKey, isMarked: forgery != .noMarker,
            until: forgery == .expiredLeaf ? Self.validity.from.addingTimeInterval(86_400) : Self.validity.until)
        let documents = try [leaf, intermediate, root].map { try $0.serializeAsPEM().pemString }
        return try CertificateChain(pem: Array(documents.joined(separator: "\n").utf8), leafKey: leafKey)
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
                        ? BasicConstraints.isCertificateAuthority(maxPathLength: 0) : .notCertificateAuthority)
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: key)
                AuthorityKeyIdentifier(keyIdentifier: SubjectKeyIdentifier(hash: rootKey.publicKey).keyIdentifier)
                marker([1, 2, 840, 113635, 100, 6, 2, 1])
            })
    }

    private static func leaf(
        of key: P256.Signing.PublicKey, signedBy intermediateKey: Certificate.PrivateKey, isMarked: Bool = true,
        until: Date = validity.until
    ) throws -> Certificate {
        let key = Certificate.PublicKey(key)
        let issuer = SubjectKeyIdentifier(hash: intermediateKey.publicKey)
        return try certificate(
            of: key, subject: name("Monkey Store Signing"), issuer: name(intermediateName), signedBy: intermediateKey,
            until: until,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                SubjectKeyIdentifier(hash: key)
                AuthorityKeyIdentifier(keyIdentifier: issuer.keyIdentifier)
                if isMarked { marker([1, 2, 840, 113635, 100, 6, 11, 1]) }
            })
    }

    /// From before the oldest date that the store could sign, whatever its clock says, until long after the last.
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
        signedBy issuerKey: Certificate.PrivateKey, until: Date = validity.until, extensions: Certificate.Extensions
    ) throws -> Certificate {
        try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key, notValidBefore: validity.from,
            notValidAfter: until, issuer: issuer, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: extensions, issuerPrivateKey: issuerKey)
    }

    /// The extension by which Apple's libraries know the certificates of a store. Its presence is all that counts; marked
    /// critical it would be refused as unknown.
    private static func marker(_ identifier: ASN1ObjectIdentifier) -> Certificate.Extension {
        Certificate.Extension(oid: identifier, critical: false, value: [0x05, 0x00])  // NULL
    }
}
