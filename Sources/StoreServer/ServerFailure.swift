/// Why a server cannot start. Each has one sentence for the operator.
package enum ServerFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another program listens there.
    case portInUse(address: String)
    /// There is no such address here, or it is not for this user.
    case cannotListen(address: String, reason: String)
    /// The file is not there or is not a certificate.
    case badCertificate(path: String)
    /// The file is not there, is not a private key, or is another certificate's.
    case badPrivateKey(path: String)

    package var description: String {
        switch self {
        case .portInUse(let address):
            "Cannot listen on \(address): another program does. Stop it, or choose another port with --port."
        case .cannotListen(let address, let reason):
            "Cannot listen on \(address) (\(reason)). Choose another address with --host, or another port with --port."
        case .badCertificate(let path):
            "\(path) cannot be read as a certificate in PEM form. Give another one with --tls-cert."
        case .badPrivateKey(let path):
            "\(path) cannot be read as the certificate's private key in PEM form. Give another one with --tls-key."
        }
    }
}
