package import StoreModel
internal import Synchronization

/// Limits the log's lines that anybody can cause any number of times, because a log takes up space. The
/// server has such a limit for requests that are refused, one for requests that fail, one for those of
/// operators' programs, one for its errors, and one for the tokens that the App Store Server API refuses,
/// `AppStore` for unknown products, and `ContentAuthorizer` for receipts that cannot be verified.
package final class LineLimit: Sendable {
    private struct State {
        let began: Timestamp
        /// When the next period may begin. It is worked out once a period, because every request asks.
        let end: Timestamp
        var lines = 0
        var missing = 0

        init(began: Timestamp) {
            self.began = began
            end = began.advanced(by: LineLimit.period)
        }
    }

    private static let most = 100
    private static let period = Duration.seconds(10)

    private let time: TimeSource
    private let state: Mutex<State>

    package init(time: TimeSource) {
        self.time = time
        state = Mutex(State(began: time.now()))
    }

    /// Whether the next line is logged, and how many before it were not and have not been mentioned yet.
    package func next(isLimited: Bool = true) -> (isLogged: Bool, missing: Int) {
        let now = time.now()
        return state.withLock { state in
            var missing = 0
            if now >= state.end || now < state.began {
                missing = state.missing
                state = State(began: now)
            }
            guard isLimited else { return (true, missing) }
            guard state.lines < Self.most else {
                state.missing += 1
                return (false, missing)
            }
            state.lines += 1
            return (true, missing)
        }
    }

    /// The same log with a limit.
    package static func limited(
        _ log: @escaping @Sendable (String) -> Void, time: TimeSource = .system
    ) -> @Sendable (String) -> Void {
        let limit = LineLimit(time: time)
        return { line in
            let (isLogged, missing) = limit.next()
            if missing > 0 { log("\(missing) more lines of this kind were left out.") }
            if isLogged { log(line) }
        }
    }
}
