internal import CursesTerminal
internal import EventBus
internal import Glibc
internal import Storefront

/// One visit to the storefront, from the first frame to the last.
struct Visit {
    var location = StoreLocation()
    /// The file with the user's picture; nil for the one in the program.
    var picture: String?
    var colour = TerminalOptions.Colour.auto
    var allowsAnimation = true
    var usesMouse = false
    /// Lines instead of a screen.
    var isPlain = false

    /// Shows the storefront until the person leaves.
    ///
    /// - Returns: the status to exit with, after the sentence for it has been said.
    func run() -> Int32 {
        // Before any other thread is there: they inherit it.
        if !isPlain { CursesTerminal.holdSignals() }
        let options = ScreenOptions(
            glyphs: CursesTerminal.prepareLocale(), allowsAnimation: allowsAnimation, secondsFromUTC: secondsFromUTC,
            language: language)
        let bus = EventBus()
        let launch = Launch(location: location, picture: picture, bus: bus)
        let end: TerminalExit
        if isPlain {
            end = PlainSession(PlainStorefront(bus: bus, options: options)).run { _ = launch.begin() }
        } else {
            do {
                end = try CursesTerminal.show(
                    StorefrontScreen(bus: bus, options: options),
                    options: TerminalOptions(colour: colour, usesMouse: usesMouse), firstFrame: launch.begin)
            } catch {
                complain("\(error)")
                return Outcome.cannotDraw.rawValue
            }
        }
        launch.end()
        guard case .unavailable(let sentence) = end else { return end.status }
        complain(sentence)
        return launch.failure?.rawValue ?? end.status
    }

    private var language: Language {
        func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        return Language(all: value("LC_ALL"), messages: value("LC_MESSAGES"), lang: value("LANG"))
    }

    private var secondsFromUTC: Int {
        var now = time(nil)
        var local = tm()
        localtime_r(&now, &local)
        return local.tm_gmtoff
    }
}
