internal import StoreEvents
package import StoreModel

extension InAppPurchaseManager {
    /// Asks the store for prices. Returns nil if the store could not be reached.
    package func prices(of identifiers: [ProductIdentifier]) async -> ProductsResponse? {
        let listener = Listener(bus, [.productsFetched, .requestFailed])
        requestProductData(identifiers)
        let answer = await listener.first { event -> Result<ProductsResponse, StoreError>? in
            switch event {
            case .productsFetched(let response): .success(response)
            case .requestFailed(let error): .failure(error)
            default: nil
            }
        }
        return try? answer?.get()
    }
}
