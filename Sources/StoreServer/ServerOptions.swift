internal import StoreEngine
package import StoreSigning

/// How the store's server listens and whom it serves.
package struct ServerOptions: Sendable {
    /// Where it listens.
    package var listening = ListeningOptions()
    /// The secret of the admin routes.
    package var adminToken: String
    /// The secret of a host that lets visitors in; nil where there is none.
    package var hostToken: String?
    /// How often an account may ask; nil for as often as it likes.
    package var accountRate: Rate? = Rate(perSecond: 200)
    /// How often the developer's server may ask, in each environment; nil for as often as it likes.
    package var serverAPIRate: Rate?
    /// How app receipts are written.
    package var receipts = ReceiptEncoding.appStore

    /// A server for this machine on port 8080.
    package init(adminToken: String) { self.adminToken = adminToken }
}
