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
        let rootName = try name("Monkey Store Root")
        let intermediateName = try name("Monkey Store Intermediate")
        let rootIdentifier = SubjectKeyIdentifier(hash: rootKey.publicKey)
        let intermediateIdentifier = SubjectKeyIdentifier(hash: intermediateKey.publicKey)

        let root = try certificate(
            of: rootKey.publicKey, subject: rootName, issuer: rootName, signedBy: rootKey,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 1))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                rootIdentifier
            })
        let intermediate = try certificate(
            of: intermediateKey.publicKey, subject: intermediateName, issuer: rootName, signedBy: rootKey,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                intermediateIdentifier
                AuthorityKeyIdentifier(keyIdentifier: rootIdentifier.keyIdentifier)
                marker([1, 2, 840, 113635, 100, 6, 2, 1])
            })
        let leafKey = Certificate.PublicKey(leafKey)
        let leaf = try certificate(
            of: leafKey, subject: name("Monkey Store Signing"), issuer: intermediateName, signedBy: intermediateKey,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                SubjectKeyIdentifier(hash: leafKey)
                AuthorityKeyIdentifier(keyIdentifier: intermediateIdentifier.keyIdentifier)
                marker([1, 2, 840, 113635, 100, 6, 11, 1])
            })
        let documents =
            try [leaf, intermediate, root].map { try $0.serializeAsPEM() }
            + [intermediateKey, rootKey].map { try $0.serializeAsPEM() }
        return Array((documents.map(\.pemString).joined(separator: "\n") + "\n").utf8)
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
        signedBy issuerKey: Certificate.PrivateKey, extensions: Certificate.Extensions
    ) throws -> Certificate {
        try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key, notValidBefore: validity.from,
            notValidAfter: validity.until, issuer: issuer, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: extensions, issuerPrivateKey: issuerKey)
    }

    /// The extension by which Apple's libraries know the certificates of a store. Its presence is all that counts; marked
    /// critical it would be refused as unknown.
    private static func marker(_ identifier: ASN1ObjectIdentifier) -> Certificate.Extension {
        Certificate.Extension(oid: identifier, critical: false, value: [0x05, 0x00])  // NULL
    }
}
