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

    package var description: String { sentence(isGuest: false) }

    /// What the visitor is told. A guest has no credits yet.
    package func sentence(isGuest: Bool) -> String {
        let safe = isGuest ? "" : " Your credits are safe."
        return switch self {
        case .visitorUnknown:
            "This is the store's side of an SSH server, which has to say who visits (ExposeAuthInfo yes). Nothing was charged."
        case .full(let limit):
            limit == 1
                ? "The store is full: 1 visitor is here.\(safe) Come back when they have left."
                : "The store is full: \(limit) visitors are here.\(safe) Come back in a few minutes."
        case .occupied:
            "The store is still open elsewhere with your key.\(safe) Come back in a minute."
        case .noScreen:
            "The store cannot draw on this kind of terminal.\(safe) Come back with: TERM=xterm-256color ssh …"
        case .noToken, .unusable, .notConfined:
            "The store cannot let visitors in just now.\(safe) Come back later."
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
