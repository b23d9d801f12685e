internal import Crypto
internal import FoundationEssentials
internal import Glibc
internal import Storage
internal import StoreModel

/// A visitor over SSH, who has an SSH key or is a guest. `VisitorSession` gets it from
/// `VisitIntroduction`, below.
package enum Visitor: Hashable, Sendable {
    /// A visitor with a key. The fingerprint is written as `ssh-keygen -l` shows it: `SHA256:` and 43
    /// characters of Base64.
    case key(fingerprint: String)
    /// A visitor without a key, for this visit only.
    case guest(identifier: String)

    private static let keyPrefix = VisitorName.keyPrefix
    private static let guestPrefix = VisitorName.guestPrefix

    /// A guest whom no store has seen before.
    package static func newGuest() -> Visitor { .guest(identifier: randomUUID()) }

    /// Reads the visitor from the file that the SSH server made for the session and named in
    /// `SSH_USER_AUTH` (sshd_config(5), `ExposeAuthInfo`). It has a line for each sign-in method, such
    /// as `publickey ssh-ed25519 AAAA…`.
    package init(authenticationFile path: String) throws(VisitorHostError) {
        guard let lines = Self.privateText(path)?.split(separator: "\n"), !lines.isEmpty else {
            throw .visitorUnknown
        }
        let methods = lines.map { $0.split(separator: " ") }
        if let parts = methods.first(where: { $0.first == "publickey" }) {
            guard parts.count >= 3, let key = Data(base64Encoded: String(parts[2])), !key.isEmpty else {
                throw .visitorUnknown
            }
            let digest = Data(SHA256.hash(data: key)).base64EncodedString().prefix { $0 != "=" }
            self = .key(fingerprint: Self.keyPrefix + digest)
        } else {
            self = .newGuest()
        }
    }

    /// The visitor with this name at the store; nil for any other text.
    package init?(name: some StringProtocol) {
        guard let name = VisitorName(rawValue: String(name))?.rawValue else { return nil }
        self =
            name.hasPrefix(Self.keyPrefix)
            ? .key(fingerprint: name) : .guest(identifier: String(name.dropFirst(Self.guestPrefix.count)))
    }

    package var name: String {
        switch self {
        case .key(let fingerprint): fingerprint
        case .guest(let identifier): Self.guestPrefix + identifier
        }
    }

    package var shortName: String {
        switch self {
        case .key(let fingerprint): String(fingerprint.prefix(15))
        case .guest(let identifier): Self.guestPrefix + identifier.prefix(8)
        }
    }

    /// Whether the visitor's purchases end with the visit.
    package var isGuest: Bool {
        if case .guest = self { true } else { false }
    }

    var folderName: String {
        switch self {
        case .key(let fingerprint):
            // A file name cannot contain a slash.
            String(fingerprint.dropFirst(Self.keyPrefix.count).map { $0 == "/" ? "_" : $0 == "+" ? "-" : $0 })
        case .guest(let identifier): identifier
        }
    }

    /// The text of a file that only this user can have written.
    private static func privateText(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor: descriptor), status.mode & S_IFMT == S_IFREG,
            status.owner == geteuid(), status.mode & 0o077 == 0
        else { return nil }
        return String(decoding: firstBytes(of: descriptor, 64 << 10), as: UTF8.self)
    }
}

/// What the host tells the storefront about its visitor at the start.
package struct VisitIntroduction: Sendable {
    package let visitor: Visitor
    /// What people call the visitor; nil if the host does not know.
    package let label: String?
    package let address: String
    /// The secret with which this visitor signs in at the store.
    package let voucher: String

    /// The visitor in a form for people, such as `anna (SHA256:i/HeuBV2)`.
    package var shortName: String {
        guard let label else { return visitor.shortName }
        return visitor.isGuest ? label : "\(label) (\(visitor.shortName))"
    }

    /// Reads four lines from a descriptor: the visitor's name, address, voucher and label.
    package init(descriptor: Int32) throws(VisitorHostError) {
        let lines = String(decoding: firstBytes(of: descriptor, 4096), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 5, let visitor = Visitor(name: lines[0]) else { throw .visitorUnknown }
        self.visitor = visitor
        (address, voucher, label) = (String(lines[1]), String(lines[2]), String(lines[3]))
    }

    /// Reads `SSH_USER_AUTH` and `SSH_CONNECTION`, which sshd(8) sets, and the host's token from a folder.
    package init(ofSSHDaemon folder: VisitorsFolder) throws(VisitorHostError) {
        func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
        visitor = try Visitor(authenticationFile: variable("SSH_USER_AUTH"))
        // The name there is the system's user, which is the same for all visitors.
        label = nil
        address = String(variable("SSH_CONNECTION").prefix { $0 != " " })
        guard let token = try? RegularFile.token(in: folder.hostToken) else {
            throw .noToken(path: folder.hostToken)
        }
        voucher = StoreModel.voucher(for: visitor.name, hostToken: token)
    }
}
