internal import Crypto
internal import FoundationEssentials

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

    private init(guest identifier: String) { rawValue = Self.guestPrefix + identifier }

    /// A visitor without a key whom no store has seen before.
    package static func newGuest() -> VisitorName { VisitorName(guest: randomUUID()) }

    /// Whether it is a visitor without a key, whose purchases end with the visit.
    package var isGuest: Bool { rawValue.hasPrefix(Self.guestPrefix) }

    private static func isFingerprint(_ name: String) -> Bool {
        let digest = name.utf8.dropFirst(keyPrefix.utf8.count)
        return name.hasPrefix(keyPrefix) && digest.count == 43 && digest.allSatisfy(base64.contains)
    }

    private static func isGuest(_ name: String) -> Bool {
        name.hasPrefix(guestPrefix) && String(name.dropFirst(guestPrefix.count)).isUUID
    }

    private static let base64 = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// What a host of visitors shows to the store to let in the visitor with this name, and no other. The SSH
    /// host makes it, and the server's routes compare it, before they look whether the name is one. It is the
    /// HMAC-SHA256 of `visit ` and the name, keyed with the host's token, in lower-case hexadecimal.
    package static func voucher(for name: String, hostToken: String) -> String {
        let (text, key) = (Data("visit \(name)".utf8), SymmetricKey(data: Data(hostToken.utf8)))
        return Hexadecimal.encode(HMAC<SHA256>.authenticationCode(for: text, using: key))
    }
}
