internal import AppStore
public import ArgumentParser
public import CursesTerminal
internal import DurableStorage
internal import EventBus
internal import Glibc
internal import StoreModel
internal import Storefront
internal import Synchronization

struct Screen: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Open the storefront (the default).")

    @OptionGroup var options: StoreOptions
    @Option(help: "Use colours: auto, always or never.") var color = TerminalOptions.Colour.auto
    @Flag(help: "Keep the screen still while a purchase is sent.") var noAnimation = false

    func run() throws {
        CursesTerminal.holdSignals()
        let glyphs = CursesTerminal.prepareLocale()
        let bus = EventBus()
        let screen = StorefrontScreen(
            bus: bus,
            options: ScreenOptions(
                glyphs: glyphs, allowsAnimation: !noAnimation, secondsFromUTC: Self.secondsFromUTC))
        let launch = Launch(options: options, bus: bus)
        let end: TerminalExit
        do {
            end = try CursesTerminal.show(
                screen,
                options: TerminalOptions(colour: color, diagnostics: Log.open(in: StoreOptions.logDirectory)),
                firstFrame: launch.begin)
        } catch {
            throw fail(.cannotDraw, "\(error)")
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

/// The application behind a screen: opened on another thread once the first frame is there, so that nobody waits for a
/// disk to see the store.
private final class Launch: Sendable {
    private let options: StoreOptions
    private let bus: EventBus
    private let state = Mutex<(application: Application?, failure: Outcome?)>((nil, nil))

    init(options: StoreOptions, bus: EventBus) {
        self.options = options
        self.bus = bus
    }

    /// How the program is to end if the application could not be opened.
    var failure: Outcome? { state.withLock { $0.failure } }

    func begin() {
        Task.detached { [self] in
            do {
                let application = try Application(options: options, bus: bus)
                state.withLock { $0.application = application }
                try await application.start()
            } catch let error as CatalogueError {
                giveUp(.badCatalogue, error.description)
            } catch let error as StorageError {
                giveUp(.dataUnusable, error.description)
            } catch {
                giveUp(.dataUnusable, "\(error)")
            }
        }
    }

    /// Ends the application's work. What is on its way is in the journal, so nobody waits for it.
    func end() {
        guard let application = state.withLock({ $0.application }) else { return }
        try? blocking { await application.close() }
    }

    private func giveUp(_ failure: Outcome, _ sentence: String) {
        state.withLock { $0.failure = failure }
        bus.post(StoreUnavailable(sentence: sentence))
    }
}
