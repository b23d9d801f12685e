// What goes over the bus where a host lets visitors in, such as an SSH server.

/// Whoever runs the store says a line to everybody who is there.
public struct HostSaid: Hashable, Sendable {
    /// The line, as it was typed.
    public let text: String

    /// A line.
    public init(text: String) { self.text = text }
}

/// The visitor is not known: what is bought ends with the visit.
public struct GuestWelcomed: Hashable, Sendable {
    /// A guest.
    public init() {}
}
