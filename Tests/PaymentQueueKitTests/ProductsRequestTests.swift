import StoreModel
import TestSupport
import Testing

@testable import PaymentQueueKit

@Suite("A products request", .timeLimit(.minutes(5)))
struct ProductsRequestTests {
    private let store = CountingStore()
    private let device: QueueHarness

    init() async throws { device = try await QueueHarness(talkingTo: store) }

    private func request(_ delegate: RecordingDelegate) -> ProductsRequest {
        ProductsRequest(productIdentifiers: [QueueHarness.five], queue: device.queue, delegate: delegate)
    }

    @Test func `that is started again is sent once`() async throws {
        let delegate = RecordingDelegate()
        let request = request(delegate)
        request.start()
        request.start()
        _ = try await delegate.answer()
        request.start()
        _ = try await device.fetchProducts([QueueHarness.ten])
        #expect(store.asked.calls == [[QueueHarness.five], [QueueHarness.ten]])
    }

    @Test func `that is cancelled before it starts is not sent`() async throws {
        let delegate = RecordingDelegate()
        let request = request(delegate)
        request.cancel()
        request.start()
        _ = try await device.fetchProducts([QueueHarness.ten])
        #expect(store.asked.calls == [[QueueHarness.ten]])
    }
}

/// A store that sells nothing, and keeps what it was asked for.
private final class CountingStore: PartialStore {
    let asked = Recorder<Set<ProductIdentifier>>()

    func products(for identifiers: Set<ProductIdentifier>) async throws(StoreError) -> ProductsResponse {
        asked.note([identifiers])
        return ProductsResponse(
            products: [], invalidProductIdentifiers: identifiers.sorted { $0.rawValue < $1.rawValue })
    }
}
