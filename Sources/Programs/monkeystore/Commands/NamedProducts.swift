internal import ArgumentParser
internal import StoreApplication
internal import StoreModel

// How `buy` and other commands find the product that a person names, and its price.

extension Sequence<ProductIdentifier> {
    /// The products that a person means. The text is a whole identifier, or else a last part, which several
    /// products may share.
    func named(_ text: String) -> [ProductIdentifier] {
        let whole = filter { $0.rawValue == text }
        return whole.isEmpty ? filter { $0.rawValue.hasSuffix("." + text) } : whole
    }
}

extension Application {
    /// Asks the store for prices. If that fails, says why and throws an exit code.
    func fetchProducts(_ identifiers: [ProductIdentifier]) async throws -> ProductsResponse {
        if let fetched = await purchases.prices(of: identifiers) { return fetched }
        throw fail(.storeNotReached, "The store can't be reached; nothing was charged. Try again later.")
    }
}
