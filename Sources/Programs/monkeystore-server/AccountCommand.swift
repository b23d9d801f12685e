internal import ArgumentParser
internal import Glibc
internal import Storage
internal import StoreModel
internal import StoreRules

/// The command `account` of `monkeystore-server`, with which operators make and list accounts. Below: the
/// sentences for errors.
struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Make accounts, and list them.", subcommands: [Add.self, List.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Make an account.",
            discussion:
                "The password is asked for, or is the first line of the input if that is not a terminal.")

        @OptionGroup var data: DataOptions
        @Argument(help: "The account's name.") var name: String
        @Option(help: "The environment of its purchases.") var environment = Environment.sandbox

        func run() async throws {
            let store = try data.store()
            guard let accountName = AccountName(rawValue: name) else { throw AccountError.badName }
            let (account, token) = try await store.createAccount(
                name: accountName, password: password(), environment: environment.value)
            // The customer of this account is elsewhere.
            try await store.signOut(token)
            printLine(account.identifier.rawValue)
        }

        private func password() -> String {
            guard isatty(STDIN_FILENO) == 1 else { return readLine() ?? "" }
            return getpass(PrintableText.line("Password for \(name): ")).map { String(cString: $0) } ?? ""
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List accounts, the oldest first.")

        @OptionGroup var data: DataOptions

        func run() async throws {
            let store = try data.existingStore()
            for account in try store.allAccounts() where account.name != nil {
                printLine("\(account.identifier)  \(account.environment.rawValue)  \(account.name ?? "")")
            }
        }
    }

    enum Environment: String, ExpressibleByArgument, CaseIterable {
        case sandbox, production

        var value: StoreEnvironment { self == .sandbox ? .sandbox : .production }
    }
}

extension AccountError {
    var sentence: String {
        switch self {
        case .badName: "A name has \(CredentialLengths.nameRule); no account was made."
        case .badPassword: "A password has 8 to 256 characters; no account was made."
        case .nameTaken: "An account of that name already exists; nothing was changed."
        case .wrongPassword: "There is no such account, or the password is wrong."
        case .busy: "Too many passwords are being looked at; nothing was changed. Try again."
        case .storage(let error): error.description
        }
    }
}
