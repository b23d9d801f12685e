/// The token of one observer of a `NotificationCentre`. The observation ends when the token is cancelled or
/// released, on any thread.
package final class Observation: Sendable {
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) { self.end = end }

    /// Ends the observation and releases its closure. It may be called again. No call begins after this
    /// returns. A call that another thread has begun may still be running: `cancel` does not wait for it, so
    /// that a callback can cancel.
    package func cancel() { end() }

    deinit { end() }
}
