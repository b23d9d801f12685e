/// A visitor of an SSH host, for whom the host vouches at the store.
package struct VouchedVisitor: Sendable {
    /// What the store calls the visitor.
    package let name: String
    /// The same for people to read.
    package let shortName: String
    /// What the host says so with. A secret, which is good for this visitor only.
    package let voucher: String
    /// Whether the host connects the visitor's process to the store, which can open no socket itself.
    package let hasAnsweredSockets: Bool

    package init(name: String, shortName: String, voucher: String, hasAnsweredSockets: Bool) {
        self.name = name
        self.shortName = shortName
        self.voucher = voucher
        self.hasAnsweredSockets = hasAnsweredSockets
    }
}
