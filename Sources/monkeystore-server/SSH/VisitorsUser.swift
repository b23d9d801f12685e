internal import Foundation
internal import Glibc

/// The user as whom the SSH server and visitors' storefronts run: not root, and not the store's, where that can be chosen.
struct VisitorsUser: Sendable {
    let name: String
    let user: uid_t
    let group: gid_t
    /// Whether it is another one than whoever asks.
    let isOther: Bool

    /// For root, the user `monkeystore-visitor` if there is one, else `nobody`; for others, themselves.
    ///
    /// - Throws: `DemoError.noUser`.
    init() throws(DemoError) {
        isOther = geteuid() == 0
        let entry = isOther ? getpwnam("monkeystore-visitor") ?? getpwnam("nobody") : getpwuid(geteuid())
        guard let entry = entry?.pointee else { throw .noUser }
        (name, user, group) = (String(cString: entry.pw_name), entry.pw_uid, entry.pw_gid)
    }

    /// What to put before a command that is to run as this user.
    var changing: [String] {
        ["/usr/bin/setpriv", "--reuid", "\(user)", "--regid", "\(group)", "--clear-groups", "--"]
    }

    /// Makes sure that the user can come to a folder: that everybody may walk through those above it.
    func reach(_ path: String) throws(DemoError) {
        guard isOther else { return }
        var above = URL(fileURLWithPath: path).deletingLastPathComponent()
        while true {
            var status = stat()
            guard stat(above.path, &status) == 0 else { throw .trouble(above.path) }
            guard status.st_mode & (status.st_uid == user ? S_IXUSR : S_IXOTH) != 0 else {
                throw .unusable(path: path, reason: "visitors run as \(name), whom \(above.path) is closed to")
            }
            guard above.path != "/" else { return }
            above.deleteLastPathComponent()
        }
    }

    /// Gives a file or folder to the user.
    func give(_ path: String) throws(DemoError) {
        guard !isOther || lchown(path, user, group) == 0 else { throw .trouble(path) }
    }
}
