internal import ArgumentParser
package import CursesTerminal
internal import StoreApplication

/// The default command, `monkeystore screen`, which shows the storefront (`StorefrontRun`). To a visitor over
/// SSH it shows it in a `VisitorSession`.
struct Screen: ParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "screen", abstract: "Open the storefront (the default).")

    @OptionGroup var options: StoreOptions
    #if Remote
    @OptionGroup(title: "For an SSH server") var kiosk: VisitOptions
    #endif
    @Option(help: "Use colours: auto, always or never (default: auto).") var color: ColourOption?
    @Option(
        help: ArgumentHelp(
            "The picture that the photo filters are for, a PNG or JPEG file.", valueName: "file"),
        completion: .file(extensions: ["png", "jpg", "jpeg"]))
    var picture: String?
    @Flag(help: "Keep the screen still while a purchase is sent.") var noAnimation = false
    @Flag(
        help: "Select and press with the mouse, too; to copy text, most terminals then want Shift held down.")
    var mouse = false
    @Flag(help: "Use lines instead of a screen: for screen readers, simple terminals and scripts.")
    var plain = false

    func validate() throws {
        #if Remote
        if kiosk.kiosk, let option = notForVisitors.first {
            throw ValidationError(
                "Visitors have the screen, and the store at --store, and nothing else: leave out \(option).")
        }
        #endif
        if plain, let option = onlyForScreen.first(where: { $0.1 })?.0 {
            throw ValidationError(
                "\(option) does nothing in lines; nothing was opened. Leave out \(option), or --plain.")
        }
    }

    /// The options that have an effect only on a screen.
    private var onlyForScreen: [(String, Bool)] {
        [
            ("--color", color != nil), ("--picture", picture != nil), ("--no-animation", noAnimation),
            ("--mouse", mouse),
        ]
    }

    #if Remote
    /// The options that were given and that have no effect for visitors.
    private var notForVisitors: [String] {
        let isGiven = [
            ("--data-dir", options.directory != StoreLocation().dataDirectory),
            ("--catalogue", options.catalogue != nil), ("--app-apple-id", options.appAppleId != nil),
            ("--admin-token-file", options.adminTokenFile != nil),
        ]
        return (isGiven + onlyForScreen + [("--plain", plain)]).filter { $0.1 }.map { $0.0 }
    }
    #endif

    func run() throws {
        let outcome = show()
        if outcome != 0 { throw ExitCode(outcome) }
    }

    private func show() -> Int32 {
        #if Remote
        if kiosk.kiosk {
            return VisitorSession(
                options: kiosk, store: options.store, content: options.content,
                bundleIdentifier: options.bundleId
            ).run()
        }
        #endif
        return StorefrontRun(
            location: options.location, picture: picture, colour: color ?? .auto,
            allowsAnimation: !noAnimation,
            usesMouse: mouse, isPlain: plain
        ).run()
    }
}

extension ColourOption: ExpressibleByArgument {}
