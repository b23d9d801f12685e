/// A visitor for whom a host vouches at the store.
struct VouchedVisitor: Sendable {
    /// What the store calls the visitor.
    let name: String
    /// The same for people to read.
    let shortName: String
    /// The file with what the host shows for it. A secret.
    let hostTokenFile: String
}
