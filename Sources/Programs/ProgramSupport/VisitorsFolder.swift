package import FoundationEssentials
internal import Glibc
package import Storage
package import StoreModel
internal import Synchronization

/// The folder of a host's visitors, which their storefronts share with `monkeystore-server who` and `say`.
///
/// | in it | what it is |
/// |---|---|
/// | `host_key` | the SSH host's key |
/// | `host-token` | under another `sshd`: the secret with which the host vouches for its visitors |
/// | `accounts/`, `guests/` | a data directory for each visitor, by key, or for the visit |
/// | `newcomers/` | the visitors who came for the first time: their data is removed if it is unused |
/// | `removed-…` | the data of a visitor while it is removed |
/// | `slots/` | a locked file for each visitor who is in the store |
/// | `announcements/line` | the host's last message |
/// | `announcements/closing` | there while the host ends all visits |
/// | `monkeystore.log` | who came and left, what they bought, and what went wrong |
package struct VisitorsFolder: Hashable, Sendable {
    /// The path if root runs the host, and under an `sshd`.
    package static let standardPath = "/var/lib/monkeystore-visitors"

    package let path: String

    package init(path: String) { self.path = path }

    /// The folder beside it, with the programs and the socket of a demo. Visitors' processes must not change
    /// them.
    package var programs: String { path + "-host" }
    /// The file that a demo locks while it is open.
    package var demoLock: String { programs + "/demo.lock" }
    package var hostToken: String { path + "/host-token" }
    package var log: String { path + "/monkeystore.log" }
    /// The folder of the host's messages, which all visitors may read.
    package var announcements: String { path + "/announcements" }
    var line: String { announcements + "/line" }
    var accounts: String { path + "/accounts" }
    /// An empty folder for each visitor with a key until `removeUnused` after the first visit.
    var newcomers: String { path + "/newcomers" }
    var slots: String { path + "/slots" }
    package var guests: String { path + "/guests" }
    package func dataDirectory(of visitor: VisitorName) -> String {
        (visitor.isGuest ? guests : accounts) + "/" + visitor.folderName
    }

    /// Whether a visitor has data here: the visitor is in the store, or was there and bought, spent or chose
    /// something.
    package func hasData(of visitor: VisitorName) -> Bool {
        access(dataDirectory(of: visitor), F_OK) == 0
    }

    /// Whether it is the folder `folder`, or is in it. Both paths are absolute, and without symbolic links.
    package func isInside(_ folder: String) -> Bool { (path + "/").hasPrefix(folder + "/") }

    /// Makes a folder (0700) in it, with those above it.
    package func make(_ folder: String) throws(VisitorHostError) {
        do { try Folder.makeMissing(folder) } catch { throw .trouble(folder) }
    }

    /// The names in one of its folders, in order; empty if that folder is missing.
    func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }
}

/// A visitor who is in the store now, in the list that `monkeystore-server who` prints.
package struct Attendance: Hashable, Sendable, Codable {
    package var visitor: String
    /// What people call the visitor; nil if the host does not know.
    package var label: String?
    package var address: String
    package var since: Date
}

extension VisitorsFolder {
    /// The visitors who are in the store, in the order in which they came.
    package func attendances() -> [Attendance] {
        names(in: slots).compactMap { name in
            guard let holder = ProcessLock.holder(of: slots + "/" + name) else { return nil }
            return try? JSONDecoder().decode(Attendance.self, from: Data(holder.text))
        }.sorted { $0.since < $1.since }
    }
}

/// Messages of the host to all visitors: `monkeystore-server say` sends them, and each storefront shows them.
extension VisitorsFolder {
    /// The longest message in bytes: as much as three rows of a screen show.
    package static let longestLine = 200

    package func announce(_ text: String) throws(VisitorHostError) {
        try make(announcements)
        let draft = "\(line).\(getpid())"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .trouble(draft) }
        defer {
            close(descriptor)
            unlink(draft)
        }
        let bytes = Array(text.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count, rename(draft, line) == 0 else {
            throw .trouble(line)
        }
    }

    /// Calls `hear` with the newest line whenever one is said from now on, on a thread of its own, until the
    /// watch is released.
    package func listen(_ hear: @escaping @Sendable (String) -> Void) -> FileWatch {
        let heard = Mutex(lastLine)
        // The watch also calls if nothing was said: when it begins, and while it cannot begin.
        return FileWatch(path: line) { [self] in
            guard let now = lastLine else { return }
            let isNew = heard.withLock { heard in
                defer { heard = now }
                return !now.isSame(as: heard)
            }
            if isNew { hear(now.text) }
        }
    }

    /// Notes that the host ends all visits from now on, so that each storefront can say so.
    package func noteClosing() {
        guard (try? make(announcements)) != nil else { return }
        close(open(closing, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644))
    }

    /// Notes that the host lets visitors in.
    package func noteOpening() { unlink(closing) }

    package var isClosing: Bool { access(closing, F_OK) == 0 }

    private var closing: String { announcements + "/closing" }

    /// Nil if nothing was said. A link is not followed.
    private var lastLine: SaidLine? {
        let descriptor = open(line, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let bytes = firstBytes(of: descriptor, Self.longestLine)
        guard !bytes.isEmpty, let file = FileStatus(descriptor: descriptor) else { return nil }
        return SaidLine(text: String(decoding: bytes, as: UTF8.self), file: file)
    }
}

/// A line that the host has said. The same words may be said again: in another file.
private struct SaidLine {
    let text: String
    let file: FileStatus

    func isSame(as other: SaidLine?) -> Bool {
        other.map { $0.text == text && $0.file.isSameFile(as: file) } ?? false
    }
}
