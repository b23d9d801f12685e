internal import FoundationEssentials

/// Where a developer's server takes notifications. Unlike Apple's store this one accepts plain HTTP, for servers under
/// test.
package struct NotificationAddress: RawRepresentable, Hashable, Sendable {
    /// The address as text.
    package let rawValue: String

    /// Takes an address with a host, of HTTP or HTTPS, up to 2048 characters; nil for anything else.
    package init?(rawValue: String) {
        guard rawValue.utf8.count <= 2048, let url = URL(string: rawValue), url.host?.isEmpty == false,
            ["http", "https"].contains(url.scheme?.lowercased() ?? "")
        else { return nil }
        self.rawValue = rawValue
    }
}
