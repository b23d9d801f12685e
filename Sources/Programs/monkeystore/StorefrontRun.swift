internal import CursesTerminal
internal import Glibc
internal import Storage
internal import StoreApplication
internal import StoreEvents
internal import StoreModel
internal import Storefront

/// Shows the storefront once, on a screen or in lines, from the first frame to the last, and runs the
/// application for it. `Program`, `Screen` and `VisitorSession` run it.
struct StorefrontRun {
    var location = StoreLocation()
    /// The file with the user's picture; nil for the picture in the program.
    var picture: String?
    var colour = ColourOption.auto
    var allowsAnimation = true
    var usesMouse = false
    /// Whether to show lines instead of a screen.
    var isPlain = false
    /// Whether Ctrl-Z gives the terminal back to a shell.
    var allowsSuspend = true
    /// How long without a key until the screen closes; nil for never.
    var idleLimit: Duration?
    var onFirstFrame: (EventBus) -> Void = { _ in }

    /// Shows the storefront until the person leaves. Returns the exit code, after the sentence for it has
    /// been printed.
    func run() -> Int32 {
        do {
            let (end, failure) = try show()
            guard case .screen(.unavailable(let trouble)) = end else { return end.status }
            complain(Language.preferred.strings.explanation(of: trouble))
            return failure.map { ExitStatus(of: $0).rawValue } ?? end.status
        } catch {
            complain(explain(error))
            return ExitStatus.cannotDraw.rawValue
        }
    }

    /// Shows the storefront until the person leaves. Returns how it ended, and why it could not go on.
    func show() throws(TerminalError) -> (end: TerminalExit, failure: (any Error)?) {
        // Before there are other threads, because they inherit this.
        if !isPlain { CursesTerminal.holdSignals() }
        var options = ScreenOptions(
            glyphs: CharacterLocale.prepare(), allowsAnimation: allowsAnimation,
            timeZone: .local, language: .preferred)
        options.idleLimit = idleLimit
        let bus = EventBus()
        let launch = Launch(location: location, picture: picture, bus: bus)
        let end: TerminalExit
        if isPlain {
            end = PlainSession(PlainStorefront(bus: bus, options: options)).run { _ = launch.begin() }
        } else {
            end = try CursesTerminal.show(
                StorefrontScreen(bus: bus, options: options) { Application.isOverloaded },
                colour: colour, allowsSuspend: allowsSuspend, usesMouse: usesMouse,
                crashSentence: options.language.crashSentence(log: ownLog, glyphs: options.glyphs)
            ) {
                onFirstFrame(bus)
                return launch.begin()
            }
        }
        // After a hang-up, nothing waits for the store. Purchases in progress are in the journal.
        if end != .hungUp { launch.end() }
        return (end, launch.failure)
    }

    /// The log's path, for people to read. A visitor's log is the host's.
    private var ownLog: String? {
        location.visitor == nil && !location.logDirectory.isEmpty ? Log.path(in: location.logDirectory) : nil
    }
}

extension TimeZoneOffset {
    /// The computer's time zone.
    fileprivate static var local: TimeZoneOffset {
        // `localtime_r` alone need not look which zone it is (POSIX).
        tzset()
        return TimeZoneOffset(named: "local") { moment in
            var seconds = time_t(moment.milliseconds / 1000)
            var local = tm()
            // Nil if the year is too large.
            guard localtime_r(&seconds, &local) != nil else { return 0 }
            return local.tm_gmtoff
        }
    }
}

extension Language {
    /// The language that the person has chosen for all programs.
    static var preferred: Language {
        Language(
            all: EnvironmentVariables.value(of: "LC_ALL"),
            messages: EnvironmentVariables.value(of: "LC_MESSAGES"),
            lang: EnvironmentVariables.value(of: "LANG"))
    }
}
