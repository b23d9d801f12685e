internal import ArgumentParser
internal import DeviceStorage
internal import StoreApplication
internal import StoreModel
internal import StorefrontMessages

struct Owned: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List what was bought and is here: for good, until a moment, or as pieces to use up.")

    @OptionGroup var options: StoreOptions
    @Flag(help: "Print an array of products.") var json = false

    func run() throws {
        try Session.run(options) { application in
            let owned = try application.entitlements.current()
            let products = owned.ownedProducts.union(owned.piecesLeft.keys).sorted { $0.rawValue < $1.rawValue }
            let records = products.map { OwnedRecord($0, in: owned) }
            if json { return try Output.json(records) }
            Output.table(records.map { [$0.productIdentifier, $0.words] })
        }
    }
}

/// A product that is owned.
private struct OwnedRecord: Encodable {
    var productIdentifier: String
    /// The end of the period that is paid; subscriptions only.
    var expiresDate: String?
    /// How many pieces are left; only what is bought again and again.
    var left: Int?

    init(_ product: ProductIdentifier, in owned: EntitlementsChanged) {
        productIdentifier = product.rawValue
        expiresDate = owned.subscribedUntil[product]?.rfc3339
        left = owned.piecesLeft[product]
    }

    var words: String { left.map(String.init) ?? expiresDate.map { "until \($0)" } ?? "for good" }
}
