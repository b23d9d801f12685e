internal import ArgumentParser
internal import DeviceStorage
internal import StoreApplication
internal import StoreEvents
internal import StoreModel

/// The command `monkeystore owned`, which lists what the account owns. Below is `use`, which uses up pieces.
struct Owned: ParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "owned",
        abstract: "List what the account owns: for good, until a date, or as a number to use.")

    @OptionGroup var options: StoreOptions
    @Flag(help: "Print an array of products.") var json = false

    func run() throws {
        try CommandRun.run(options) { application in
            let owned = try application.replica.owned()
            let products = owned.ownedProducts.union(owned.piecesLeft.keys).sorted {
                $0.rawValue < $1.rawValue
            }
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
    /// When the paid period ends; only for subscriptions.
    var expiresDate: String?
    /// How many pieces are left; only for products that are bought again and again.
    var left: Int?

    var words: String { left.map(String.init) ?? expiresDate.map { "until \($0)" } ?? "for good" }
}

struct Use: ParsableCommand, ChangingCommand {
    static let configuration = CommandConfiguration.subcommand(
        "use",
        abstract: "Use one or more of a product that can be bought again and again.",
        discussion: """
            PRODUCT is an identifier, or its last part. Monkey credits are spent with spend. If the store does not answer, the use \
            waits, and goes on at the next start. It counts here at once.
            """)

    @OptionGroup var options: StoreOptions
    @Argument(help: ArgumentHelp("What to use.", valueName: "product"), completion: .products) var product:
        String
    @Argument(help: "How many, at least 1.") var count = 1
    @Flag(help: "Print {\"left\": N}.") var json = false

    func validate() throws {
        guard count >= 1 else {
            throw ValidationError("You use at least 1: give 1 or a larger number.")
        }
    }

    func run() throws {
        try CommandRun.run(options) { application in
            let pieces = try application.replica.owned().piecesLeft
            let named = pieces.keys.named(product)
            guard let identifier = named.first else { throw try await refusal(in: application) }
            guard named.count == 1 else {
                let names = named.map(\.rawValue).sorted().joined(separator: ", ")
                throw fail(
                    .badUsage,
                    "Several products end in '\(product)', so nothing was used. Choose one of: \(names)."
                )
            }
            if let left = try await application.shortage(using: count, of: identifier) {
                throw fail(
                    .notEnoughCredits,
                    "You have \(left) of \(identifier), not \(count), so nothing was used. Buy more first.")
            }
            let left = try application.left { try $0.owned() }.piecesLeft[identifier] ?? 0
            if json { try Output.json(["left": left]) } else { printLine("\(left) x \(identifier)") }
        }
    }

    /// Why nothing was used, if the account has no pieces of the product.
    private func refusal(in application: Application) async throws -> any Error {
        let owned = try application.replica.owned()
        var products: Set<ProductIdentifier> {
            owned.ownedProducts.union(application.purchases.productIdentifiers)
        }
        // The store may sell something that is not in the list yet.
        if products.named(product).isEmpty { _ = await application.purchases.refreshListing() }
        let named = products.named(product)
        if named.isEmpty, application.purchases.isListed {
            let near = suggestion(for: product, among: products.map(\.lastPart).sorted())
            return fail(
                .badUsage,
                "There is no product '\(product)', so nothing was used. \(near)monkeystore products lists them."
            )
        }
        if named.contains(where: { MonkeyCredits.worth(of: $0) != nil }) {
            return fail(.badUsage, "Monkey credits are used with spend, so nothing was used.")
        }
        if let identifier = named.first(where: owned.ownedProducts.contains) {
            return fail(.notEnoughCredits, "\(identifier) is yours and is not used up, so nothing was used.")
        }
        let near = suggestion(for: product, among: owned.piecesLeft.keys.map(\.lastPart))
        return fail(
            .notEnoughCredits, "You have no '\(product)', so nothing was used. \(near)Buy some first.")
    }
}
