package import StoreModel
internal import StoreWire

/// The store's service to customers, over HTTP. The payment queue buys through it.
extension HTTPStore: StoreService {
    package func productIdentifiers() async throws(StoreError) -> [ProductIdentifier] {
        try await send(StoreCall(.get, customer: "products"), for: StoreWire.ProductsListing.self).identifiers
    }

    /// The products with these identifiers. It needs no session. With one, the prices have the account's
    /// introductory offers. Products that were not asked for are left out.
    package func products(for identifiers: Set<ProductIdentifier>) async throws(StoreError)
        -> ProductsResponse
    {
        var all = ProductsResponse(products: [], invalidProductIdentifiers: [])
        var rest = Array(identifiers)
        repeat {
            let part = Set(rest.suffix(StoreWire.ProductsQuery.mostIdentifiers))
            rest.removeLast(part.count)
            var call = try StoreCall.products(part)
            call.token = token.current
            let response: ProductsResponse = try await send(call)
            // An invalid price here would become the price limit of a payment, and no store accepts that.
            guard response.products.flatMap(\.prices).allSatisfy(\.isPrice) else { throw .unreadableAnswer }
            all.products += response.products.filter { part.contains($0.identifier) }
            all.invalidProductIdentifiers += response.invalidProductIdentifiers.filter(part.contains)
        } while !rest.isEmpty
        return all
    }

    package func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseOutcome {
        try await sendSignedIn(StoreCall.kept("purchases", request))
    }

    package func exchange(_ request: ExchangeRequest) async throws(StoreError) -> ExchangePage {
        try await sendSignedIn(StoreCall(.post, customer: "account/exchange", body: request))
    }

    package func compare(_ request: ComparisonRequest) async throws(StoreError) -> ComparisonPage {
        try await sendSignedIn(StoreCall(.post, customer: "account/comparison", body: request))
    }

    package func use(_ use: Use) async throws(StoreError) -> UseOutcome {
        try await sendSignedIn(StoreCall.kept("account/uses", use))
    }

    package func restoredPurchases(
        after cursor: RestoredPurchases.Cursor?, limit: Int
    ) async throws(StoreError) -> RestoredPurchases {
        let query = StoreWire.RestoreQuery(cursor: cursor, limit: limit)
        return try await sendSignedIn(StoreCall(.post, customer: "purchases/restored", body: query))
    }

    package func appReceipt() async throws(StoreError) -> String {
        var call = StoreCall(.get, customer: "receipt")
        call.http.headers[StoreWire.deviceHeader] = device
        return try await sendSignedIn(call, for: StoreWire.Receipt.self).receiptData
    }

    /// The changes in the store, over one connection for all listeners, and whether the store can be reached.
    /// Without a session, only whether it can be reached.
    package func updates() -> AsyncStream<StoreUpdate> { feed.stream() }
}

extension Product {
    /// The price and the offers' prices.
    fileprivate var prices: [Money] {
        let promotional = subscription?.promotionalOffers?.map(\.terms.price) ?? []
        return [price] + promotional + [subscription?.introductoryOffer?.price].compactMap { $0 }
    }
}
