internal import ArgumentParser

/// The command `monkeystore` itself: its subcommands, and what `--help` prints. `Program` parses the
/// arguments with it.
struct Monkeystore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monkeystore",
        abstract: "A storefront for the terminal that sells monkey credits.",
        discussion: "Without a command it opens the screen.\n\n" + ExitStatus.table,
        version: "1.0.0",
        subcommands: commands)

    /// In the order of `--help`.
    static var commands: [any ParsableCommand.Type] {
        [
            Screen.self, Products.self, Buy.self, Balance.self, Spend.self, Use.self, Owned.self,
            History.self,
            Restore.self, Read.self, Subscriptions.self, Settings.self, Approve.self, Decline.self,
            Lapse.self,
            Resolve.self, Refund.self, ReverseRefund.self,
        ] + sessions + [Audit.self, BackUp.self, RestoreBackup.self] + visits
    }

    /// The command that the arguments name. The parser of a command needs half the time of the whole program's
    /// parser, which explains what is wrong, and everything that is for all commands.
    static func command(named arguments: [String]) throws -> any ParsableCommand {
        if let name = arguments.first, let command = commands.first(where: { $0._commandName == name }),
            let parsed = try? command.parseAsRoot(Array(arguments.dropFirst()))
        {
            return parsed
        }
        return try parseAsRoot(arguments)
    }

    private static var sessions: [any ParsableCommand.Type] {
        #if Remote
        [SignIn.self, SignOut.self]
        #else
        []
        #endif
    }

    private static var visits: [any ParsableCommand.Type] {
        #if Remote
        [TidyVisitors.self]
        #else
        []
        #endif
    }
}
