public import AppStore

/// How the store's server listens and whom it serves.
public struct ServerOptions: Sendable {
    /// Where it listens.
    public var listening = ListeningOptions()
    /// The secret of the admin routes.
    public var adminToken: String
    /// The secret of a host that lets visitors in; nil where there is none.
    public var hostToken: String?
    /// How often an account may ask; nil for as often as it likes.
    public var accountRate: Rate? = Rate(perSecond: 200)
    /// How often the developer's server may ask, in each environment; nil for as often as it likes.
    public var serverAPIRate: Rate?
    /// How app receipts are written.
    public var receipts = ReceiptEncoding.appStore

    /// A server for this machine on port 8080.
    public init(adminToken: String) { self.adminToken = adminToken }
}
