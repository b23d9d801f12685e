internal import Glibc

/// Why a visitor cannot use the store. `VisitorSession` tells the visitor one sentence, and logs the details.
package enum VisitorHostError: Error, Hashable, Sendable, CustomStringConvertible {
    case visitorUnknown
    /// The host's token for the store is missing.
    case noToken(path: String)
    case full(limit: Int)
    case occupied
    /// The visitor's terminal is unknown, or cannot show a screen.
    case noScreen
    /// The visitors' folder or something in it cannot be used.
    case unusable(path: String, reason: String)
    /// The system cannot confine the program.
    case notConfined(reason: String)

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

    /// One sentence for the log; nil if the visitor's sentence is enough.
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

    static func trouble(_ path: String) -> VisitorHostError {
        .unusable(path: path, reason: String(cString: strerror(errno)))
    }
}
