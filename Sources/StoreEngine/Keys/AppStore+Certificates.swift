internal import StoreModel
package import StoreSigning

extension AppStore {
    /// The root of the store's certificates as PEM, for those who are to trust what it signs.
    package var rootCertificatePEM: String { signer.certificates.rootPEM }
    package var certificates: [[UInt8]] { signer.certificates.der }

    /// Whether the certificates say where verifiers ask about them; those of a store from before OCSP do not.
    package var certificatesHaveStatusAddress: Bool { signer.certificates.hasStatusAddress }

    /// What answers verifiers that ask about the certificates; nil where the keys of root and intermediate are not known.
    package func statusResponder() -> OCSPResponder? { OCSPResponder(signer.certificates) }

    /// A certificate for a server with `names`, under the store's root. Throws where the keys are not known.
    package func serverIdentity(for names: [String]) throws -> ServerIdentity {
        try signer.certificates.serverIdentity(for: names, at: time.now())
    }
}
