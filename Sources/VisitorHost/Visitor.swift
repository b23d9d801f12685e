internal import Crypto
internal import FoundationEssentials
internal import Glibc

/// A visitor over SSH: known by an SSH key, or a guest.
package enum Visitor: Hashable, Sendable {
    /// A visitor with a key; its fingerprint as `ssh-keygen -l` shows it, `SHA256:` and 43 characters of base64.
    case key(fingerprint: String)
    /// A visitor without one, for this visit.
    case guest(identifier: String)

    /// Reads the visitor from the file that the SSH server made for the session and named in `SSH_USER_AUTH` (sshd_config(5),
    /// `ExposeAuthInfo`): a line for each method of the sign-in, such as `publickey ssh-ed25519 AAAA…`.
    package init(authenticationFile path: String) throws(VisitorHostError) {
        guard let lines = Self.privateText(path)?.split(separator: "\n"), !lines.isEmpty else { throw .visitorUnknown }
        let methods = lines.map { $0.split(separator: " ") }
        if let parts = methods.first(where: { $0.first == "publickey" }) {
            guard parts.count >= 3, let key = Data(base64Encoded: String(parts[2])), !key.isEmpty else {
                throw .visitorUnknown
            }
            let digest = Data(SHA256.hash(data: key)).base64EncodedString().prefix { $0 != "=" }
            self = .key(fingerprint: "SHA256:" + digest)
        } else {
            self = .guest(identifier: UUID().uuidString.lowercased())
        }
    }

    /// The visitor of a name at the store; nil for any other text.
    init?(name: some StringProtocol) {
        let identifier = name.dropFirst("guest-".count)
        if name.hasPrefix("SHA256:"), name.utf8.count == "SHA256:".utf8.count + 43 {
            self = .key(fingerprint: String(name))
        } else if name.hasPrefix("guest-"), UUID(uuidString: String(identifier)) != nil {
            self = .guest(identifier: String(identifier))
        } else {
            return nil
        }
    }

    package var name: String {
        switch self {
        case .key(let fingerprint): fingerprint
        case .guest(let identifier): "guest-" + identifier
        }
    }

    /// The beginning of the name, for people.
    package var shortName: String {
        switch self {
        case .key(let fingerprint): String(fingerprint.prefix(15))
        case .guest(let identifier): "guest-" + identifier.prefix(8)
        }
    }

    /// Whether the visitor's purchases end with the visit.
    package var isGuest: Bool {
        if case .guest = self { true } else { false }
    }

    var folderName: String {
        switch self {
        case .key(let fingerprint):
            // No slash in a file name.
            String(fingerprint.dropFirst("SHA256:".count).map { $0 == "/" ? "_" : $0 == "+" ? "-" : $0 })
        case .guest(let identifier): identifier
        }
    }

    /// The text of a file that only this user can have written.
    private static func privateText(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & 0o077 == 0
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
}
