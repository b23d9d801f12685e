internal import AsyncHTTPClient
internal import NIOCore
package import StoreModel
internal import StoreRules

/// Verifies receipts at a store over HTTP, at `/verifyReceipt` and
/// `/sandbox/verifyReceipt`, for the command `content`.
package struct StoreVerification: ReceiptVerification {
    private static let patience = Duration.seconds(15)
    /// The longest answer that is read, in bytes. It is longer than an answer about the largest receipt.
    private static let longestAnswer = 32 << 20

    private let store: String

    /// A verification by the store at an address such as `https://store.example`, without a trailing slash.
    package init(store: String) { self.store = store }

    package func answer(to body: [UInt8], at environment: StoreEnvironment) async throws -> [UInt8] {
        let address = store + (environment == .production ? "" : "/sandbox") + "/verifyReceipt"
        let request = HTTPClientRequest(posting: body, to: address)
        return try await HTTPClient.toStores.send(request, within: Self.patience) { response in
            Array(try await response.body.collect(upTo: Self.longestAnswer).readableBytesView)
        }
    }
}
