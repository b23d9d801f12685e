import StoreEngine
import StoreModel
import Synchronization

/// A content server that lists a store's books, and sends them only as a test wants it.
final class FaultyContent: ContentService {
    enum Fault: Sendable {
        /// The server cannot be reached.
        case isGone
        /// It claims this length, and only its first byte comes.
        case sendsOneByte(of: Int64)
    }

    private let fault: Mutex<Fault?>
    private let receiptsShown = Mutex<[String]>([])
    private let store: Mutex<(any ContentService)?> = Mutex(nil)

    var receipts: [String] { receiptsShown.withLock { $0 } }

    init(_ fault: Fault) { self.fault = Mutex(fault) }

    func recover() { fault.withLock { $0 = nil } }

    func serve(_ store: AppStore) -> FaultyContent {
        self.store.withLock { $0 = EmbeddedContent(store: store) }
        return self
    }

    func hostedProducts(unlessMatching validator: String?) async throws(StoreError) -> HostedProductList? {
        guard var list = try await behind.hostedProducts(unlessMatching: validator) else { return nil }
        if case .sendsOneByte(let length)? = fault.withLock({ $0 }) {
            for index in list.products.indices { list.products[index].length = length }
        }
        return list
    }

    func fetchContent(
        of product: ProductIdentifier, receipt: String, after part: PartialContent?,
        receive: @escaping @Sendable (ContentPiece) throws(StoreError) -> Void
    ) async throws(StoreError) {
        receiptsShown.withLock { $0.append(receipt) }
        switch fault.withLock({ $0 }) {
        case nil: try await behind.fetchContent(of: product, receipt: receipt, after: part, receive: receive)
        case .isGone: throw .networkDown
        case .sendsOneByte(let length):
            let listed = try await behind.hostedProducts(unlessMatching: nil)?.products
            let digest = listed?.first { $0.productIdentifier == product }?.digest ?? ""
            try receive(.head(digest: digest, length: length, offset: 0))
            try receive(.bytes([0]))
            // Until the test is over, or the download is stopped.
            let (silence, end) = AsyncStream.makeStream(of: Void.self)
            for await _ in silence {}
            end.finish()
            throw .requestCancelled
        }
    }

    private var behind: any ContentService { store.withLock { $0 } ?? NoContent() }
}
