internal import StoreApplication
internal import StoreEvents
internal import Synchronization

/// The application that is open, for the threads that post commands. Each purchase and each restore is either
/// given to it or, if no application is open, handled by the `SessionCoordinator`. That is decided once for
/// each of them, so none of them is carried out twice.
final class OpenApplication: Sendable {
    private let application = Mutex<Application?>(nil)

    /// Names the application that gets commands from now on; nil if there is no such application.
    func set(_ application: Application?) { self.application.withLock { $0 = application } }

    /// Gives a command to the application. Returns false if no application is open.
    func perform(_ command: StorefrontCommand) -> Bool {
        guard let application = application.withLock({ $0 }) else { return false }
        application.perform(command)
        return true
    }
}
