package import StoreModel

/// A host name of Apple's servers, which clients ask that take no other address.
package enum AppleName: String, CaseIterable, Sendable {
    case serverAPI = "api.storekit.apple.com"
    /// An earlier name, which clients still have.
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

    /// How all paths begin that are there under the name.
    var prefix: String {
        switch self {
        case .serverAPI, .iTunesServerAPI, .sandboxServerAPI, .sandboxITunesServerAPI: "/inApps/"
        case .receipts, .sandboxReceipts: "/verifyReceipt"
        }
    }

    /// The name in a request's `Host`, which may have a port.
    init?(host: String?) {
        guard let name = host?.split(separator: ":", omittingEmptySubsequences: false).first else { return nil }
        self.init(rawValue: name.lowercased())
    }
}
