internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import StoreEngine
package import StoreModel

/// Asks a store at an address: its `/verifyReceipt`, and `/sandbox/verifyReceipt` for the sandbox.
package struct StoreVerification: ReceiptVerification {
    /// How long an answer may take.
    private static let patience = TimeAmount.seconds(15)
    /// The longest answer that is read, in bytes: more than the largest receipt has in it.
    private static let longestAnswer = 4 << 20

    private let store: String

    /// A verification by the store at an address such as `https://store.example`, without a slash at its end.
    package init(store: String) { self.store = store }

    /// The store's answer.
    package func answer(to body: [UInt8], at environment: StoreEnvironment) async throws -> [UInt8] {
        var request = HTTPClientRequest(
            url: store + (environment == .production ? "" : "/sandbox") + "/verifyReceipt")
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(ByteBuffer(bytes: body))
        let response = try await HTTPClient.shared.execute(request, timeout: Self.patience)
        return Array(try await response.body.collect(upTo: Self.longestAnswer).readableBytesView)
    }
}
