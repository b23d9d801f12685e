internal import Glibc

/// Why the store cannot be opened to visitors. Each has one sentence for the person outside.
enum DemoError: Error, CustomStringConvertible {
    case missing(program: String, package: String)
    case notBuilt(path: String)
    case noUser
    case unusable(path: String, reason: String)
    case sshd(reason: String)

    var description: String {
        switch self {
        case .missing(let program, let package):
            "Visitors need \(program), which is not here; nothing was opened. Install it: apt-get install \(package)."
        case .notBuilt(let path): "There is no \(path); nothing was opened. Build everything first: swift build."
        case .noUser:
            "There is no user as whom visitors could run; nothing was opened. Make a user monkeystore-visitor."
        case .unusable(let path, let reason):
            "Cannot use \(path) (\(reason)); nothing was opened. Choose another place with --visitors."
        case .sshd(let reason): "The SSH server does not run: \(reason). Visitors' credits are safe."
        }
    }

    /// The trouble that `errno` stands for.
    static func trouble(_ path: String) -> DemoError {
        .unusable(path: path, reason: String(cString: strerror(errno)))
    }
}
