/// Why a server cannot start, or go on. `HTTPService` throws it, and `ServerExitStatus` chooses its exit
/// code.
package enum ServerFailure: Error, Hashable, Sendable, CustomStringConvertible {
    case portInUse(address: String)
    /// This machine has no such address, or this user may not listen on it.
    case cannotListen(address: String, reason: String)
    /// It listened, and the system has ended that.
    case listensNoMore(address: String)
    case badCertificate(path: String)
    /// The file is missing, is not a private key, or belongs to another certificate.
    case badPrivateKey(path: String)
    /// The store cannot issue a certificate, or answer for those that it has, because it does not have the
    /// keys of the root and the intermediate certificate.
    case noAuthorityKeys

    package var description: String {
        switch self {
        case .portInUse(let address): "Cannot listen on \(address): another program does."
        case .cannotListen(let address, let reason): "Cannot listen on \(address) (\(reason))."
        case .listensNoMore(let address): "Nothing comes in on \(address) any more: the system has closed it."
        case .badCertificate(let path): "\(path) cannot be read as a certificate in PEM form."
        case .badPrivateKey(let path):
            "\(path) cannot be read as a private key in PEM form, or is the key of another certificate."
        case .noAuthorityKeys:
            "Apple's names cannot be answered: the keys of the store's root and intermediate certificates are not known."
        }
    }
}
