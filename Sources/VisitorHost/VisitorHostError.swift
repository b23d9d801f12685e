internal import Glibc

/// Why a visitor is not let in.
package enum VisitorHostError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The SSH server did not say who visits.
    case visitorUnknown
    /// There is no token of the host's for the store.
    case noToken(path: String)
    /// As many visitors are there as may be.
    case full(limit: Int)
    /// The visitor's place is held by a visit that does not end.
    case occupied
    /// The visitor's terminal is of a kind that has no screen, or that nobody here knows.
    case noScreen
    /// The visitors' folder or something in it cannot be used.
    case unusable(path: String, reason: String)
    /// The system does not let the program lock itself in.
    case notConfined(reason: String)

    /// One sentence for the person who stands outside.
    package var description: String {
        switch self {
        case .visitorUnknown:
            "This is the store's side of an SSH server, which has to say who visits (ExposeAuthInfo yes). Nothing was charged."
        case .full(let limit):
            "The store is full: \(limit) visitors are here. Your credits are safe. Come back in a few minutes."
        case .occupied:
            "The store is still open elsewhere with your key. Your credits are safe. Come back in a minute."
        case .noScreen:
            "The store cannot draw on this kind of terminal. Your credits are safe. Come back with TERM=xterm-256color before ssh."
        case .noToken, .unusable, .notConfined:
            "The store cannot let visitors in just now. Your credits are safe. Come back later."
        }
    }

    /// What whoever runs the store should read; nil where the visitor's sentence says it all.
    package var detail: String? {
        switch self {
        case .unusable(let path, let reason): "Cannot use \(path): \(reason)."
        case .notConfined(let reason): "The program cannot be confined: \(reason)."
        case .noToken(let path):
            "\(path) does not hold a host's token. Put the one there that the store's server has."
        case .visitorUnknown: "SSH_USER_AUTH names no file of the SSH server's."
        case .full, .occupied, .noScreen: nil
        }
    }

    /// The trouble that `errno` stands for.
    static func trouble(_ path: String) -> VisitorHostError {
        .unusable(path: path, reason: String(cString: strerror(errno)))
    }
}
