internal import CursesTerminal
internal import Dispatch
internal import Foundation
internal import ProgramSupport
internal import StoreApplication
internal import StoreEvents
internal import StoreModel
internal import Storefront
internal import Synchronization

#if Remote
internal import StoreClient
#endif

/// Opens the application and the picture for a screen, for `StorefrontRun`. It does so on other threads after
/// the first frame, so that the screen does not wait for a disk or a network.
final class Launch: Sendable {
    private let location: StoreLocation
    private let bus: EventBus
    private let picture: String?
    private let observation = Mutex<Observation?>(nil)
    private let state = Mutex<(close: (@Sendable () async -> Void)?, failure: (any Error)?)>((nil, nil))

    /// - Parameter picture: the file with the user's picture; nil for the picture in the program.
    init(location: StoreLocation, picture: String?, bus: EventBus) {
        self.location = location
        self.bus = bus
        self.picture = picture
    }

    /// Why the application could not be opened, or cannot go on.
    var failure: (any Error)? { state.withLock { $0.failure } }

    /// Opens the application without waiting for it. Returns the log's descriptor.
    func begin() -> Int32? {
        let log = location.log ?? Log.open(in: location.logDirectory)
        // An error in the user's file is reported at once. The picture in the program is not opened until it
        // is needed.
        if picture != nil {
            openPicture()
        } else {
            let token = bus.observe(.picture) { [weak self] (_: StorefrontCommand) in self?.openPicture() }
            observation.withLock { $0 = token }
        }
        keepUntilExit(self)
        Task.detached { [self] in
            do { try await open() } catch { giveUp(error) }
        }
        return log
    }

    /// Opens the picture for the filters, on its own thread, because a large picture takes long.
    private func openPicture() {
        Thread.detachNewThread { [self] in
            CursesTerminal.guardThread {
                do {
                    bus.publish(.pictureOpened(try picture.map(PictureFile.open) ?? PictureFile.bundled()))
                } catch {
                    giveUp(error)
                }
            }
        }
    }

    private func open() async throws {
        #if Remote
        if let address = location.store {
            let store = try RemoteStore(at: address, location: location)
            let coordinator = SessionCoordinator(
                store: store, bus: bus, threadGuard: { CursesTerminal.guardThread($0) }
            ) { [self] in giveUp($0) }
            state.withLock { $0.close = coordinator.close }
            return coordinator.open()
        }
        #endif
        let application = try Application(
            store: .embedded(at: location), bus: bus, threadGuard: { CursesTerminal.guardThread($0) })
        state.withLock { $0.close = application.close }
        try await application.start()
        application.recountInBackground()
    }

    /// Ends the application's work. Purchases in progress are in the journal, so nobody waits for them.
    /// Anything else that was asked for gets five seconds. In a visit it gets half of `VisitEnd.timeLimit`,
    /// because the goodbye needs some of that time, too.
    func end() {
        let patience: Duration = location.visitor == nil ? .seconds(5) : VisitEnd.timeLimit / 2
        if let close = state.withLock({ $0.close }) {
            try? blocking(until: .now() + patience / .seconds(1), close)
        }
    }

    private func giveUp(_ error: any Error) {
        state.withLock { $0.failure = error }
        bus.publish(.storeUnavailable(trouble(of: error)))
    }
}
