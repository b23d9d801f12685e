internal import HTTPTypes
internal import StoreEngine
internal import StoreModel
internal import Synchronization

/// Slows down guesses at passwords: after some failed attempts in a row the next one has to wait, each time twice as long.
///
/// Attempts are counted for each network at each account, for each network at all accounts, and for each account. Guesses at an
/// account from many networks delay the account as a whole, but only for seconds, and not for a network that has signed in to it:
/// the owner is not locked out.
final class LoginThrottle: Sendable {
    private enum Subject: Hashable {
        case guess(AccountName, from: ClientNetwork)
        case network(ClientNetwork)
        case account(AccountName)

        /// Failures before the first pause. Many people may share a network.
        var freeFailures: Int {
            switch self {
            case .guess: 3
            case .network: 20
            case .account: 100
            }
        }

        var longestPause: Int64 {
            switch self {
            case .guess, .network: 300
            case .account: 8
            }
        }
    }

    private struct Record {
        var failures = 0
        var last: Timestamp
        var isKnown = false
    }

    private struct State {
        /// By a hash of the subject, so that a record has the same size whatever the name is.
        var records: [Int: Record] = [:]
    }

    /// The most subjects that are remembered. With one more, the older half is forgotten.
    static let mostRecords = 65_536
    /// After so many seconds without a failure it is as if there had been none.
    private static let memory: Int64 = 3600

    private let time: TimeSource
    private let state = Mutex(State())

    init(time: TimeSource) { self.time = time }

    var recordCount: Int { state.withLock { $0.records.count } }

    /// Counts an attempt as failed before its password is checked, so that many at once count, too. `succeeded` takes it back.
    ///
    /// - Throws: `HTTPFailure` (429) while there is a pause; that attempt does not count.
    func begin(account: AccountName, from network: ClientNetwork) throws(HTTPFailure) {
        let now = time.now()
        let wait = state.withLock { state in
            let guess = Subject.guess(account, from: network)
            let isKnown = state.records[guess.hashValue]?.isKnown == true
            let subjects = [guess, .network(network)] + (isKnown ? [] : [.account(account)])
            let wait = subjects.map { pause(of: $0, state, now) }.max() ?? 0
            if wait == 0 { for subject in subjects { count(subject, &state, now) } }
            return wait
        }
        guard wait > 0 else { return }
        var error = StoreError.tooManyAttempts
        error.message = "Too many failed attempts; try again in \(wait) s."
        throw HTTPFailure(.tooManyRequests, error: error, retryAfter: wait)
    }

    /// The password was right. The network starts again at this account. Otherwise only this attempt is taken back: or the owner of
    /// one account could guess at others for ever.
    func succeeded(account: AccountName, from network: ClientNetwork) {
        let now = time.now()
        state.withLock { state in
            let guess = Subject.guess(account, from: network).hashValue
            if state.records.updateValue(Record(last: now, isKnown: true), forKey: guess)?.isKnown != true {
                state.records[Subject.account(account).hashValue]?.failures -= 1
            }
            state.records[Subject.network(network).hashValue]?.failures -= 1
        }
    }

    /// The password was not checked: the attempt does not count.
    func unanswered(account: AccountName, from network: ClientNetwork) {
        state.withLock { state in
            for subject in [Subject.guess(account, from: network), .network(network), .account(account)] {
                guard let failures = state.records[subject.hashValue]?.failures, failures > 0 else { continue }
                state.records[subject.hashValue]?.failures = failures - 1
            }
        }
    }

    /// For how many whole seconds a subject still has to wait.
    private func pause(of subject: Subject, _ state: State, _ now: Timestamp) -> Int64 {
        guard let record = state.records[subject.hashValue], record.failures > subject.freeFailures else { return 0 }
        let doublings = min(record.failures - subject.freeFailures - 1, 20)
        let length = min(subject.longestPause, 1 << Int64(doublings)) * 1000
        // A clock that was put back makes no wait longer than the pause.
        let left = min(length, record.last.milliseconds + length - now.milliseconds)
        return max(0, (left + 999) / 1000)
    }

    private func count(_ subject: Subject, _ state: inout State, _ now: Timestamp) {
        var record = state.records[subject.hashValue] ?? Record(last: now)
        if now.milliseconds - record.last.milliseconds > Self.memory * 1000 { record.failures = 0 }
        record.failures += 1
        record.last = now
        state.records[subject.hashValue] = record
        guard state.records.count > Self.mostRecords else { return }
        let dates = state.records.values.map(\.last).sorted()
        let middle = dates[dates.count / 2]
        state.records = state.records.filter { $0.value.last > middle }
    }
}
