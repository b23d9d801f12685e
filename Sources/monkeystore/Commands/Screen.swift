public import ArgumentParser
public import CursesTerminal
internal import EventBus
internal import Glibc
internal import Storefront

struct Screen: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Open the storefront (the default).")

    @OptionGroup var options: StoreOptions
    @Option(help: "Use colours: auto, always or never.") var color = TerminalOptions.Colour.auto
    @Flag(help: "Keep the screen still while a purchase is sent.") var noAnimation = false
    @Flag(help: "Use lines instead of a screen: for screen readers, simple terminals and scripts.") var plain = false

    func run() throws {
        if !plain { CursesTerminal.holdSignals() }
        let screenOptions = ScreenOptions(
            glyphs: CursesTerminal.prepareLocale(), allowsAnimation: !noAnimation, secondsFromUTC: Self.secondsFromUTC)
        let bus = EventBus()
        let launch = Launch(options: options, bus: bus)
        let log = Log.open(in: StoreOptions.logDirectory)
        let end: TerminalExit
        if plain {
            end = PlainSession(PlainStorefront(bus: bus, options: screenOptions)).run(begin: launch.begin)
        } else {
            do {
                end = try CursesTerminal.show(
                    StorefrontScreen(bus: bus, options: screenOptions),
                    options: TerminalOptions(colour: color, diagnostics: log), firstFrame: launch.begin)
            } catch {
                throw fail(.cannotDraw, "\(error)")
            }
        }
        launch.end()
        switch end {
        case .quit: break
        case .unavailable(let sentence): throw fail(launch.failure ?? .dataUnusable, sentence)
        case .interrupted, .terminated, .hungUp: throw ExitCode(end.status)
        }
    }

    private static var secondsFromUTC: Int {
        var now = time(nil)
        var local = tm()
        localtime_r(&now, &local)
        return local.tm_gmtoff
    }
}

extension TerminalOptions.Colour: ExpressibleByArgument {}
