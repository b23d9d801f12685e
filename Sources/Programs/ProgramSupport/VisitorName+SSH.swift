internal import Crypto
internal import FoundationEssentials
internal import Glibc
internal import Storage
package import StoreModel

/// A visitor over SSH, who has an SSH key or is a guest. `VisitIntroduction` and the SSH host read who it is.
extension VisitorName {
    /// Reads the visitor from the file that the SSH server made for the session and named in
    /// `SSH_USER_AUTH` (sshd_config(5), `ExposeAuthInfo`). It has a line for each sign-in method, such
    /// as `publickey ssh-ed25519 AAAA…`.
    package init(authenticationFile path: String) throws(VisitorHostError) {
        guard let lines = Self.privateText(path)?.split(separator: "\n"), !lines.isEmpty else {
            throw .visitorUnknown
        }
        let methods = lines.map { $0.split(separator: " ") }
        guard let parts = methods.first(where: { $0.first == "publickey" }) else {
            self = .newGuest()
            return
        }
        guard parts.count >= 3, let key = Data(base64Encoded: String(parts[2])), !key.isEmpty else {
            throw .visitorUnknown
        }
        let digest = Data(SHA256.hash(data: key)).base64EncodedString().prefix { $0 != "=" }
        guard let visitor = Self(rawValue: Self.keyPrefix + digest) else { throw .visitorUnknown }
        self = visitor
    }

    /// The beginning of the name, for people.
    package var shortName: String { String(rawValue.prefix(prefix.count + 8)) }

    var folderName: String {
        // A file name cannot contain a slash.
        String(rawValue.dropFirst(prefix.count).map { $0 == "/" ? "_" : $0 == "+" ? "-" : $0 })
    }

    private var prefix: String { isGuest ? Self.guestPrefix : Self.keyPrefix }

    /// The text of a file that only this user can have written.
    private static func privateText(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor: descriptor), status.isFile, status.owner == geteuid(),
            status.mode & 0o077 == 0
        else { return nil }
        return String(decoding: firstBytes(of: descriptor, 64 << 10), as: UTF8.self)
    }
}
