internal import ArgumentParser
internal import PaymentQueueKit
internal import StoreApplication
internal import StoreModel

// The commands for what the transactions screen offers to do with a transaction: `approve`, `decline`,
// `lapse`, `resolve`, `refund` and `reverse-refund`. Only the action differs.

struct Approve: TransactionCommand {
    static let action = TransactionAction.approve
    static let configuration = described("Let a purchase that waits for approval go through.")
    @OptionGroup var target: TransactionTarget
}

struct Decline: TransactionCommand {
    static let action = TransactionAction.decline
    static let configuration = described("Turn down a purchase that waits for approval.")
    @OptionGroup var target: TransactionTarget
}

struct Lapse: TransactionCommand {
    static let action = TransactionAction.lapse
    static let configuration = described("Let a request for approval run out, as if nobody had answered.")
    @OptionGroup var target: TransactionTarget
}

struct Resolve: TransactionCommand {
    static let action = TransactionAction.resolve
    static let configuration = described("Resolve an interrupted purchase: the store makes a new one.")
    @OptionGroup var target: TransactionTarget
}

struct Refund: TransactionCommand {
    static let action = TransactionAction.refund
    static let configuration = described("Give back the money for a purchase, and take back what it brought.")
    @OptionGroup var target: TransactionTarget
}

struct ReverseRefund: TransactionCommand {
    static let action = TransactionAction.reverseRefund
    static let configuration = described("Take back a refund: the customer has the purchase again.")
    @OptionGroup var target: TransactionTarget
}

/// Which transaction is meant, and how to print what became of it.
struct TransactionTarget: ParsableArguments {
    @OptionGroup var options: StoreOptions
    @Argument(
        help: ArgumentHelp(
            "Its transaction identifier, its idempotency key, or its product.", valueName: "transaction"),
        completion: .products)
    var transaction: String?
    @Flag(help: "Print the transaction as JSON, as it is then.") var json = false
}

protocol TransactionCommand: ParsableCommand, ChangingCommand, Sendable {
    static var action: TransactionAction { get }
    var target: TransactionTarget { get }
}

extension TransactionCommand {
    static func described(_ abstract: String) -> CommandConfiguration {
        CommandConfiguration.subcommand(
            action.rawValue, abstract: abstract,
            discussion:
                "An administrator of the store may do this. Leave TRANSACTION out if there is only one.")
    }

    func run() throws {
        try CommandRun.run(target.options) { application in
            let chosen = try await chosen(in: application)
            try await application.transactions.perform(Self.action, on: chosen.key)
            // What the action brings is delivered first.
            await application.queue.settle()
            let (transaction, isHeard) = try await application.transactions.result(
                of: Self.action, on: chosen)
            // If the store has refused the session, `CommandRun` says so.
            if !isHeard, !CommandRun.isRefused {
                complain(
                    "The store has done it, but could not tell this device; it will when the network is back."
                )
            }
            if target.json { return try Output.json(TransactionJSON(transaction)) }
            Output.table([History.row(transaction)])
        }
    }

    /// The transaction that the person means, among those that allow the action.
    private func chosen(in application: Application) async throws -> PaymentTransaction {
        let action = Self.action.rawValue
        if let name = target.transaction, let named = try application.journal.transaction(named: name) {
            return named
        }
        let possible = try await application.transactions.newest(allowing: Self.action)
        let products = possible.map(\.payment.productIdentifier)
        let wanted = target.transaction.map(products.named) ?? products
        let named = possible.filter { wanted.contains($0.payment.productIdentifier) }
        if let chosen = named.first, named.count == 1 { return chosen }
        let names = possible.map { transaction in
            let name = transaction.transactionIdentifier?.rawValue ?? transaction.key.rawValue
            let date = (transaction.transactionDate ?? transaction.addedDate).rfc3339
            return "\(name) (\(transaction.payment.productIdentifier), \(date))"
        }
        guard !possible.isEmpty else {
            throw fail(.badUsage, "There is no transaction to \(action); nothing was changed.")
        }
        // If a name fits several, it was right, but not enough.
        let unknown = named.isEmpty ? target.transaction : nil
        let complaint = unknown.map { "There is no transaction '\($0)' to \(action)" }
        let near = unknown.map { suggestion(for: $0, among: products.map(\.lastPart)) } ?? ""
        throw fail(
            .badUsage,
            "\(complaint ?? "Say which transaction to \(action)"); nothing was changed. \(near)"
                + "Choose one of: \(names.joined(separator: ", ")).")
    }
}
