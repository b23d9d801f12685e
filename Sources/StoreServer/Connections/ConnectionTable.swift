internal import NIOCore
internal import Synchronization

/// All open connections, at most so many at once. One more pushes out the connection that has been silent for the longest
/// time, so that a crowd that says nothing neither grows the memory nor keeps others out.
final class ConnectionTable: Sendable {
    private struct State {
        var count = 0
        /// Counts what happened, to tell what came first.
        var moment: UInt64 = 0
        /// The connections on which no request is being answered, and since when.
        var silent: [ObjectIdentifier: (since: UInt64, channel: any Channel)] = [:]
        /// All that became silent, in order; what has not been silent since then is passed over.
        var order: [(since: UInt64, id: ObjectIdentifier)] = []

        mutating func addSilent(_ channel: any Channel) {
            moment += 1
            let id = ObjectIdentifier(channel)
            silent[id] = (moment, channel)
            order.append((moment, id))
            // Now and then, so that it costs nothing each time.
            if order.count > 2 * silent.count + 1024 { order.removeAll { silent[$0.id]?.since != $0.since } }
        }

        mutating func takeOldestSilent() -> (any Channel)? {
            guard let index = order.firstIndex(where: { silent[$0.id]?.since == $0.since }) else { return nil }
            let id = order[index].id
            order.removeFirst(index + 1)
            return silent.removeValue(forKey: id)?.channel
        }
    }

    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) { self.capacity = capacity }

    /// How many connections are open.
    var count: Int { state.withLock { $0.count } }

    /// On how many of them a request is being answered.
    var answering: Int { state.withLock { $0.count - $0.silent.count } }

    /// A connection came. Closes another one, or this one where all others are being answered, if it is one too many.
    func opened(_ channel: any Channel) {
        let victim = state.withLock { state -> (any Channel)? in
            state.count += 1
            state.addSilent(channel)
            return state.count > capacity ? state.takeOldestSilent() : nil
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
