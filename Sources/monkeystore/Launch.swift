internal import EventBus
internal import Purchasing
internal import StoreModel
internal import Synchronization

/// The application behind a screen: opened on another thread once the first frame is there, so that nobody waits for a
/// disk to see the store.
final class Launch: Sendable {
    private let location: StoreLocation
    private let bus: EventBus
    private let state = Mutex<(application: Application?, failure: Outcome?)>((nil, nil))

    init(location: StoreLocation, bus: EventBus) {
        self.location = location
        self.bus = bus
    }

    /// How the program is to end if the application could not be opened.
    var failure: Outcome? { state.withLock { $0.failure } }

    /// Opens the application without waiting for it.
    ///
    /// - Returns: the log's descriptor.
    func begin() -> Int32? {
        let log = Log.open(in: StoreLocation.logDirectory)
        Task.detached { [self] in
            do {
                let application = try Application(location: location, bus: bus)
                state.withLock { $0.application = application }
                try await application.start()
            } catch {
                giveUp(Outcome(of: error), sentence(for: error))
            }
        }
        return log
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
