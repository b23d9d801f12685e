import StoreModel
import Synchronization

/// A store that gives every purchase the same number, until it is told not to.
final class OneNumberStore: StoreService {
    private let catalogue: any StoreService
    private let state = Mutex<(number: Int, step: Int)>((1, 0))

    init(selling catalogue: any StoreService) { self.catalogue = catalogue }

    func giveNewNumbers() { state.withLock { $0.step = 1 } }

    func productIdentifiers() async throws(StoreError) -> [ProductIdentifier] {
        try await catalogue.productIdentifiers()
    }

    func products(for identifiers: Set<ProductIdentifier>) async throws(StoreError) -> ProductsResponse {
        try await catalogue.products(for: identifiers)
    }

    func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseOutcome {
        let number = state.withLock { state in
            state.number += state.step
            return state.number
        }
        let body = Base64URL.encode(Array(#"{"signedDate": \#(number)}"#.utf8))
        return PurchaseOutcome(
            key: request.key, productIdentifier: request.productIdentifier, quantity: request.quantity,
            result: .purchased(
                SignedTransaction(rawValue: "a.\(body).c"), TransactionIdentifier(rawValue: String(number)),
                Timestamp(milliseconds: 1)))
    }

    func unsettledPurchases(
        including _: Set<IdempotencyKey>, knowing _: [TransactionIdentifier]
    ) async throws(StoreError) -> [PurchaseOutcome] { [] }
    func finish(_: FinishedTransaction) async throws(StoreError) {}
    func appReceipt() async throws(StoreError) -> String { throw .cannotConnect }
    func restoredPurchases(
        after _: RestoredPurchases.Cursor?, limit _: Int
    ) async throws(StoreError) -> RestoredPurchases { throw .cannotConnect }
    func updates() -> AsyncStream<StoreUpdate> { AsyncStream { _ in } }
}
