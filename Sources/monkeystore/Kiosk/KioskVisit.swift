internal import CConfinement
internal import CursesTerminal
internal import DurableStorage
internal import EventBus
internal import Glibc
internal import Kiosk
internal import Logging
internal import StoreModel
internal import Storefront

/// The visit of a stranger whom an SSH server lets in. Nothing of it is the stranger's to choose but keys: who visits is what the
/// server says, what may be used is what the command line says, and the process has locked itself in before it reads either.
struct KioskVisit {
    private let folder: VisitorsFolder
    private let limit: Int
    private let idleLimit: Duration
    private let store: String
    private let content: String?

    /// - Parameters:
    ///   - store: the address of the store.
    ///   - content: that of its content server; nil for the next port.
    init(options: KioskOptions, store: String?, content: String?) {
        folder = VisitorsFolder(path: options.visitors)
        limit = options.visitorLimit
        idleLimit = .seconds(options.idle)
        self.store = store ?? "http://127.0.0.1:8080"
        self.content = content
    }

    /// Shows the storefront until the visitor leaves.
    ///
    /// - Returns: the status to exit with, after the last sentence has been said.
    func run() -> Int32 {
        do {
            try lockIn()
            let visitor = try Visitor(authenticationFile: environment("SSH_USER_AUTH"))
            guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
                complain("This is a store and no shell: connect with ssh alone, without a command and without -T.")
                return Outcome.cannotDraw.rawValue
            }
            let address = environment("SSH_CONNECTION").prefix { $0 != " " }
            let lease = try VisitLease(for: visitor, from: String(address), in: folder, limit: limit)
            let status = show(to: visitor, dataDirectory: lease.dataDirectory)
            lease.end()
            return status
        } catch {
            if let detail = error.detail {
                _ = Log.open(in: folder.logDirectory)
                Logger(label: "visit").error("\(detail)")
            }
            complain(error.description)
            return Outcome.storeNotReached.rawValue
        }
    }

    private func show(to visitor: Visitor, dataDirectory: String) -> Int32 {
        var location = StoreLocation()
        location.dataDirectory = dataDirectory
        location.store = store
        location.content = content
        location.logDirectory = folder.logDirectory
        location.visitor = VouchedVisitor(
            name: visitor.name, shortName: visitor.shortName, hostTokenFile: folder.hostToken)
        var visit = Visit(location: location)
        visit.allowsSuspend = false
        visit.idleLimit = idleLimit
        var listening: FileWatcher?
        visit.onFirstFrame = { [folder] bus in
            listening = try? folder.listen { bus.post(HostSaid(text: $0)) }
            if visitor.isGuest { bus.post(GuestWelcomed()) }
        }
        defer { withExtendedLifetime(listening) {} }
        do {
            let (end, failure) = try visit.show()
            if let goodbye = Goodbye(end) {
                say(
                    goodbye.sentence(
                        isGuest: visitor.isGuest, language: .preferred, glyphs: CursesTerminal.prepareLocale()))
            }
            if case .unavailable(let sentence) = end {
                // It names files, and those are the host's.
                Logger(label: "visit").error("\(sentence)")
                complain(KioskError.unusable(path: dataDirectory, reason: sentence).description)
            }
            return failure?.rawValue ?? end.status
        } catch {
            complain(KioskError.noScreen.description)
            return Outcome.cannotDraw.rawValue
        }
    }

    private func lockIn() throws(KioskError) {
        let number = cc_confine()
        guard number == 0 else { throw .notConfined(reason: String(cString: strerror(number))) }
        // Before the screen is there, too: a crash is no reason to ask anybody what to do.
        CursesTerminal.guardAgainstCrashes()
        chdir("/")
    }

    private func environment(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
}

extension Goodbye {
    /// The last sentence after a screen; nil where nobody can read one, or another has been said.
    fileprivate init?(_ end: TerminalExit) {
        switch end {
        case .quit, .interrupted: self = .left
        case .idle: self = .idle
        case .terminated: self = .ended
        case .hungUp, .unavailable: return nil
        }
    }
}
