internal import ArgumentParser
internal import DeviceStorage
internal import StoreApplication
internal import StoreEvents
internal import StoreModel
internal import Storefront

/// The command `monkeystore restore`, which brings back the account's permanent purchases.
struct Restore: ParsableCommand, ChangingCommand {
    static let configuration = CommandConfiguration.subcommand(
        "restore",
        abstract: "Bring back the account's permanent purchases from all of its devices.",
        discussion: "Credits need no restore: they are on every device of the account.")

    @OptionGroup var options: StoreOptions
    @Flag(help: "Print {\"restored\": N, \"ownedProducts\": […]}.") var json = false

    func run() throws {
        try CommandRun.run(options) { application in
            let listener = Listener(application.bus, [.restoreFinished, .restoreFailed])
            application.bus.send(.restore)
            let ending = await listener.first {
                event -> (restored: Int, rejected: Int, error: StoreError?)? in
                switch event {
                case .restoreFinished(let restored, let rejected): (restored, rejected, nil)
                case .restoreFailed(let error, let restored): (restored, 0, error)
                default: nil
                }
            }
            guard let (restored, rejected, error) = ending else { return }
            let owned = try application.replica.owned().ownedProducts.map(\.rawValue).sorted()
            if json { try Output.json(RestoreJSON(restored: restored, ownedProducts: owned, error: error)) }
            if let error {
                let meaning = restored == 0 ? "Nothing was restored." : "Restored so far: \(restored)."
                if error.isAboutSigningIn, CommandRun.isRefused {
                    throw fail(.signInNeeded, CommandRun.refusalSentence(meaning), error: error)
                }
                throw fail(
                    error.domain == .device ? .dataUnusable : ExitStatus(of: error),
                    CommandRun.hasSaid(error) ? meaning : error.restoreSentence(restored: restored),
                    error: error)
            }
            if !json { printLine(restoredSentence(restored, rejected: rejected)) }
        }
    }
}
