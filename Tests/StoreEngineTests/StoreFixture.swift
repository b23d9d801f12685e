import FileSystem
import StoreCatalogue
import StoreEngine
import StoreModel
import StoreSQLite
import TestSupport

/// A store in a folder of its own, with a clock that only the test moves.
struct StoreFixture {
    static let five: ProductIdentifier = "com.xamarin.storekit.testing.consume5credits"
    static let ten: ProductIdentifier = "com.xamarin.storekit.testing.consume10credits"
    static let sepia: ProductIdentifier = "com.xamarin.storekit.testing.sepia"
    static let greyscale: ProductIdentifier = "com.xamarin.storekit.testing.greyscale"

    let folder: TemporaryDirectory
    let time = ManualTime()
    let store: AccountSession

    init(_ change: (inout StoreSettings) -> Void = { _ in }) async throws {
        folder = try TemporaryDirectory()
        store = try AppStore(
            testedIn: folder.path, catalogue: .bundled(), time: time.source
        ).embeddedSession()
        try await set(change)
    }

    /// Another store over the same files, as another program has it.
    func sibling(catalogue: Catalogue? = nil) throws -> AccountSession {
        try AppStore(
            testedIn: folder.path, catalogue: catalogue ?? .bundled(), time: time.source
        ).embeddedSession()
    }

    func set(_ change: (inout StoreSettings) -> Void) async throws {
        var settings = try await store.settings()
        change(&settings)
        try await store.apply(settings)
    }

    /// Buys five credits, once for each key.
    @discardableResult
    func buy(_ key: IdempotencyKey, quantity: Int = 1) async throws(StoreError) -> PurchaseOutcome {
        try await store.purchase(PurchaseRequest(key: key, productIdentifier: Self.five, quantity: quantity))
    }

    /// What became of a payment.
    func result(of key: IdempotencyKey) async throws -> PurchaseOutcome.Result? {
        try await store.unsettledPurchases(including: [key]).first { $0.key == key }?.result
    }
}

extension PurchaseOutcome {
    /// The signed transaction of a purchase or a refund.
    var signed: SignedTransaction? {
        switch result {
        case .purchased(let signed, _, _), .revoked(let signed, _, _): signed
        case .deferred, .failed: nil
        }
    }

    /// The number of a purchase or a refund.
    var transactionIdentifier: TransactionIdentifier? {
        switch result {
        case .purchased(_, let identifier, _), .revoked(_, let identifier, _): identifier
        case .deferred, .failed: nil
        }
    }

    /// The word for the result.
    var state: String { result.state }
}

extension PurchaseOutcome.Result {
    /// The word for the result.
    var state: String {
        switch self {
        case .purchased: "purchased"
        case .deferred: "deferred"
        case .failed: "failed"
        case .revoked: "revoked"
        }
    }
}
