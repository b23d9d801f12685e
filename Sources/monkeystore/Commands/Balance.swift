internal import ArgumentParser
internal import DeviceStorage
internal import StoreApplication

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
