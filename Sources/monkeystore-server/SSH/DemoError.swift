internal import Glibc

/// Why the store cannot be opened to visitors. Each has one sentence for the person outside.
enum DemoError: Error, CustomStringConvertible {
    case notBuilt(path: String)
    case noUser
    case moved(from: String, to: String)
    case unusable(path: String, reason: String)
    case ended(reason: String)

    var description: String {
        switch self {
        case .notBuilt(let path): "There is no \(path); nothing was opened. Build everything first: swift build."
        case .noUser:
            "Root lets no visitors in, and there is no user \(VisitorsUser.name) as whom they could run; nothing was opened. Make it: "
                + "useradd --system --shell /usr/sbin/nologin \(VisitorsUser.name). Or start the demo as an ordinary user."
        case .moved(let from, let to):
            "Visitors' credits are in \(from), and belong in \(to) now; nothing was opened. Move them: mv \(from) \(to) && chown -R "
                + "\(VisitorsUser.name): \(to)."
        case .unusable(let path, let reason):
            "Cannot use \(path) (\(reason)); nothing was opened. Choose another place with --visitors."
        case .ended(let reason): "Visitors cannot come: \(reason) Their credits are safe."
        }
    }

    /// The trouble that `errno` stands for.
    static func trouble(_ path: String) -> DemoError {
        .unusable(path: path, reason: String(cString: strerror(errno)))
    }
}
