#if Remote
internal import ArgumentParser
internal import StoreApplication
internal import StoreClient
internal import StoreModel
internal import StoreSessions

struct SignOut: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out",
        abstract: "Sign out at a store. Credits and purchases stay for the next sign-in.")

    @OptionGroup var options: StoreOptions

    func run() throws {
        try Session.reach(options.location) { store in
            guard let session = store.sessions.read() else { return printLine("Nobody is signed in.") }
            try store.forget(session)
            if await !store.tellEnded() {
                complain(
                    "The store could not be told; nobody is signed in here, and it is told at the next contact.")
            }
            printLine("Signed out.")
        }
    }
}
#endif
