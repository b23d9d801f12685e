/// A visitor for whom a host vouches at the store.
struct VouchedVisitor: Sendable {
    /// What the store calls the visitor.
    let name: String
    /// The same for people to read.
    let shortName: String
    /// What the host says so with. A secret, which is good for this visitor only.
    let voucher: String
    /// Whether the host connects the visitor's process to the store, which can open no socket itself.
    let hasAnsweredSockets: Bool
}
