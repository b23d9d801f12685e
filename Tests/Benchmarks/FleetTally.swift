internal import StoreModel
internal import Synchronization

/// What the devices of a fleet count together.
final class FleetTally: Sendable {
    struct Counts: Sendable {
        /// Transactions that were credited and finished.
        var delivered = 0
        /// Payments that were sent, and whose answer did not come: they may be charged.
        var lostAnswers = 0
        /// Payments that did not reach the server.
        var unsent = 0
        /// What should not happen at all, a sentence each.
        var complaints: [String] = []
    }

    private let state = Mutex(Counts())

    var counts: Counts { state.withLock { $0 } }

    func delivered() { state.withLock { $0.delivered += 1 } }

    func complain(_ sentence: String) { state.withLock { $0.complaints.append(sentence) } }

    func noAnswer(because error: StoreError) {
        state.withLock { counts in
            if error == .networkDown { counts.unsent += 1 } else { counts.lostAnswers += 1 }
        }
    }
}
