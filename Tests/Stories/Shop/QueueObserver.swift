import PaymentQueueKit
import StoreModel
import TestSupport

/// Keeps what a payment queue tells its observers.
final class QueueObserver: PaymentTransactionObserver {
    enum Call: Hashable, Sendable {
        case updated(PaymentTransaction)
        case restoreFinished
        case restoreFailed(StoreError)
    }

    private let recorder = Recorder<Call>()

    var calls: [Call] { recorder.calls }

    /// Waits for a call.
    func heard(_ isWanted: (Call) -> Bool) async throws {
        _ = try await recorder.first { isWanted($0) ? $0 : nil }
    }

    /// Waits for a transaction.
    func transaction(_ isWanted: (PaymentTransaction) -> Bool) async throws -> PaymentTransaction {
        try await recorder.first { call in
            if case .updated(let transaction) = call, isWanted(transaction) { transaction } else { nil }
        }
    }

    func paymentQueue(_: PaymentQueue, updatedTransactions transactions: [PaymentTransaction]) {
        recorder.note(transactions.map(Call.updated))
    }

    func paymentQueue(_: PaymentQueue, revokedTransactions: [PaymentTransaction]) {}

    func paymentQueueRestoreCompletedTransactionsFinished(_: PaymentQueue) {
        recorder.note([.restoreFinished])
    }

    func paymentQueue(_: PaymentQueue, restoreCompletedTransactionsFailedWithError error: StoreError) {
        recorder.note([.restoreFailed(error)])
    }
}
