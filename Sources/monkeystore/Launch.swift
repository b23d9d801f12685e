internal import CursesTerminal
internal import Dispatch
internal import EventBus
internal import StoreApplication
internal import StoreModel
internal import StorefrontMessages
internal import StorefrontStrings
internal import Synchronization

#if Remote
internal import StoreSessions
#endif

/// The application behind a screen: opened on another thread once the first frame is there, so that the
/// screen does not wait for a disk or a network.
final class Launch: Sendable {
    /// What there is to close at the end.
    private enum Opened: Sendable {
        case application(Application)
        #if Remote
        case coordinator(SessionCoordinator)
        #endif
    }

    private let location: StoreLocation
    private let bus: EventBus
    private let picture: PictureLoader
    private let explanation: Explanation
    private let state = Mutex<(opened: Opened?, failure: (any Error)?)>((nil, nil))

    /// - Parameters:
    ///   - picture: the file with the user's picture; nil for the one in the program.
    ///   - language: the screen's, in which it says what is wrong.
    init(location: StoreLocation, picture: String?, language: Language, bus: EventBus) {
        self.location = location
        explanation = { explain($0, in: language.strings) }
        self.bus = bus
        self.picture = PictureLoader(file: picture, bus: bus)
    }

    /// Why the application could not be opened, or cannot go on.
    var failure: (any Error)? { state.withLock { $0.failure } }

    /// Opens the application without waiting for it.
    ///
    /// - Returns: the log's descriptor.
    func begin() -> Int32? {
        let log = location.log ?? Log.open(in: location.logDirectory)
        picture.begin { [self] in giveUp($0) }
        Task.detached { [self] in
            do { try await open() } catch { giveUp(error) }
        }
        return log
    }

    private func open() async throws {
        #if Remote
        if let address = location.store {
            let store = try RemoteStore(at: address, location: location)
            let coordinator = SessionCoordinator(
                store: store, bus: bus, threadGuard: { CursesTerminal.guardThread($0) }, explain: explanation
            ) { [self] in giveUp($0) }
            state.withLock { $0.opened = .coordinator(coordinator) }
            return coordinator.open()
        }
        #endif
        let application = try Application(
            store: .embedded(at: location), bus: bus, threadGuard: { CursesTerminal.guardThread($0) },
            explain: explanation)
        state.withLock { $0.opened = .application(application) }
        try await application.start()
        application.auditInBackground()
    }

    /// Ends the application's work. What is on its way is in the journal, so nobody waits for it; what else was asked for has
    /// five seconds.
    func end() {
        guard let opened = state.withLock({ $0.opened }) else { return }
        try? blocking(until: .now() + 5) {
            switch opened {
            case .application(let application): await application.close()
            #if Remote
            case .coordinator(let coordinator): await coordinator.close()
            #endif
            }
        }
    }

    private func giveUp(_ error: any Error) {
        state.withLock { $0.failure = error }
        bus.publish(.storeUnavailable(sentence: explanation(error)))
    }
}
