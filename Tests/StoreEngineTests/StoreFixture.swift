import StoreCatalogue
import StoreEngine
import StoreModel
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
        store = try AppStore(testedIn: folder.path, time: time.source).embeddedSession()
        try await set(change)
    }

    /// Another store over the same files, as another program has it.
    func sibling(catalogue: Catalogue? = nil) throws -> AccountSession {
        try AppStore(testedIn: folder.path, catalogue: catalogue, time: time.source).embeddedSession()
    }

    func set(_ change: (inout StoreSettings) -> Void) async throws {
        var settings = try await store.settings()
        change(&settings)
        try await store.apply(settings)
    }

    @discardableResult
    func buy(_ key: IdempotencyKey, quantity: Int = 1) async throws(StoreError) -> PurchaseOutcome {
        try await store.buy(key, quantity: quantity)
    }

    func result(of key: IdempotencyKey) async throws -> PurchaseOutcome.Result? {
        try await store.unsettledPurchases(including: [key]).first { $0.key == key }?.result
    }
}

extension StoreAdministrationError {
    var sentence: String? { if case .serviceUnavailable(let sentence) = self { sentence } else { nil } }
}
