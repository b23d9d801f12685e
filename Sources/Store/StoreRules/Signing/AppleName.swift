package import StoreModel

/// A host name of Apple's servers, for clients that take no other address. The store's server
/// answers under each (`HTTPService.appleNames`), its root vouches for no others
/// (`CertificateChain`), and the command `hosts` lists them.
package enum AppleName: String, CaseIterable, Sendable {
    case serverAPI = "api.storekit.apple.com"
    /// An earlier name that clients still use.
    case iTunesServerAPI = "api.storekit.itunes.apple.com"
    case sandboxServerAPI = "api.storekit-sandbox.apple.com"
    case sandboxITunesServerAPI = "api.storekit-sandbox.itunes.apple.com"
    case receipts = "buy.itunes.apple.com"
    case sandboxReceipts = "sandbox.itunes.apple.com"

    package var environment: StoreEnvironment {
        switch self {
        case .serverAPI, .iTunesServerAPI, .receipts: .production
        case .sandboxServerAPI, .sandboxITunesServerAPI, .sandboxReceipts: .sandbox
        }
    }
}
