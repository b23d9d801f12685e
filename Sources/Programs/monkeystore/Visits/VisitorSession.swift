#if Remote
internal import CConfinement
internal import CursesTerminal
internal import Glibc
internal import Logging
internal import ProgramSupport
internal import Storage
internal import StoreApplication
internal import StoreEvents
internal import StoreModel
internal import StoreRules
internal import Storefront

/// The storefront for a visitor of an SSH server, which `Screen` runs for `--kiosk`. The server says who the
/// visitor is, and the command line says what the visit may use. The process gives up all other rights before
/// it reads the first key.
struct VisitorSession {
    /// How much memory a visitor's process may use for data and stacks: several times what it needs.
    private static let memory: UInt = 512 << 20
    /// What the program reads from the system: libraries, terminals, languages and time zones.
    private static let readable = [
        "/usr", "/lib", "/lib64", "/etc/terminfo", "/etc/localtime", "/etc/ld.so.cache", "/dev/null",
        "/dev/urandom",
    ]
    /// What it also reads if it looks up and reaches a store on the network itself.
    private static let networkFiles = ["/etc/hosts", "/etc/resolv.conf", "/etc/nsswitch.conf", "/etc/ssl"]

    let options: VisitOptions
    /// The address of the store.
    let store: String?
    /// The address of the store's content server; nil for the next port.
    let content: String?
    /// The application that the store sells for; nil for the standard one.
    let bundleIdentifier: BundleIdentifier?

    private var folder: VisitorsFolder { options.folder }
    /// The channel on which a host says who visits, and answers calls for sockets; nil under an `sshd`.
    private var channel: Int32? { options.visitChannel }

    /// Shows the storefront until the visitor leaves. Returns the exit code, after the last sentence has
    /// been printed.
    func run() -> Int32 {
        var arrival: VisitDiary?
        do {
            try check(cc_prepare())
            // All visits share this log. Once the process is confined, it could no longer open it.
            let log = Log.open(in: folder.path)
            // Before the screen is there, too, because a crash must not ask the visitor what to do.
            CursesTerminal.guardAgainstCrashes()
            chdir("/")
            let introduction =
                if let channel {
                    try VisitIntroduction(descriptor: channel)
                } else {
                    try VisitIntroduction(ofSSHDaemon: folder)
                }
            guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
                complain(
                    "This is a store, not a shell: connect with ssh alone, without a command and without -T.")
                return VisitEnd.noScreenStatus
            }
            let diary = VisitDiary(of: introduction)
            arrival = diary
            // Before the lease, which ends an earlier visit.
            do throws(TerminalError) { try CursesTerminal.check() } catch {
                return leave(without: error, diary)
            }
            let lease = try VisitLease(
                for: introduction.visitor, called: introduction.label, from: introduction.address, in: folder,
                limit: options.mostVisitors)
            try folder.make(folder.announcements)
            diary.began(isConfinedInFiles: cc_confines_files())
            try confine(to: lease.dataDirectory)
            let status = show(to: introduction, in: lease, log: log, diary)
            lease.end()
            return status
        } catch {
            if let arrival {
                arrival.turnedAway(because: error)
            } else {
                Logger(label: "visit").error("\(error.detail ?? error.description)")
            }
            complain(error.sentence(isGuest: arrival?.isGuest ?? false))
            return ExitStatus.storeNotReached.rawValue
        }
    }

    private func show(
        to introduction: VisitIntroduction, in lease: borrowing VisitLease, log: Int32?, _ diary: VisitDiary
    ) -> Int32 {
        let visitor = introduction.visitor
        var location = StoreLocation()
        location.dataDirectory = lease.dataDirectory
        location.store = store ?? "http://127.0.0.1:8080"
        location.content = content
        location.bundleIdentifier = bundleIdentifier
        location.log = log
        location.visitor = VouchedVisitor(
            name: visitor.rawValue, shortName: introduction.shortName, voucher: introduction.voucher,
            hasAnsweredSockets: channel != nil)
        var storefront = StorefrontRun(location: location)
        storefront.allowsSuspend = false
        storefront.idleLimit = options.idleLimit
        var listening: FileWatch?
        var observation: Observation?
        storefront.onFirstFrame = { [folder] bus in
            observation = bus.events.observe(VisitDiary.names) { diary.note($0) }
            listening = folder.listen { bus.publish(.hostSaid($0)) }
            if visitor.isGuest { bus.publish(.guestWelcomed) }
        }
        defer { withExtendedLifetime((listening, observation)) {} }
        do {
            let (end, failure) = try storefront.show()
            let goodbye = goodbye(end, in: lease)
            diary.ended(goodbye, isConnected: end != .hungUp)
            // A terminal that reads nothing must not prolong the visit.
            if let goodbye, CursesTerminal.takesText(STDOUT_FILENO) {
                printLine(
                    goodbye.sentence(
                        isGuest: visitor.isGuest, language: .preferred, glyphs: CharacterLocale.prepare()
                    ))
            }
            guard let failure else {
                return end == .screen(.idle) && channel != nil ? VisitEnd.idleStatus : end.status
            }
            if case .screen(.unavailable) = end {
                // The reason names files of the host.
                let reason = explain(failure)
                Logger(label: "visit").error("\(reason)")
                complain(
                    VisitorHostError.unusable(path: lease.dataDirectory, reason: reason)
                        .sentence(isGuest: visitor.isGuest))
            }
            return ExitStatus(of: failure).rawValue
        } catch {
            return leave(without: error, diary)
        }
    }

    /// Says that the visitor's terminal cannot show the store, and returns the exit code for that.
    private func leave(without screen: TerminalError, _ diary: VisitDiary) -> Int32 {
        diary.ended(without: screen)
        complain(VisitorHostError.noScreen.sentence(isGuest: diary.isGuest))
        return VisitEnd.noScreenStatus
    }

    /// The last sentence after a screen; nil if nobody can read it, or another one has been printed.
    private func goodbye(_ end: TerminalExit, in lease: borrowing VisitLease) -> Goodbye? {
        switch end {
        case .screen(.quit), .screen(.interrupted): .left
        case .screen(.idle): .idle
        case .terminated: lease.isTakenOver ? .elsewhere : folder.isClosing ? .closed : .ended
        case .hungUp, .screen(.unavailable): nil
        }
    }

    private func confine(to dataDirectory: String) throws(VisitorHostError) {
        // For SQLite's own temporary files.
        setenv("SQLITE_TMPDIR", dataDirectory, 1)
        let readable = Self.readable + [folder.announcements] + (channel == nil ? Self.networkFiles : [])
        let number: Int32 = withCStrings([dataDirectory]) { own in
            withCStrings(readable) { readable in
                withCStrings([folder.guests]) { guests in
                    var limits = cc_limits(
                        writable: own, readable: readable, emptied: guests,
                        sockets: channel == nil ? CC_NETWORK_SOCKETS : CC_ANSWERED_SOCKETS,
                        channel: channel ?? -1,
                        has_threads: true, memory: Self.memory)
                    return cc_confine(&limits)
                }
            }
        }
        try check(number)
    }

    private func check(_ number: Int32) throws(VisitorHostError) {
        guard number == 0 else { throw .notConfined(reason: String(cString: strerror(number))) }
    }
}
#endif
