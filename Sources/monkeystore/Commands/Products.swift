internal import AppStore
internal import ArgumentParser
internal import EventBus
internal import Purchasing
internal import StoreModel

struct Products: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List what is on sale, with prices.",
        discussion: "With --catalogue everything in that file is listed, not only what this program sells.")

    @OptionGroup var options: StoreOptions
    @Flag(help: "Print an array of products.") var json = false

    func run() throws {
        try Session.run(options) { application in
            var identifiers = MonkeyCredits.productIdentifiers
            if options.catalogue != nil {
                identifiers = application.catalogue.products.map(\.identifier)
            }
            let fetched = try await application.fetchProducts(identifiers)
            let products = identifiers.compactMap { fetched.products[$0] }
            if json {
                try Output.json(products.map(ProductRecord.init))
            } else {
                Output.table(
                    products.map {
                        [$0.identifier.rawValue, $0.localizedTitle, $0.localizedPrice(), $0.localizedDescription]
                    })
            }
            for identifier in fetched.invalidProductIdentifiers {
                complain("\(identifier) is not in the store's catalogue; it cannot be bought.")
            }
        }
    }
}

extension Application {
    /// Asks the store for prices.
    ///
    /// - Throws: an exit code, after the sentence for it has been said.
    func fetchProducts(_ identifiers: [ProductIdentifier]) async throws -> ProductsFetched {
        let listener = Listener<Result<ProductsFetched, StoreError>> { facts in
            [
                bus.observe { (fetched: ProductsFetched) in facts.yield(.success(fetched)) },
                bus.observe { (failed: RequestFailed) in facts.yield(.failure(failed.error)) },
            ]
        }
        purchases.requestProductData(identifiers)
        switch await listener.first({ $0 }) {
        case .success(let fetched): return fetched
        case .failure, nil:
            throw fail(.storeNotReached, "The store cannot be reached; nothing was charged. Try again later.")
        }
    }
}
