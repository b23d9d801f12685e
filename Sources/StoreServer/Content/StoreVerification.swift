internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import StoreEngine
package import StoreModel

/// Verifies receipts at a store over HTTP, for a content server: at its `/verifyReceipt`, and at `/sandbox/verifyReceipt` for the
/// sandbox.
package struct StoreVerification: ReceiptVerification {
    private static let patience = TimeAmount.seconds(15)
    /// The longest answer that is read, in bytes: longer than that about the largest receipt.
    private static let longestAnswer = 4 << 20

    private let store: String

    /// A verification by the store at an address such as `https://store.example`, without a slash at its end.
    package init(store: String) { self.store = store }

    package func answer(to body: [UInt8], at environment: StoreEnvironment) async throws -> [UInt8] {
        var request = HTTPClientRequest(url: store + (environment == .production ? "" : "/sandbox") + "/verifyReceipt")
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(ByteBuffer(bytes: body))
        let response = try await HTTPClient.shared.execute(request, timeout: Self.patience)
        return Array(try await response.body.collect(upTo: Self.longestAnswer).readableBytesView)
    }
}
