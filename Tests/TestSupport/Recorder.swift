internal import Synchronization

/// Keeps the calls that an observer gets, for a test to wait for.
package final class Recorder<Call: Sendable>: Sendable {
    private let state = Mutex<(calls: [Call], waiters: [AsyncStream<Void>.Continuation])>(([], []))

    package init() {}

    package var calls: [Call] { state.withLock { $0.calls } }

    package func note(_ calls: [Call]) {
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            state.calls += calls
            return state.waiters
        }
        for waiter in waiters { waiter.finish() }
    }

    /// Waits for a call from which `choose` makes something, after the first `skipping` calls. Throws when
    /// the test's time is up.
    package func first<Choice>(skipping: Int = 0, _ choose: (Call) -> Choice?) async throws -> Choice {
        while true {
            let seen = calls
            if let choice = seen.dropFirst(skipping).lazy.compactMap(choose).first { return choice }
            try await waitForMore(than: seen.count)
        }
    }

    /// Returns when there are not just so many calls any more. Throws when the test's time is up.
    package func waitForMore(than count: Int) async throws {
        let (news, waiter) = AsyncStream.makeStream(of: Void.self)
        state.withLock { state in
            if state.calls.count == count { state.waiters.append(waiter) } else { waiter.finish() }
        }
        for await _ in news {}
        try Task.checkCancellation()
    }

    /// Forgets all calls so far.
    package func forget() { state.withLock { $0.calls = [] } }
}
