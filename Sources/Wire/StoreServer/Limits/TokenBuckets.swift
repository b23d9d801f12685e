internal import Hummingbird
internal import StoreModel
internal import Synchronization

/// A limit of requests, as in `ServerOptions`: so many per second in the long run, and `burst` at once.
/// `TokenBuckets` keeps it for each client, and the middleware `RateLimit` refuses the rest.
package struct Rate: Hashable, Sendable {
    package var perSecond: Double
    /// How many requests are allowed at once after a pause; at least 1.
    package var burst: Double

    /// A rate that allows two seconds' worth at once.
    package init(perSecond: Double) {
        self.perSecond = perSecond
        burst = max(1, perSecond * 2)
    }

    /// A rate that allows a whole day's worth at once, or as many as `atOnce` says.
    package init(perDay: Int, atOnce: Int? = nil) {
        perSecond = Double(perDay) / 86_400
        burst = max(1, Double(atOnce ?? perDay))
    }

    func times(_ factor: Double) -> Rate {
        var rate = self
        rate.perSecond *= factor
        rate.burst *= factor
        return rate
    }
}

/// A bucket of tokens for each key. Each request takes one or more, and they come back with time. All limits
/// of requests use it.
final class TokenBuckets<Key: Hashable & Sendable>: Sendable {
    private struct Bucket {
        var tokens: Double
        var filled: Timestamp
    }

    private struct State {
        var buckets: [Key: Bucket] = [:]
        /// The number of buckets above which the full ones are removed.
        var roomFor = 4096
    }

    /// In seconds: a year. A rate may be so low that another token never comes.
    private static var longestWait: Double { 31_536_000 }

    private let whole: Rate
    private let spared: Key?
    private let servers: @Sendable () -> Int
    private let time: TimeSource
    private let state = Mutex(State())

    /// - Parameters:
    ///   - rate: the limit, of all servers together.
    ///   - servers: how many servers there are now. Each gets an equal part of the limit, so that no server
    ///     has to ask the others.
    ///   - spared: a key without a limit.
    init(
        rate: Rate, time: TimeSource, servers: @escaping @Sendable () -> Int = { 1 },
        sparing spared: Key? = nil
    ) {
        whole = rate
        self.spared = spared
        self.servers = servers
        self.time = time
    }

    private var rate: Rate {
        let count = Double(servers())
        var rate = Rate(perSecond: whole.perSecond / count)
        rate.burst = max(1, whole.burst / count)
        return rate
    }

    var count: Int { state.withLock { $0.buckets.count } }

    /// Takes a token, or several, or none and only looks. One is enough: those that are not there are missing
    /// from the next ones, so that nothing is too much for a small bucket. Returns nil if there is one.
    /// Otherwise returns the seconds until there is one, a year at most.
    func take(_ key: Key, count: Int = 1) -> Double? {
        guard key != spared else { return nil }
        let (now, rate) = (time.now(), rate)
        return state.withLock { state in
            var bucket = state.buckets[key] ?? Bucket(tokens: rate.burst, filled: now)
            bucket.tokens = Self.tokens(in: bucket, at: now, rate)
            bucket.filled = now
            let isAllowed = bucket.tokens >= 1
            if isAllowed { bucket.tokens -= Double(count) }
            if state.buckets.updateValue(bucket, forKey: key) == nil {
                Self.forgetFullOnes(&state, now, rate)
            }
            return isAllowed ? nil : min(Self.longestWait, (1 - bucket.tokens) / rate.perSecond)
        }
    }

    /// Gives back tokens that were taken for something that did not happen.
    func giveBack(_ key: Key, count: Int = 1) {
        state.withLock { state -> Void in state.buckets[key]?.tokens += Double(count) }
    }

    /// Takes a token for something that has happened since `take` looked, even if the bucket is empty by now.
    func spend(_ key: Key) { giveBack(key, count: -1) }

    /// The tokens in a bucket now. The clock may have been put back.
    private static func tokens(in bucket: Bucket, at now: Timestamp, _ rate: Rate) -> Double {
        let seconds = Double(max(0, now.milliseconds - bucket.filled.milliseconds)) / 1000
        return min(rate.burst, bucket.tokens + seconds * rate.perSecond)
    }

    private static func forgetFullOnes(_ state: inout State, _ now: Timestamp, _ rate: Rate) {
        guard state.buckets.count > state.roomFor else { return }
        state.buckets = state.buckets.filter { tokens(in: $0.value, at: now, rate) < rate.burst }
        // If most are in use, the next search comes only after that many more, so that searching
        // costs little.
        state.roomFor = max(4096, state.buckets.count * 2)
    }
}

extension ListeningOptions {
    /// The buckets of networks; nil if they have no limit.
    func buckets(
        time: TimeSource, servers: @escaping @Sendable () -> Int
    ) -> TokenBuckets<ClientNetwork>? {
        addressRate.map {
            TokenBuckets(rate: $0, time: time, servers: servers, sparing: spared)
        }
    }
}

/// Refuses requests from a network that sends too many.
struct RateLimit: RouterMiddleware {
    let buckets: TokenBuckets<ClientNetwork>
    let time: TimeSource

    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        do throws(HTTPFailure) { try buckets.allow(context.network) } catch {
            // A developer's server expects Apple's form.
            if let seconds = error.retryAfter,
                let refusal = AppleServing.refusal(of: request.uri.path, for: seconds, at: time.now())
            {
                return refusal
            }
            throw error
        }
        return try await next(request, context)
    }
}

extension TokenBuckets {
    /// Takes a token, or several. Throws `HTTPFailure` (429) with an error if there is none.
    func allow(
        _ key: Key, count: Int = 1, orThrow error: StoreError = .tooManyRequests
    ) throws(HTTPFailure) {
        guard let seconds = take(key, count: count) else { return }
        throw HTTPFailure(.tooManyRequests, error: error, retryAfter: Int64(seconds.rounded(.up)))
    }
}
