internal import FoundationEssentials
internal import Glibc

/// The folder of a host's visitors: what each of them has, who is there, and what the host says to all.
///
/// | in it | what it is |
/// |---|---|
/// | `host_key` | the SSH host's key |
/// | `host-token` | for an `sshd` of somebody's own: what the host shows to the store, for the store to take its word for who visits |
/// | `accounts/`, `guests/` | a data directory for each visitor, by key, or for the visit |
/// | `newcomers/` | who came for the first time: what is unused of theirs is removed |
/// | `slots/` | a locked file for each visitor who is there |
/// | `announcements/line` | what the host said last |
/// | `monkeystore.log` | the visits' log |
package struct VisitorsFolder: Hashable, Sendable {
    /// Its path.
    package let path: String

    /// The folder at a path; nothing is made yet.
    package init(path: String) { self.path = path }

    /// The file with the token that the store knows the host by.
    package var hostToken: String { path + "/host-token" }
    /// The visits' log is in this folder.
    package var logDirectory: String { path }
    /// What the host says to all visitors; each of them may read it.
    package var announcements: String { path + "/announcements" }
    /// The file with the host's last line.
    var line: String { announcements + "/line" }
    var accounts: String { path + "/accounts" }
    /// An empty folder for each visitor with a key whose first visit has not been looked at.
    var newcomers: String { path + "/newcomers" }
    var slots: String { path + "/slots" }
    /// Guests' data directories.
    package var guests: String { path + "/guests" }
    /// The data directory of a visitor.
    package func dataDirectory(of visitor: Visitor) -> String {
        (visitor.isGuest ? guests : accounts) + "/" + visitor.folderName
    }

    /// Makes a folder (0700) in it, with those above it.
    func make(_ folder: String) throws(VisitorHostError) {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .unusable(path: folder, reason: "\(error)")
        }
    }

    /// The names in a folder of it, in order; none where it is missing.
    func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }
}
