#if Remote
internal import ArgumentParser
internal import StoreApplication
internal import StoreClient
internal import StoreModel
internal import StoreWire

/// The command `monkeystore sign-in`, which signs in at a store at an address. Below is `sign-out`.
struct SignIn: ParsableCommand, ChangingCommand {
    static let configuration = CommandConfiguration.subcommand(
        "sign-in",
        abstract: "Sign in at a store, for the storefront and the other commands.",
        discussion: "The password is asked for, or read from a line of standard input.")

    @OptionGroup var options: StoreOptions
    @Argument(help: ArgumentHelp("The account's name.", valueName: "name")) var account: String
    @Flag(help: "Create an account of that name.") var new = false

    func run() throws {
        try CommandRun.reach(options.location) { store in
            // The password must not go to a different store than before.
            _ = try await store.fetchTrustedCertificates()
            let password = PasswordPrompt.read("Password for \(account): ")
            guard let password, !password.isEmpty else {
                throw fail(
                    .badUsage,
                    "There is no password, so nothing was sent. Type one, or give it on standard input.")
            }
            let credentials = StoreWire.Credentials(account: account, password: password)
            let session =
                new
                ? try await store.accounts.createAccount(credentials)
                : try await store.accounts.signIn(credentials)
            let earlier = store.sessions.read()
            try store.keep(session)
            await store.tellEnded()
            printLine("Signed in as \(session.name) (\(session.environment.rawValue)).")
            // If a store was lost and begins again, the same name may get another account.
            if let earlier, earlier.name == session.name, earlier.account != session.account {
                printLine(
                    "This is another account than the \(session.name) who was signed in here before; what that one "
                        + "bought stays in this folder.")
            }
        }
    }
}

struct SignOut: ParsableCommand, ChangingCommand {
    static let configuration = CommandConfiguration.subcommand(
        "sign-out",
        abstract: "Sign out at a store. Credits and purchases are back when you sign in again.")

    @OptionGroup var options: StoreOptions

    func run() throws {
        try CommandRun.reach(options.location) { store in
            guard let session = store.sessions.read() else { return printLine("You aren't signed in.") }
            try store.forget(session)
            if await !store.tellEnded() {
                complain(
                    "You are signed out here, but the store doesn't know yet. It is told at the next contact."
                )
            }
            printLine("Signed out.")
        }
    }
}
#endif
