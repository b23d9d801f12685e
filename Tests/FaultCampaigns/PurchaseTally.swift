internal import StoreModel
internal import Synchronization

/// The counts of all who buy in `FleetCampaign` or `LoadCampaign`.
final class PurchaseTally: Sendable {
    struct Counts: Sendable {
        /// Purchases that were acknowledged: they were answered, and a device with a queue has merged and
        /// finished them.
        var acknowledged = 0
        /// The longest time between two of them.
        var longestGap = Duration.zero
        var last: ContinuousClock.Instant?
        /// Payments that did not reach a server.
        var unsent = 0
        /// Payments that were sent, but whose connection ended without an answer: they may have been charged.
        var unanswered = 0
        /// Payments that a server answered with an error.
        var refused = 0
        /// A sentence for each event that must not happen.
        var complaints: [String] = []
    }

    private let state = Mutex(Counts())

    var counts: Counts { state.withLock { $0 } }

    func acknowledged() {
        state.withLock { counts in
            counts.acknowledged += 1
            let now = ContinuousClock.now
            counts.longestGap = max(counts.longestGap, now - (counts.last ?? now))
            counts.last = now
        }
    }

    func failed(_ error: StoreError) {
        state.withLock { counts in
            if error == .networkDown {
                counts.unsent += 1
            } else if error.isNetworkFailure {
                counts.unanswered += 1
            } else {
                counts.refused += 1
            }
        }
    }

    func complain(_ sentence: String) { state.withLock { $0.complaints.append(sentence) } }
}
