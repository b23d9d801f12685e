import PaymentQueueKit
import StoreModel
import Synchronization

/// Counts pieces, and keeps a note of each transaction that is in the count. In your shop both are in a
/// database, and each call of `withLock` is one transaction of it.
final class LedgerShop: PaymentTransactionObserver {
    private let verifier: TransactionVerifier
    private let ledger = Mutex<(pieces: Int, notes: Set<TransactionIdentifier>)>((0, []))

    init(verifier: TransactionVerifier) { self.verifier = verifier }

    var pieces: Int { ledger.withLock { $0.pieces } }

    func paymentQueue(_ queue: PaymentQueue, updatedTransactions transactions: [PaymentTransaction]) {
        for transaction in transactions where transaction.state.canFinish {
            // This ledger is on this device alone. The device that paid delivers it, and finishes it.
            if transaction.isFromElsewhere { continue }
            if transaction.state == .purchased || transaction.state == .restored {
                guard verifier.verifies(transaction), let number = transaction.transactionIdentifier
                else { continue }
                ledger.withLock { ledger in
                    guard ledger.notes.insert(number).inserted else { return }  // It is in the count.
                    ledger.pieces += transaction.payment.quantity
                }
            }
            try? queue.finishTransaction(transaction)
        }
    }

    func paymentQueue(_ queue: PaymentQueue, revokedTransactions transactions: [PaymentTransaction]) {
        for transaction in transactions {
            guard verifier.verifies(transaction), let number = transaction.transactionIdentifier
            else { continue }
            ledger.withLock { ledger in
                guard ledger.notes.remove(number) != nil else { return }  // It is not in the count.
                ledger.pieces -= transaction.payment.quantity
            }
            // The device that paid has to take it back, too, and finishes it.
            if transaction.isFromElsewhere { continue }
            try? queue.finishTransaction(transaction)
        }
    }
}
