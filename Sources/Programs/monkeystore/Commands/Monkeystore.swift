internal import ArgumentParser
internal import ProgramSupport
internal import StoreRules

/// The command `monkeystore` itself: its subcommands, and what `--help` prints. `Program` parses the
/// arguments with it.
struct Monkeystore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monkeystore",
        abstract: "A storefront for the terminal that sells monkey credits.",
        discussion: "Without a command it opens the screen; monkeystore screen --help lists the options.\n\n"
            + ExitStatus.table,
        version: programVersion,
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

    /// The command that the arguments name. Its own parser takes half as long as the whole program's, which is
    /// asked if there is no such command, for help, or to say what is wrong.
    static func command(for arguments: [String]) throws -> any ParsableCommand {
        guard let name = arguments.first, let command = commands.first(where: { $0._commandName == name })
        else { return try parseAsRoot(arguments) }
        // A screen starts the thread for tasks itself, when it has blocked its signals.
        if command != Screen.self { readCatalogueAhead() }
        if let parsed = try? command.parseAsRoot(Array(arguments.dropFirst())), type(of: parsed) == command {
            return parsed
        }
        return try parseAsRoot(arguments)
    }

    /// Reads the catalogue of the embedded store while the arguments are parsed. Both take some milliseconds.
    private static func readCatalogueAhead() { Task { _ = try? Catalogue.bundled() } }

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

extension CommandConfiguration {
    /// The configuration of a command that is parsed alone. It has the name of the command above it, so the
    /// parser does not look for `--generate-completion-script` first, which takes as long as the rest.
    static func subcommand(
        _ name: String, abstract: String, discussion: String = ""
    ) -> CommandConfiguration {
        CommandConfiguration(
            commandName: name, _superCommandName: "monkeystore", abstract: abstract, discussion: discussion)
    }
}
