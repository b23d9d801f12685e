internal import HTTPTypes
internal import StoreEngine
internal import StoreModel
internal import Synchronization

/// Slows down guesses at passwords, for `AccountRoutes`. After some failed attempts in a row the next one has to wait,
/// and each further wait is twice as long. Servers that share one store count together.
///
/// It counts failures for each network at each account, for each network at all accounts, and for each account. Guesses
/// at one account from many networks delay sign-ins to it by seconds at most. They do not delay a network that has
/// signed in to it before, so they do not lock the owner out.
final class LoginThrottle: Sendable {
    /// What is counted: failures in a row, and the pauses in seconds that follow.
    private struct Subject: Sendable {
        let number: Int64
        /// Failures before the first pause.
        let freeFailures: Int
        let longestPause: Int64
    }

    private struct Attempt: Sendable {
        let guess, network, account: Subject

        init(_ account: AccountName, from network: ClientNetwork) {
            let (name, prefix) = (Array(account.rawValue.utf8), network.prefix)
            guess = Subject(
                number: SignInAttempts.number(of: [0, UInt8(prefix.count)] + prefix + name), freeFailures: 3,
                longestPause: 300)
            // Many people may share a network.
            self.network = Subject(
                number: SignInAttempts.number(of: [1] + prefix), freeFailures: 20, longestPause: 300)
            self.account = Subject(number: SignInAttempts.number(of: [2] + name), freeFailures: 100, longestPause: 8)
        }

        var subjects: [Subject] { [guess, network, account] }
    }

    private typealias Records = [Int64: SignInAttempts]

    /// The most subjects that are remembered. With one more, the older half is forgotten.
    static let mostRecords = 65_536
    /// After so many seconds without a failure it is as if there had been none.
    private static let memory: Int64 = 3600

    private let store: AppStore?
    private let time: TimeSource
    /// Not used where other servers count, too.
    private let records = Mutex(Records())
    /// By how many milliseconds a failure was ahead of this server's clock.
    private let lag = Mutex<Int64>(0)

    /// - Parameter store: where attempts are remembered, if several servers are one store.
    init(store: AppStore? = nil, time: TimeSource) {
        self.store = store?.isShared == true ? store : nil
        self.time = time
    }

    var recordCount: Int { records.withLock { $0.count } }

    private func change<Value: Sendable>(
        _ attempt: Attempt, _ body: @escaping @Sendable (inout Records) -> Value
    ) async throws -> Value {
        if let store { return try await store.changeSignInAttempts(of: attempt.subjects.map(\.number), body) }
        return records.withLock { records in
            defer { Self.forgetOldest(&records) }
            return body(&records)
        }
    }

    /// Counts an attempt as failed before its password is checked, so that many at once count, too. `succeeded` takes
    /// it back. Throws `HTTPFailure` (429) while there is a pause; that attempt does not count.
    func begin(account: AccountName, from network: ClientNetwork) async throws {
        let attempt = Attempt(account, from: network)
        let wait = try await change(attempt) { [self] records in
            let now = date(of: attempt, &records)
            let isKnown = records[attempt.guess.number]?.isKnown == true
            let subjects = isKnown ? [attempt.guess, attempt.network] : attempt.subjects
            let wait = subjects.map { Self.pause(of: $0, records, now) }.max() ?? 0
            if wait == 0 { for subject in subjects { Self.count(subject, &records, now) } }
            return wait
        }
        guard wait > 0 else { return }
        var error = StoreError.tooManyAttempts
        error.message = "Too many failed attempts; try again in \(wait) s."
        throw HTTPFailure(.tooManyRequests, error: error, retryAfter: wait)
    }

    /// The password was right. The network starts again at this account. Otherwise only this attempt is taken back: or the owner of
    /// one account could guess at others for ever.
    func succeeded(account: AccountName, from network: ClientNetwork) async throws {
        let attempt = Attempt(account, from: network)
        var known = SignInAttempts(last: time.now())
        known.isKnown = true
        try await change(attempt) { [known] records in
            let isNew = records.updateValue(known, forKey: attempt.guess.number)?.isKnown != true
            if isNew { records[attempt.account.number]?.failures -= 1 }
            records[attempt.network.number]?.failures -= 1
        }
    }

    /// The password was not checked: the attempt does not count.
    func unanswered(account: AccountName, from network: ClientNetwork) async throws {
        let attempt = Attempt(account, from: network)
        try await change(attempt) { records in
            for subject in attempt.subjects where records[subject.number]?.failures ?? 0 > 0 {
                records[subject.number]?.failures -= 1
            }
        }
    }

    /// The time by the clock that is ahead of all others, as far as earlier failures tell: by its own, a server that is behind would
    /// add the difference to a pause, and one that is ahead would end the pause early. Nor do failures that are further ahead
    /// than they are remembered, as where a clock was put back, make anyone wait for longer than the pause.
    private func date(of attempt: Attempt, _ records: inout Records) -> Timestamp {
        let own = time.now()
        let newest = attempt.subjects.compactMap { records[$0.number]?.last }.max() ?? own
        let now = lag.withLock { lag in
            lag = min(max(lag, newest.milliseconds - own.milliseconds), Self.memory * 1000)
            return own.advanced(by: .milliseconds(lag))
        }
        for subject in attempt.subjects where records[subject.number].map({ $0.last > now }) ?? false {
            records[subject.number]?.last = now
        }
        return now
    }

    /// For how many whole seconds a subject still has to wait.
    private static func pause(of subject: Subject, _ records: Records, _ now: Timestamp) -> Int64 {
        guard let record = records[subject.number], record.failures > subject.freeFailures else { return 0 }
        let doublings = min(record.failures - subject.freeFailures - 1, 20)
        let length = min(subject.longestPause, 1 << Int64(doublings)) * 1000
        let left = record.last.milliseconds + length - now.milliseconds
        return max(0, (left + 999) / 1000)
    }

    private static func count(_ subject: Subject, _ records: inout Records, _ now: Timestamp) {
        var record = records[subject.number] ?? SignInAttempts(last: now)
        if now.milliseconds - record.last.milliseconds > memory * 1000 { record.failures = 0 }
        record.failures += 1
        record.last = now
        records[subject.number] = record
    }

    private static func forgetOldest(_ records: inout Records) {
        guard records.count > mostRecords else { return }
        let dates = records.values.map(\.last).sorted()
        let middle = dates[dates.count / 2]
        records = records.filter { $0.value.last > middle }
    }
}
