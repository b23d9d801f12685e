internal import FoundationEssentials

/// The address of a server, HTTP or HTTPS: one that takes notifications, or the store that a command talks
/// to. Unlike Apple's store, this one accepts plain HTTP, for servers under test.
package struct HTTPAddress: RawRepresentable, Hashable, Sendable {
    package static let mostBytes = 2048

    package let rawValue: String

    /// Takes an address with a host, up to 2048 printable characters of ASCII, without a user or a password;
    /// nil for anything else. A line's end in it would begin another header, and an impossible port would
    /// crash the client.
    package init?(rawValue: String) {
        guard rawValue.utf8.count <= Self.mostBytes, rawValue.utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
            let url = URL(string: rawValue), url.host?.isEmpty == false, url.user == nil, url.password == nil,
            ["http", "https"].contains(url.scheme?.lowercased() ?? ""),
            url.port.map({ 1...65_535 ~= $0 }) ?? true
        else { return nil }
        self.rawValue = rawValue
    }

    /// Whether a secret may be sent there: it is encrypted, or it stays on this machine.
    package var keepsSecrets: Bool {
        guard let url = URL(string: rawValue), let host = url.host else { return false }
        return url.scheme?.lowercased() == "https" || Self.isThisMachine(host.lowercased())
    }

    /// Whether a host, in lower case, is this machine. An IPv6 address may be in brackets.
    package static func isThisMachine(_ host: String) -> Bool {
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return ["localhost", "::1", "[::1]"].contains(host)
            || (numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil))
    }
}
