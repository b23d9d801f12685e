internal import ArgumentParser
internal import Glibc
internal import Logging
internal import ProgramSupport
internal import StoreModel

/// The program `monkeystore-server` starts here: its commands, and how an error ends it.
@main
struct MonkeystoreServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monkeystore-server", abstract: "The store for many storefronts, over HTTP.",
        discussion: "Without a command it serves the store; monkeystore-server serve --help lists the "
            + "options.\n\n" + ServerExitStatus.table,
        version: programVersion,
        subcommands: [
            Serve.self, Demo.self, Who.self, SayToVisitors.self, ContentCommand.self, AccountCommand.self,
            RootCommand.self, APIKeyCommand.self, SigningKeyCommand.self, SharedSecretCommand.self,
            AuditCommand.self,
        ] + notifications + [HostsCommand.self, CopyCommand.self, CheckCommand.self])

    private static var notifications: [any ParsableCommand.Type] {
        #if AppleServices
        [NotificationsCommand.self]
        #else
        []
        #endif
    }

    /// Runs the command that the arguments name. The library's `main` would print the arguments unescaped.
    static func main() async {
        if let shortage = OpenFileLimit.shortage(of: neededFiles) {
            complain(shortage)
            Glibc.exit(ServerExitStatus.dataUnusable.rawValue)
        }
        LoggingSystem.bootstrap(PrintableLogHandler.init)
        var code = ExitCode.success
        do {
            let arguments = typedArguments(defaultCommand: "serve")
            try checkCommand(of: arguments)
            var command = try await asyncParseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                do { try await command.run() } catch { throw ending(because: error) }
            } else {
                try command.run()
            }
        } catch {
            code = exitCode(for: error)
            // All errors get the same prefix.
            let (prefix, own) = ("Error: ", "monkeystore-server: ")
            let late = code == .validationFailure ? lateCommand.map { prefix + $0 } : nil
            var message = PrintableText.lines(late ?? fullMessage(for: error, columns: nil))
            // The parser takes serve, whose options demo has, for a command above it.
            message = message.replacing("monkeystore-server serve demo", with: "monkeystore-server demo")
            if !code.isSuccess, message.hasPrefix(prefix) { message = own + message.dropFirst(prefix.count) }
            if !message.isEmpty {
                writeAll(Array((message + "\n").utf8), to: code.isSuccess ? STDOUT_FILENO : STDERR_FILENO)
            }
        }
        LineWriter.standardError.finish()
        if code.isSuccess, let loss = outputLoss() {
            complain(loss)
            code = ExitCode(ServerExitStatus.dataUnusable.rawValue)
        }
        Glibc.exit(code.rawValue)
    }

    private static var names: [String] { configuration.subcommands.map { $0._commandName } }

    /// Throws `ValidationError` if the arguments name a command that there is not, or ask for help about one.
    /// The library would call it an unexpected argument, or print the help of the whole program.
    private static func checkCommand(of arguments: [String]) throws {
        let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
        guard let word = words.first, !word.hasPrefix("-"), word != "help", !names.contains(word) else {
            return
        }
        let guess = names.nearest(to: word).map { "Did you mean '\($0)'? " } ?? ""
        throw ValidationError(
            "There is no command '\(word)'. \(guess)monkeystore-server --help lists them.")
    }

    /// A server has an event loop for each processor, which has three files, and its own files.
    private static var neededFiles: Int { 64 + 3 * sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

    /// What to say if a command stands behind its options.
    private static var lateCommand: String? {
        ProgramSupport.lateCommand(of: "monkeystore-server", among: names) {
            (try? parseAsRoot($0)) != nil
        }
    }
}
