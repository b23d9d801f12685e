package import StoreModel
package import StoreRules

/// A store in a folder of its own, with a clock that only the test moves.
package struct StoreFixture {
    package static let five: ProductIdentifier = "com.xamarin.storekit.testing.consume5credits"
    package static let ten: ProductIdentifier = "com.xamarin.storekit.testing.consume10credits"
    package static let sepia: ProductIdentifier = "com.xamarin.storekit.testing.sepia"
    package static let greyscale: ProductIdentifier = "com.xamarin.storekit.testing.greyscale"

    package let folder: TemporaryDirectory
    package let time = ManualTime()
    package let store: AccountSession

    package init(_ change: (inout StoreSettings) -> Void = { _ in }) async throws {
        folder = try TemporaryDirectory()
        store = try AppStore(testedIn: folder.path, time: time.source).embeddedSession()
        try await set(change)
    }

    /// Another store on the same files, like the one of another program.
    package func sibling(catalogue: Catalogue? = nil) throws -> AccountSession {
        try AppStore(testedIn: folder.path, catalogue: catalogue, time: time.source).embeddedSession()
    }

    package func set(_ change: (inout StoreSettings) -> Void) async throws {
        var settings = try await store.settings()
        change(&settings)
        try await store.apply(settings)
    }

    @discardableResult
    package func buy(_ key: IdempotencyKey, quantity: Int = 1) async throws(StoreError) -> PurchaseOutcome {
        try await store.buy(key, quantity: quantity)
    }

    package func result(of key: IdempotencyKey) async throws -> PurchaseOutcome.Result? {
        try await store.unsettledPurchases(including: [key]).first { $0.key == key }?.result
    }
}

extension StoreAdministrationError {
    package var storage: StorageError? {
        if case .serviceUnavailable(let error) = self { error } else { nil }
    }
}
