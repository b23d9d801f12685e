internal import StoreModel
internal import Synchronization

/// How often something may be done: so many times a second in the long run, and `burst` times at once.
package struct Rate: Hashable, Sendable {
    /// Times a second.
    package var perSecond: Double
    /// How often at once after a while of nothing; at least 1.
    package var burst: Double

    /// A rate that allows two seconds' worth at once.
    package init(perSecond: Double) {
        self.perSecond = perSecond
        burst = max(1, perSecond * 2)
    }
}

/// A bucket of tokens for each key; each request takes one, and time puts them back.
final class TokenBuckets<Key: Hashable & Sendable>: Sendable {
    private struct Bucket {
        var tokens: Double
        var filled: Timestamp
    }

    private struct State {
        var buckets: [Key: Bucket] = [:]
        /// How many buckets there may be before those that are full again are let go.
        var roomFor = 4096
    }

    private let rate: Rate
    private let time: TimeSource
    private let state = Mutex(State())

    init(rate: Rate, time: TimeSource) {
        self.rate = rate
        self.time = time
    }

    /// How many keys are remembered.
    var count: Int { state.withLock { $0.buckets.count } }

    /// Takes a token.
    ///
    /// - Returns: nil, or for how many seconds there will be none.
    func take(_ key: Key) -> Double? {
        let now = time.now()
        return state.withLock { state in
            var bucket = state.buckets[key] ?? Bucket(tokens: rate.burst, filled: now)
            bucket.tokens = tokens(in: bucket, at: now)
            bucket.filled = now
            let isAllowed = bucket.tokens >= 1
            if isAllowed { bucket.tokens -= 1 }
            if state.buckets.updateValue(bucket, forKey: key) == nil { forgetFullOnes(&state, now) }
            return isAllowed ? nil : (1 - bucket.tokens) / rate.perSecond
        }
    }

    /// What a bucket holds by now. The clock is people's and may have been put back.
    private func tokens(in bucket: Bucket, at now: Timestamp) -> Double {
        let seconds = Double(max(0, now.milliseconds - bucket.filled.milliseconds)) / 1000
        return min(rate.burst, bucket.tokens + seconds * rate.perSecond)
    }

    private func forgetFullOnes(_ state: inout State, _ now: Timestamp) {
        guard state.buckets.count > state.roomFor else { return }
        state.buckets = state.buckets.filter { tokens(in: $0.value, at: now) < rate.burst }
        // Where most are in use, the next look comes after as many more, so that looking costs little.
        state.roomFor = max(4096, state.buckets.count * 2)
    }
}
