internal import ArgumentParser
internal import StoreApplication
internal import StoreEvents
internal import StoreModel
internal import StoreRules
internal import Storefront

/// The command `monkeystore products`, which lists what is on sale.
struct Products: ParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "products",
        abstract: "List what is on sale, with prices.")

    @OptionGroup var options: StoreOptions
    @Flag(help: "Print an array of products.") var json = false

    func run() throws {
        let location = options.location
        #if Remote
        // Anybody may see prices.
        if location.store != nil {
            return try CommandRun.reach(location) { store in
                let (response, identifiers) = try await store.products()
                try show(response, in: identifiers)
            }
        }
        #endif
        try CommandRun.run(options) { application in
            _ = await application.hosted.refresh()
            let identifiers = application.purchases.productIdentifiers
            try show(await application.fetchProducts(identifiers), in: identifiers)
        }
    }

    private func show(_ response: ProductsResponse, in order: [ProductIdentifier]) throws {
        let found = response.productsByIdentifier
        let products = order.compactMap { found[$0] }
        if json {
            try Output.json(products.map(ProductJSON.init))
        } else {
            Output.table(
                products.map {
                    [$0.identifier.rawValue, $0.localizedTitle, $0.priceSentence, $0.localizedDescription]
                })
        }
        for identifier in response.invalidProductIdentifiers
        where BuiltInProducts.identifiers.contains(identifier) {
            complain("\(identifier) is not in the store's catalogue, so it can't be bought.")
        }
    }
}
