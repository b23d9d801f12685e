internal import Foundation
internal import Storage

/// The user who runs the SSH host and visitors' storefronts, which is never root, and that user's folders.
/// `Demo` and `VisitorsOptions` use it.
struct VisitorsUser: Sendable {
    static let name = "monkeystore-visitor"

    let user: uid_t
    let group: gid_t
    let isOther: Bool

    /// If root runs the program, the user is `monkeystore-visitor`; otherwise it is the current user.
    init() throws(DemoError) {
        isOther = geteuid() == 0
        guard isOther else {
            (user, group) = (geteuid(), getegid())
            return
        }
        guard let entry = getpwnam(Self.name)?.pointee, entry.pw_uid != 0 else { throw .noUser }
        (user, group) = (entry.pw_uid, entry.pw_gid)
    }

    /// The words in front of a command that make it run as this user.
    var changing: [String] {
        guard isOther else { return [] }
        return ["/usr/bin/setpriv", "--reuid", "\(user)", "--regid", "\(group)", "--clear-groups", "--"]
    }

    /// Becomes this user for good.
    func become() throws(DemoError) {
        guard isOther else { return }
        guard setgroups(0, nil) == 0, setgid(group) == 0, setuid(user) == 0 else { throw .trouble(Self.name) }
    }

    /// Makes a folder for the programs and the socket that visitors' processes use and must not change. If
    /// the folder exists, checks that no other user may change it.
    func makeFolderOfPrograms(_ path: String) throws(DemoError) {
        try makeFolder(path, of: geteuid(), mode: isOther ? 0o755 : 0o700)
    }

    /// Makes a folder that belongs to this user (0700), or checks that an existing one does. It makes nothing
    /// in a folder that this user or another may write to, because a link there could lead anywhere.
    func makeFolder(_ path: String) throws(DemoError) { try makeFolder(path, of: user, mode: nil) }

    private func makeFolder(_ path: String, of owner: uid_t, mode: mode_t?) throws(DemoError) {
        try makeFoldersAbove(path)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .trouble(path) }
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { throw .trouble(path) }
        defer { close(folder) }
        // It is new, or an earlier run was killed right after it had made the folder.
        if owner != geteuid(), isUnused(folder, path), fchown(folder, user, group) != 0 {
            throw .trouble(path)
        }
        guard let status = FileStatus(descriptor: folder) else { throw .trouble(path) }
        guard status.owner == owner, status.mode & 0o022 == 0 else {
            throw .unusable(path: path, reason: "it belongs to another user, or others may write to it")
        }
        if let mode, fchmod(folder, mode) != 0 { throw .trouble(path) }
    }

    /// Whether a folder is as `mkdir` has just made it: this user's own, closed to others, and empty.
    private func isUnused(_ folder: Int32, _ path: String) -> Bool {
        guard let status = FileStatus(descriptor: folder) else { return false }
        return status.owner == geteuid() && status.mode & 0o777 == 0o700
            && (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty == true
    }

    /// Makes the missing folders above a folder, which all users may enter, and checks that no other user may
    /// change them.
    private func makeFoldersAbove(_ path: String) throws(DemoError) {
        guard isOther else {
            do {
                try FileManager.default.createDirectory(
                    atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path,
                    withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                throw .unusable(path: path, reason: "\(error)")
            }
            return
        }
        var above = ""
        for name in URL(fileURLWithPath: path).deletingLastPathComponent().pathComponents {
            above = above.isEmpty || above == "/" ? above + name : above + "/" + name
            if FileStatus(linkAt: above) == nil, errno == ENOENT, mkdir(above, 0o755) == 0 {
                chmod(above, 0o755)
            }
            guard let status = FileStatus(linkAt: above) else { throw .trouble(above) }
            let isSafe = status.owner == 0 && (status.mode & 0o022 == 0 || status.mode & S_ISVTX != 0)
            guard status.isFolder, isSafe else {
                throw .unusable(path: path, reason: "others than root may change \(above)")
            }
            guard status.mode & S_IXOTH != 0 else {
                throw .unusable(
                    path: path, reason: "visitors run as \(Self.name), whom \(above) is closed to")
            }
        }
    }
}
