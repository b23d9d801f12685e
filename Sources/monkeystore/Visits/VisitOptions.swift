internal import ArgumentParser

/// How the storefront serves the visitors of an SSH server.
struct VisitOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Serve the visitor of an SSH server, as its only command: no shell, no files, no other account.",
            discussion: "The server has to say who visits (ExposeAuthInfo yes)."))
    var kiosk = false

    @Option(help: .private) var visitChannel: Int32?

    @Option(
        help: ArgumentHelp("Where visitors' things are.", valueName: "folder"), completion: .directory)
    var visitors = Self.standardFolder

    static let standardFolder = "/var/lib/monkeystore-visitors"

    @Option(help: ArgumentHelp("How many visitors there may be at a time.", valueName: "number"))
    var visitorLimit = 100

    @Option(
        help: ArgumentHelp("After how many seconds without a key a visitor is sent home.", valueName: "seconds"))
    var idle = 660

    func validate() throws {
        guard visitorLimit > 0, idle > 0 else { throw ValidationError("Limits are 1 or more.") }
    }
}
