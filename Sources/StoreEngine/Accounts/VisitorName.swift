/// The account name of a visitor, for whom a host such as an SSH server vouches: there is no password, and no account
/// that people make can have such a name.
package struct VisitorName: Hashable, Sendable {
    static let keyPrefix = "SHA256:"
    /// The beginning of the names of visitors without a key.
    static let guestPrefix = "guest-"

    package let rawValue: String

    /// The fingerprint of a key as OpenSSH writes it, `SHA256:` and 43 characters of base64, or `guest-` and a lower-case UUID;
    /// nil for anything else.
    package init?(rawValue: String) {
        guard Self.isFingerprint(rawValue) || Self.isGuest(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// Whether a name that a person chose might be taken for a visitor's.
    static func isReserved(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasPrefix(keyPrefix.lowercased()) || name.hasPrefix(guestPrefix)
    }

    private static func isFingerprint(_ name: String) -> Bool {
        let digest = name.utf8.dropFirst(keyPrefix.utf8.count)
        return name.hasPrefix(keyPrefix) && digest.count == 43 && digest.allSatisfy(base64.contains)
    }

    private static func isGuest(_ name: String) -> Bool {
        let parts = name.dropFirst(guestPrefix.count).split(separator: "-", omittingEmptySubsequences: false)
        return name.hasPrefix(guestPrefix) && parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && parts.joined().utf8.allSatisfy("0123456789abcdef".utf8.contains)
    }

    private static let base64 = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
