internal import ArgumentParser
internal import Logging

@main
struct MonkeystoreServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monkeystore-server", abstract: "The store for many storefronts, over HTTP.",
        discussion: ServerExitStatus.table,
        subcommands: [
            Serve.self, Demo.self, Who.self, SayToVisitors.self, ContentCommand.self, AccountCommand.self,
            RootCommand.self, APIKeyCommand.self, SigningKeyCommand.self, SharedSecretCommand.self, AuditCommand.self,
            NotificationsCommand.self, HostsCommand.self, CopyCommand.self, CheckCommand.self,
        ],
        defaultSubcommand: Serve.self)

    static func main() async {
        LoggingSystem.bootstrap(PrintableLogHandler.init)
        await runPrintably()
    }
}
