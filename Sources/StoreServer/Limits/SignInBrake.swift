internal import HTTPTypes
internal import StoreModel
internal import Synchronization

/// Slows down those who guess passwords: after some failed attempts in a row the account, and the address that they came
/// from, has to wait before the next one, each time twice as long.
final class SignInBrake: Sendable {
    private enum Subject: Hashable {
        case account(String)
        case address(String)

        /// Failures before the first pause. Many people may share an address.
        var freeFailures: Int {
            switch self {
            case .account: 3
            case .address: 20
            }
        }
    }

    private struct Record {
        var failures: Int
        var last: Timestamp
    }

    private struct State {
        var records: [Subject: Record] = [:]
        var roomFor = 4096
    }

    /// The longest pause, in seconds.
    private static let longestPause: Int64 = 300
    /// After so many seconds without a failure it is as if there had been none.
    private static let memory: Int64 = 3600

    private let time: TimeSource
    private let state = Mutex(State())

    init(time: TimeSource) { self.time = time }

    /// Counts an attempt as failed before its password is looked at, so that many at once count, too. `succeeded` takes it
    /// back.
    ///
    /// - Throws: `Refusal` (429) while there is a pause; that attempt does not count.
    func begin(account: String, address: String) throws(Refusal) {
        let now = time.now()
        let wait = state.withLock { state in
            let subjects = [Subject.account(account), .address(address)]
            let wait = subjects.map { pause(of: $0, state, now) }.max() ?? 0
            if wait == 0 { for subject in subjects { count(subject, &state, now) } }
            return wait
        }
        guard wait > 0 else { return }
        var error = StoreError.tooManyAttempts
        error.message = "Too many failed attempts; try again in \(wait) s."
        throw Refusal(.tooManyRequests, error: error, retryAfter: wait)
    }

    /// The password was right: the account starts anew. The address only gets this attempt back, or somebody with an account
    /// could guess at others' for ever.
    func succeeded(account: String, address: String) {
        state.withLock { state in
            state.records[.account(account)] = nil
            state.records[.address(address)]?.failures -= 1
        }
    }

    /// For how many whole seconds a subject still has to wait.
    private func pause(of subject: Subject, _ state: State, _ now: Timestamp) -> Int64 {
        guard let record = state.records[subject], record.failures > subject.freeFailures else { return 0 }
        let doublings = min(record.failures - subject.freeFailures - 1, 20)
        let length = min(Self.longestPause, 1 << Int64(doublings)) * 1000
        // A clock that was put back makes nobody wait for longer than the pause.
        let left = min(length, record.last.milliseconds + length - now.milliseconds)
        return max(0, (left + 999) / 1000)
    }

    private func count(_ subject: Subject, _ state: inout State, _ now: Timestamp) {
        var record = state.records[subject] ?? Record(failures: 0, last: now)
        if isForgotten(record, now) { record.failures = 0 }
        record.failures += 1
        record.last = now
        guard state.records.updateValue(record, forKey: subject) == nil, state.records.count > state.roomFor else {
            return
        }
        state.records = state.records.filter { !isForgotten($0.value, now) }
        state.roomFor = max(4096, state.records.count * 2)
    }

    private func isForgotten(_ record: Record, _ now: Timestamp) -> Bool {
        record.failures <= 0 || now.milliseconds - record.last.milliseconds > Self.memory * 1000
    }
}
