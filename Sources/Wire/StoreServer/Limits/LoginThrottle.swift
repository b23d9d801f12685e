internal import HTTPTypes
internal import StoreModel
internal import StoreRules
internal import Synchronization

/// Slows down guesses at passwords, for `AccountRoutes`. After some failed attempts in a row the next one has
/// to wait, and each further wait is twice as long. Servers that share one store count together.
///
/// It counts failures in three ways: for each network at each account, for each network at all accounts, and
/// for each account. Guesses at one account from many networks delay sign-ins to it by seconds at most.
///
/// An attempt that is under way does not count as a failure. If it may be the last one that is allowed,
/// others wait for it.
///
/// Wrong passwords of others never keep an account from a network that has signed in to it before. After
/// failures at that account, the attempt itself takes some seconds.
///
/// A right password takes long to check, too, so an account signs in only so often. Wrong ones do not count
/// there, so that nobody locks the owner out.
final class LoginThrottle: Sendable {
    /// What is counted: failures in a row, with the limits for the pauses that follow, in seconds.
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
            // Many people may share a network. If there is a proxy, all of them come from this machine.
            self.network = Subject(
                number: SignInAttempts.number(of: [1] + prefix), freeFailures: 20,
                longestPause: prefix.isEmpty ? LoginThrottle.shortPause : 300)
            self.account = Subject(
                number: SignInAttempts.number(of: [2] + name), freeFailures: 100,
                longestPause: LoginThrottle.shortPause)
        }

        /// The limits for a network from which the owner may have signed in before.
        var knownGuess: Subject {
            Subject(
                number: guess.number, freeFailures: guess.freeFailures,
                longestPause: LoginThrottle.shortPause / 2)
        }

        var subjects: [Subject] { [guess, network, account] }
    }

    private typealias Records = [Int64: SignInAttempts]

    /// What the failures so far mean for the next attempt.
    private struct Outlook: Sendable {
        let isKnown: Bool
        /// In seconds.
        let pause: Int64
        /// The subjects that limit the attempt, and how many attempts each may have under way.
        let room: [Int64: Int]
    }

    private struct UnderWay {
        var counts: [Int64: Int] = [:]
        /// How many have ended.
        var ended = 0
        var waiting: [CheckedContinuation<Bool, any Error>] = []
        /// How many attempts are waiting out a pause, for each subject.
        var sitting: [Int64: Int] = [:]
    }

    /// The most subjects that are remembered. If there is one more, the older half is forgotten.
    static let mostRecords = 65_536
    /// After this many seconds without a failure, earlier failures no longer count.
    private static let memory: Int64 = 3600
    private static let shortPause: Int64 = 8
    /// How many attempts may wait for others to end.
    private static let mostWaiting = 256
    /// How many attempts may wait out one pause.
    private static let mostSitting = 16

    private let store: AppStore?
    private let time: TimeSource
    private let signIns: TokenBuckets<AccountName>?
    private let spared: ClientNetwork?
    /// Not used if other servers count too.
    private let records = Mutex(Records())
    private let underWay = Mutex(UnderWay())
    /// How many milliseconds the newest failure was ahead of this server's clock.
    private let lag = Mutex<Int64>(0)

    /// - Parameters:
    ///   - store: where attempts are remembered if several servers share one store.
    ///   - signIns: how often an account may sign in; nil for no limit.
    ///   - spared: a network without that limit.
    init(
        store: AppStore? = nil, time: TimeSource, signIns: TokenBuckets<AccountName>? = nil,
        sparing spared: ClientNetwork? = nil
    ) {
        self.store = store?.database.isShared == true ? store : nil
        self.time = time
        self.signIns = signIns
        self.spared = spared
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

    /// Does `work`, which checks a password and throws `AccountError`. Throws `HTTPFailure` (429) during a
    /// pause, or if the account has signed in too often; such an attempt does not count.
    func attempt<Value: Sendable>(
        account: AccountName, from network: ClientNetwork, _ work: () async throws -> Value
    ) async throws -> Value {
        let attempt = Attempt(account, from: network)
        let subjects = try await begin(attempt)
        // The result is recorded before the next attempt looks.
        defer { end(subjects) }
        let signIns = network == spared ? nil : self.signIns
        if let wait = signIns?.take(account, count: 0) {
            throw Self.tooMany(wait: Int64(wait.rounded(.up)))
        }
        do {
            let value = try await work()
            signIns?.spend(account)
            // The work is not undone if its success cannot be recorded.
            try? await succeeded(attempt)
            return value
        } catch let error as AccountError where error == .wrongPassword || error == .nameTaken {
            try await failed(attempt)
            throw error
        }
    }

    /// Waits until there is a place for the attempt, and takes it. Returns the subjects that it counts for.
    private func begin(_ attempt: Attempt) async throws -> [Int64] {
        while true {
            let ended = underWay.withLock { $0.ended }
            let outlook = try await change(attempt) { [self] in self.outlook(for: attempt, &$0) }
            if outlook.pause > 0 {
                guard outlook.isKnown, try await sitOut(outlook.pause, attempt.guess.number) else {
                    throw Self.tooMany(wait: outlook.pause)
                }
                continue
            }
            if try await takePlaces(outlook.room, ended: ended) { return Array(outlook.room.keys) }
        }
    }

    private func outlook(for attempt: Attempt, _ records: inout Records) -> Outlook {
        let now = date(of: attempt, &records)
        let isKnown = records[attempt.guess.number]?.isKnown == true
        let subjects = isKnown ? [attempt.knownGuess] : attempt.subjects
        let room = subjects.map { subject in
            let failures = Self.failures(of: subject, records, now)
            return (subject.number, max(1, subject.freeFailures + 1 - failures))
        }
        return Outlook(
            isKnown: isKnown, pause: subjects.map { Self.pause(of: $0, records, now) }.max() ?? 0,
            room: Dictionary(uniqueKeysWithValues: room))
    }

    /// Takes a place for each subject, and returns true. If a subject has no place left, it waits until
    /// another attempt has ended. It returns false if one has ended since `room` was read. Throws
    /// `AccountError.busy` if too many are waiting.
    private func takePlaces(_ room: [Int64: Int], ended: Int) async throws -> Bool {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Bool, any Error>) in
            let result = underWay.withLock { state -> Result<Bool, any Error>? in
                guard state.ended == ended else { return .success(false) }
                if room.allSatisfy({ state.counts[$0, default: 0] < $1 }) {
                    for subject in room.keys { state.counts[subject, default: 0] += 1 }
                    return .success(true)
                }
                guard state.waiting.count < Self.mostWaiting else { return .failure(AccountError.busy) }
                state.waiting.append(continuation)
                return nil
            }
            if let result { continuation.resume(with: result) }
        }
    }

    private func end(_ subjects: [Int64]) {
        let waiting = underWay.withLock { state in
            for subject in subjects {
                let count = (state.counts[subject] ?? 1) - 1
                state.counts[subject] = count == 0 ? nil : count
            }
            state.ended += 1
            return exchange(&state.waiting, with: [])
        }
        for one in waiting { one.resume(returning: false) }
    }

    /// Waits until a pause is over. Returns false at once if too many are waiting.
    private func sitOut(_ pause: Int64, _ subject: Int64) async throws -> Bool {
        let isPlace = underWay.withLock { state in
            guard state.sitting[subject, default: 0] < Self.mostSitting else { return false }
            state.sitting[subject, default: 0] += 1
            return true
        }
        guard isPlace else { return false }
        defer {
            underWay.withLock { state in
                let count = (state.sitting[subject] ?? 1) - 1
                state.sitting[subject] = count == 0 ? nil : count
            }
        }
        try await time.sleep(.seconds(pause))
        return true
    }

    private static func tooMany(wait: Int64) -> HTTPFailure {
        var error = StoreError.tooManyAttempts
        error.detail = .wait(seconds: Int(wait))
        return HTTPFailure(.tooManyRequests, error: error, retryAfter: wait)
    }

    private func failed(_ attempt: Attempt) async throws {
        try await change(attempt) { [self] records in
            let now = date(of: attempt, &records)
            // Failures from a network where the owner has signed in do not keep the owner's other
            // networks out.
            let isKnown = records[attempt.guess.number]?.isKnown == true
            for subject in isKnown ? [attempt.guess, attempt.network] : attempt.subjects {
                Self.count(subject, &records, now)
            }
        }
    }

    /// Records that the password was right. The network starts again at this account, but not at others.
    /// Otherwise the owner of one account could guess at the others for ever.
    private func succeeded(_ attempt: Attempt) async throws {
        var known = SignInAttempts(last: time.now())
        known.isKnown = true
        try await change(attempt) { [known] records in records[attempt.guess.number] = known }
    }

    /// The time by the fastest clock that earlier failures tell of. By its own clock, a server that is behind
    /// would add the difference to a pause, and one that is ahead would end the pause early. A failure may
    /// lie further ahead than failures are remembered, for example after a clock was put back. Even then
    /// nobody waits longer than the pause.
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

    private static func failures(of subject: Subject, _ records: Records, _ now: Timestamp) -> Int {
        guard let record = records[subject.number],
            now.milliseconds - record.last.milliseconds <= memory * 1000
        else {
            return 0
        }
        return record.failures
    }

    /// How many whole seconds a subject still has to wait.
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
