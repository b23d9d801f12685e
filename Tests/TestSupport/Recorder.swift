internal import Synchronization

/// Keeps the calls that an observer gets, for a test to wait for.
package final class Recorder<Call: Sendable>: Sendable {
    private let state = Mutex<(calls: [Call], waiters: [CheckedContinuation<Void, Never>])>(([], []))

    package init() {}

    package var calls: [Call] { state.withLock { $0.calls } }

    package func note(_ calls: [Call]) {
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            state.calls += calls
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits for a call, of those after the first `skipping`, from which `choose` makes something.
    package func first<Choice>(skipping: Int = 0, _ choose: (Call) -> Choice?) async -> Choice {
        while true {
            let seen = calls
            if let choice = seen.dropFirst(skipping).lazy.compactMap(choose).first { return choice }
            await withCheckedContinuation { continuation in
                let hasMore = state.withLock { state in
                    if state.calls.count == seen.count { state.waiters.append(continuation) }
                    return state.calls.count > seen.count
                }
                if hasMore { continuation.resume() }
            }
        }
    }
}
