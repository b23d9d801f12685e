/// The account name of a visitor for whom a host, such as an SSH server, vouches. The account has no
/// password, and no account that people make can have such a name.
package struct VisitorName: Hashable, Sendable {
    package static let keyPrefix = "SHA256:"
    /// The beginning of the names of visitors without a key.
    package static let guestPrefix = "guest-"

    package let rawValue: String

    /// The fingerprint of a key as OpenSSH writes it, `SHA256:` and 43 characters of base64, or `guest-` and
    /// a lower-case UUID; nil for anything else.
    package init?(rawValue: String) {
        guard Self.isFingerprint(rawValue) || Self.isGuest(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    private static func isFingerprint(_ name: String) -> Bool {
        let digest = name.utf8.dropFirst(keyPrefix.utf8.count)
        return name.hasPrefix(keyPrefix) && digest.count == 43 && digest.allSatisfy(base64.contains)
    }

    private static func isGuest(_ name: String) -> Bool {
        name.hasPrefix(guestPrefix) && String(name.dropFirst(guestPrefix.count)).isUUID
    }

    private static let base64 = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
