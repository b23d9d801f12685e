internal import ArgumentParser
internal import DeviceStorage
internal import StoreApplication
internal import StoreModel
internal import Storefront

/// The command `monkeystore balance`, which prints how many credits the account has. Below is `spend`, which
/// spends some.
struct Balance: ParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "balance",
        abstract: "Print how many monkey credits the account has.")

    @OptionGroup var options: StoreOptions
    @Flag(help: "Print {\"balance\": N}.") var json = false

    func run() throws {
        try CommandRun.run(options) { application in
            try Output.balance(application.replica.credits(), json: json)
        }
    }
}

struct Spend: ParsableCommand, ChangingCommand {
    static let configuration = CommandConfiguration.subcommand(
        "spend",
        abstract: "Spend credits: one feeds the monkey one banana.",
        discussion:
            "If the store does not answer, the use waits, and goes on at the next start. "
            + "It counts here at once.")

    @OptionGroup var options: StoreOptions
    @Argument(help: "How many credits, at least 1.") var credits = 1
    @Flag(help: "Print {\"balance\": N}, what is left.") var json = false

    func validate() throws {
        guard credits >= 1 else {
            throw ValidationError("You spend at least 1 credit: give 1 or a larger number.")
        }
    }

    func run() throws {
        try CommandRun.run(options) { application in
            if let balance = try await application.shortage(using: credits) {
                throw fail(
                    .notEnoughCredits,
                    "You have \(creditsPhrase(balance)), not \(credits), so nothing was spent. Buy some first."
                )
            }
            try Output.balance(application.left { try $0.credits() }, json: json)
        }
    }
}

extension Application {
    /// Reads what is left after a use.
    func left<Number>(_ read: (AccountReplica) throws -> Number) throws -> Number {
        do { return try read(replica) } catch let error as ReplicaError { throw error.afterUse }
    }

    /// Uses credits, or pieces of a product, and says so if that has to wait for the store.
    ///
    /// - Returns: how many there are, if they are not enough. Nothing has been used then.
    func shortage(using amount: Int, of product: ProductIdentifier? = nil) async throws -> Int? {
        do throws(ReplicaError) {
            switch try await account.use(amount, of: product) {
            case .confirmed: return nil
            case .waits:
                if !CommandRun.isRefused {
                    complain(
                        "The store doesn't answer. This waits, goes on at the next start, and counts once.")
                }
                return nil
            case .refused(let available): return available
            }
        } catch {
            guard case .notEnough(_, let available) = error else { throw error }
            return available
        }
    }
}
