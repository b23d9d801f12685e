internal import ArgumentParser
internal import DeviceStorage
internal import StoreApplication
internal import StoreModel
internal import StorefrontMessages

/// The command `monkeystore owned`, which lists what was bought and is here. Below is `use`, which uses up pieces.
struct Owned: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List what was bought and is here: for good, until a moment, or as pieces to use up.")

    @OptionGroup var options: StoreOptions
    @Flag(help: "Print an array of products.") var json = false

    func run() throws {
        try Session.run(options) { application in
            let owned = try application.entitlements.current()
            let products = owned.ownedProducts.union(owned.piecesLeft.keys).sorted { $0.rawValue < $1.rawValue }
            let records = products.map {
                OwnedRecord(
                    productIdentifier: $0.rawValue, expiresDate: owned.subscribedUntil[$0]?.rfc3339,
                    left: owned.piecesLeft[$0])
            }
            if json { return try Output.json(records) }
            Output.table(records.map { [$0.productIdentifier, $0.words] })
        }
    }
}

private struct OwnedRecord: Encodable {
    var productIdentifier: String
    /// The end of the period that is paid; subscriptions only.
    var expiresDate: String?
    /// How many pieces are left; only what is bought again and again.
    var left: Int?

    var words: String { left.map(String.init) ?? expiresDate.map { "until \($0)" } ?? "for good" }
}

struct Use: ParsableCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Use up pieces of a product that is bought again and again.",
        discussion: "PRODUCT is an identifier, or its last part. Monkey credits are spent with spend.")

    @OptionGroup var options: StoreOptions
    @Argument(help: ArgumentHelp("What to use up.", valueName: "product"), completion: .products) var product: String
    @Argument(help: "How many pieces, at least 1.") var count = 1
    @Flag(help: "Print {\"left\": N}.") var json = false

    func validate() throws {
        guard count >= 1 else {
            throw ValidationError("Pieces are used up one by one or more: give 1 or a larger number.")
        }
    }

    func run() throws {
        try Session.run(options) { application in
            let pieces = try application.entitlements.current().piecesLeft
            let named = pieces.keys.named(product)
            guard let identifier = named.first else {
                throw fail(
                    .notEnoughCredits,
                    "There is no piece of '\(product)' here; nothing was used up. "
                        + "\(suggestion(for: product, among: pieces.keys.map(\.lastPart)))Buy some first.")
            }
            guard named.count == 1 else {
                let names = named.map(\.rawValue).sorted().joined(separator: ", ")
                throw fail(
                    .badUsage, "'\(product)' is the end of several names; nothing was used up. Choose one of: \(names)."
                )
            }
            do {
                let left = try application.entitlements.use(count, of: identifier)
                if json { try Output.json(["left": left]) } else { printLine("\(left) x \(identifier)") }
            } catch EntitlementError.notEnough(_, let left) {
                throw fail(
                    .notEnoughCredits,
                    "There are \(left) pieces of \(identifier), not \(count); nothing was used up. Buy more first.")
            }
        }
    }
}
