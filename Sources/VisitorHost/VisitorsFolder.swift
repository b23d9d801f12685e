internal import FoundationEssentials
internal import Glibc

/// The folder of a host's visitors, which the host, its commands and the visitors' storefronts share.
///
/// | in it | what it is |
/// |---|---|
/// | `host_key` | the SSH host's key |
/// | `host-token` | under another `sshd`: the secret with which the host vouches for its visitors |
/// | `accounts/`, `guests/` | a data directory for each visitor, by key, or for the visit |
/// | `newcomers/` | the visitors who came for the first time: their data is removed where it is unused |
/// | `slots/` | a locked file for each visitor who is in the store |
/// | `announcements/line` | the host's last message |
/// | `monkeystore.log` | the visits' log |
package struct VisitorsFolder: Hashable, Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    package var hostToken: String { path + "/host-token" }
    package var logDirectory: String { path }
    /// The folder of the host's messages, which all visitors may read.
    package var announcements: String { path + "/announcements" }
    var line: String { announcements + "/line" }
    var accounts: String { path + "/accounts" }
    /// An empty folder for each visitor with a key until `removeUnused` after the first visit.
    var newcomers: String { path + "/newcomers" }
    var slots: String { path + "/slots" }
    package var guests: String { path + "/guests" }
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

/// The first bytes of a file that is no link; nil where it cannot be opened.
func firstBytes(of path: String, _ count: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let length = read(descriptor, &bytes, count)
    return Array(bytes.prefix(max(0, length)))
}
