internal import StoreModel
internal import Synchronization

/// Limits the streams of updates of each account. One more ends the oldest.
final class StreamShare: Sendable {
    /// Streams of one account at once: each of its devices has one, and a program that has crashed leaves one for a while.
    static let mostPerAccount = 32

    private struct Stream {
        let id: UInt64
        let end: @Sendable () -> Void
    }

    private struct State {
        var last: UInt64 = 0
        var streams: [AccountIdentifier: [Stream]] = [:]
    }

    private let state = Mutex(State())

    /// A stream of an account begins; `end` ends it, where the account begins too many. Returns its number, for
    /// `leave`.
    func join(_ account: AccountIdentifier, end: @escaping @Sendable () -> Void) -> UInt64 {
        let (id, oldest) = state.withLock { state -> (UInt64, Stream?) in
            state.last += 1
            state.streams[account, default: []].append(Stream(id: state.last, end: end))
            let isFull = (state.streams[account]?.count ?? 0) > Self.mostPerAccount
            return (state.last, isFull ? state.streams[account]?.removeFirst() : nil)
        }
        oldest?.end()
        return id
    }

    func leave(_ account: AccountIdentifier, _ id: UInt64) {
        state.withLock { state in
            state.streams[account]?.removeAll { $0.id == id }
            if state.streams[account]?.isEmpty == true { state.streams[account] = nil }
        }
    }
}
