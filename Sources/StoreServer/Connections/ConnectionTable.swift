internal import NIOCore
internal import Synchronization

/// All open connections, at most so many at once. One more pushes out the connection that has been silent for the longest
/// time, so that a crowd that says nothing neither grows the memory nor keeps others out.
final class ConnectionTable: Sendable {
    private struct Silent {
        var since: UInt64
        var channel: any Channel
    }

    private struct State {
        var count = 0
        /// Counts what happened, to tell what came first.
        var moment: UInt64 = 0
        /// The connections on which no request is being answered.
        var silent: [ObjectIdentifier: Silent] = [:]

        mutating func addSilent(_ channel: any Channel) {
            moment += 1
            silent[ObjectIdentifier(channel)] = Silent(since: moment, channel: channel)
        }
    }

    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) { self.capacity = capacity }

    /// How many connections are open.
    var count: Int { state.withLock { $0.count } }

    /// A connection came. Closes another one, or this one where all others are being answered, if it is one too many.
    func opened(_ channel: any Channel) {
        let victim = state.withLock { state -> (any Channel)? in
            state.count += 1
            state.addSilent(channel)
            guard state.count > capacity else { return nil }
            guard let oldest = state.silent.min(by: { $0.value.since < $1.value.since }) else { return nil }
            return state.silent.removeValue(forKey: oldest.key)?.channel
        }
        victim?.close(promise: nil)
    }

    /// A request came on a connection.
    func busy(_ channel: any Channel) {
        state.withLock { $0.silent[ObjectIdentifier(channel)] = nil }
    }

    /// The last request of a connection was answered.
    func silent(_ channel: any Channel) {
        state.withLock { $0.addSilent(channel) }
    }

    /// A connection is gone.
    func closed(_ channel: any Channel) {
        state.withLock { state in
            state.count -= 1
            state.silent[ObjectIdentifier(channel)] = nil
        }
    }
}
