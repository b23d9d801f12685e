internal import DeviceStorage
internal import PaymentQueueKit
internal import StoreEvents
internal import StoreModel
internal import Synchronization

/// Restores purchases: `Application` begins it for the user, and `TransactionObserver` passes on
/// what the queue brings.
extension InAppPurchaseManager {
    /// Asks the store for what the account owns. `restoreProgressed` follows, and then `restoreFinished` or
    /// `restoreFailed`. While a restore is under way, another call joins it. One that is called before the
    /// start begins with it.
    package func restore() {
        let isNew = state.withLock { state in
            guard !state.isStopped, state.restore == nil else { return false }
            state.restore = RestoreTally()
            return true
        }
        guard isNew else { return }
        bus.publish(.restoreProgressed(restored: 0))
        queue.restoreCompletedTransactions()
    }

    /// Records transactions that a restore brought, unless they were recorded before, in one write, and
    /// finishes them: purchases, and the news that some were refunded.
    func restoreTransactions(_ transactions: [PaymentTransaction]) {
        let proved = transactions.filter {
            (try? store.verifier.proof(of: $0).payload.type.isRestorable) == true
        }
        do throws(ReplicaError) {
            try account.merge(proved, because: .purchase)
        } catch {
            let trouble = StorageError(wrapping: error, path: "the account")
            state.withLock { $0.restore?.trouble = .deviceTrouble(trouble) }
            return
        }
        // A transaction without a proof is finished, too: the store has it, and there is
        // nothing to keep here.
        for transaction in transactions { finish(transaction) }
        let tally = state.withLock { state in
            state.restore?.restored += proved.count { $0.revocationDate == nil }
            state.restore?.rejected += transactions.count - proved.count
            return state.restore
        }
        if let tally { bus.publish(.restoreProgressed(restored: tally.restored)) }
    }

    /// Publishes how a restore ended: with `failure` if it was not completed.
    func restoreEnded(_ failure: StoreError? = nil) {
        let tally = state.withLock { state in
            defer { state.restore = nil }
            return state.restore
        }
        guard let tally else { return }
        if let error = tally.trouble ?? failure {
            bus.publish(.restoreFailed(error, restored: tally.restored))
        } else {
            bus.publish(.restoreFinished(restored: tally.restored, rejected: tally.rejected))
        }
    }
}

/// The result of a restore so far.
struct RestoreTally {
    var restored = 0
    /// Transactions without a valid proof.
    var rejected = 0
    /// Why what came could not be recorded; nil if it was.
    var trouble: StoreError?
}
