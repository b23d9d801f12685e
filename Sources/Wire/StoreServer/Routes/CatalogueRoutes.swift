internal import FoundationEssentials
internal import Hummingbird
internal import StoreModel
internal import StoreRules
internal import StoreWire

/// The routes that need no account. `HTTPStore` asks for the products. `StoreConnection` asks for the store's
/// certificates, and for the proof that the store has their key.
struct CatalogueRoutes {
    func add(to routes: some RouterMethods<StoreContext>) {
        routes.get("products") { _, context in
            let store = context.store
            let identifiers = try await store.answerOverNetwork { store.productIdentifiers }
            return Response.json(StoreWire.ProductsListing(identifiers: identifiers))
        }
        routes.get("certificates") { Response.json(Self.certificates(of: $1.store)) }
        routes.post("certificates/proof") { request, context in
            let query: StoreWire.ProofQuery = try request.json(context)
            let signature = try context.store.proof(of: query.nonce)
            return Response.json(
                StoreWire.Proof(
                    certificates: Self.certificates(of: context.store),
                    signature: Data(signature).base64EncodedString()))
        }
    }

    /// Adds the route whose bodies may be longer than others.
    func addProducts(to routes: some RouterMethods<StoreContext>) {
        routes.post("products") { request, context in
            let store = context.store
            let query: StoreWire.ProductsQuery = try request.json(context)
            guard query.identifiers.count <= StoreWire.ProductsQuery.mostIdentifiers else {
                throw HTTPFailure.badRequest("At most 1000 identifiers at once.")
            }
            // A signed-in account gets its own offers.
            guard let token = request.sessionToken,
                let session = try store.session(for: token, device: request.device())
            else { return Response.json(try await store.products(for: Set(query.identifiers))) }
            return Response.json(try await session.products(for: Set(query.identifiers)))
        }
    }

    private static func certificates(of store: AppStore) -> StoreWire.Certificates {
        StoreWire.Certificates(
            bundleIdentifier: store.application.bundleIdentifier.rawValue,
            chain: store.certificates.map { Data($0).base64EncodedString() })
    }
}
