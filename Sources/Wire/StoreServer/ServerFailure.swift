/// Why a server cannot start: an `HTTPService` throws it, and
/// `ServerExitStatus` chooses the exit code for it.
package enum ServerFailure: Error, Hashable, Sendable, CustomStringConvertible {
    case portInUse(address: String)
    /// There is no such address here, or it is not for this user.
    case cannotListen(address: String, reason: String)
    case badCertificate(path: String)
    /// The file is not there, is not a private key, or is another certificate's.
    case badPrivateKey(path: String)
    /// The store cannot issue a certificate, or answer for those that it has: the keys of root
    /// and intermediate are not known.
    case noAuthorityKeys

    package var description: String {
        switch self {
        case .portInUse(let address): "Cannot listen on \(address): another program does."
        case .cannotListen(let address, let reason): "Cannot listen on \(address) (\(reason))."
        case .badCertificate(let path): "\(path) cannot be read as a certificate in PEM form."
        case .badPrivateKey(let path): "\(path) cannot be read as the certificate's private key in PEM form."
        case .noAuthorityKeys:
            "Apple's names cannot be answered: the keys of the store's root and intermediate certificates are not known."
        }
    }
}
