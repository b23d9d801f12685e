// What goes over the bus where a host lets visitors in, such as an SSH server.

/// Whoever runs the store says a line to everybody who is there.
package struct HostSaid: Hashable, Sendable {
    /// The line, as it was typed.
    package let text: String

    /// A line.
    package init(text: String) { self.text = text }
}

/// The visitor is not known: what is bought ends with the visit.
package struct GuestWelcomed: Hashable, Sendable {
    /// A guest.
    package init() {}
}
