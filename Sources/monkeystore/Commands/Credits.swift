internal import ArgumentParser
internal import DeviceStorage
internal import StoreApplication
internal import StoreModel

/// The command `monkeystore balance`, which prints how many credits there are. Below is `spend`, which spends some.
struct Balance: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print how many monkey credits there are.")

    @OptionGroup var options: StoreOptions
    @Flag(help: "Print {\"balance\": N}.") var json = false

    func run() throws {
        try Session.run(options) { application in
            try Output.balance(application.credits.balance(), json: json)
        }
    }
}

struct Spend: ParsableCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Spend credits: one feeds the monkey one banana.")

    @OptionGroup var options: StoreOptions
    @Argument(help: "How many credits, at least 1.") var credits = 1
    @Flag(help: "Print {\"balance\": N}, what is left.") var json = false

    func validate() throws {
        guard credits >= 1 else {
            throw ValidationError("Credits are spent one by one or more: give 1 or a larger number.")
        }
    }

    func run() throws {
        try Session.run(options) { application in
            do {
                try Output.balance(application.credits.spend(credits), json: json)
            } catch CreditError.notEnough(let balance) {
                throw fail(
                    .notEnoughCredits,
                    "There are \(balance) monkey credits, not \(credits); nothing was spent. Buy some first.")
            }
        }
    }
}
