internal import DeviceStorage
internal import PaymentQueueKit
internal import StoreEvents
package import StoreModel
internal import Synchronization

/// Restores purchases: `Application` begins it for the user, and
/// `TransactionObserver` passes on what the queue brings.
extension InAppPurchaseManager {
    /// Asks the store for what the account owns. `restoreProgressed` follows, and then `restoreFinished` or
    /// `restoreFailed`. While a restore is under way, another one is the same.
    package func restore() {
        let isNew = state.withLock { state in
            guard state.observer != nil, state.restore == nil else { return false }
            state.restore = RestoreTally()
            return true
        }
        guard isNew else { return }
        bus.publish(.restoreProgressed(restored: 0))
        queue.restoreCompletedTransactions()
    }

    /// Records a transaction that a restore brought, unless it was recorded before, and finishes it.
    package func restoreTransaction(_ transaction: PaymentTransaction) { restoreTransactions([transaction]) }

    /// Records transactions that a restore brought, in one write, and finishes them: purchases, and
    /// the news that some were refunded.
    func restoreTransactions(_ transactions: [PaymentTransaction]) {
        let proved = transactions.filter {
            (try? store.verifier.proof(of: $0).payload.type.isRestorable) == true
        }
        do throws(ReplicaError) {
            try account.merge(proved, because: .purchase)
        } catch {
            var trouble = StorageError(wrapping: error, path: "the account")
            if case .storage(let error) = error { trouble = error }
            state.withLock { [trouble] in $0.restore?.trouble = .deviceTrouble(trouble) }
            return
        }
        // One without a proof is finished, too: the store has it, and there is nothing to keep here.
        for transaction in transactions { finish(transaction) }
        let tally = state.withLock { state in
            state.restore?.restored += proved.count { $0.revocationDate == nil }
            state.restore?.rejected += transactions.count - proved.count
            return state.restore
        }
        if let tally { bus.publish(.restoreProgressed(restored: tally.restored)) }
    }

    /// Says how a restore ended: with `failure` where it did not come to its end.
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

/// What a restore has come to so far.
struct RestoreTally {
    var restored = 0
    /// Transactions without a proof that counts here.
    var rejected = 0
    /// Why what came could not be recorded, if it could not.
    var trouble: StoreError?
}
