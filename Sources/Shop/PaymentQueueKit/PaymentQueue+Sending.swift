internal import FoundationEssentials
package import StoreModel
internal import Synchronization

/// Has payments confirmed and sends them to the store: `PaymentQueue` begins it
/// when one is added, and at its start.
extension PaymentQueue {
    /// Asks for each added payment, one sheet after the other, and writes what is confirmed to the journal.
    func authorizeAdded() {
        launch(.authorizing) { queue in
            while queue.isWorking, let next = queue.added.withLock({ $0.first }) {
                queue.hand([next.transaction])
                var transaction = next.transaction
                var refusal: StoreError? = queue.canMakePayments ? nil : .paymentNotAllowed
                if refusal == nil {
                    switch await queue.authorization(transaction, next.product) {
                    case .refused: refusal = .paymentCancelled
                    case .given(let priceLimit): transaction.priceLimit = priceLimit
                    }
                }
                // Asked again: the sheet may have stood there while purchases were switched off.
                if refusal == nil, !queue.canMakePayments { refusal = .paymentNotAllowed }
                queue.admit(transaction, refusal: refusal)
            }
        }
    }

    /// Journals a payment that was confirmed and has it sent, or one that was
    /// refused and hands it out as failed.
    private func admit(_ transaction: PaymentTransaction, refusal: StoreError?) {
        var transaction = transaction
        if let refusal { _ = transaction.take(.failed(refusal)) }
        do {
            try journal.add(transaction)
        } catch {
            _ = transaction.take(.failed(.deviceTrouble(StorageError(journal: error))))
        }
        added.withLock { $0.removeAll { $0.transaction.key == transaction.key } }
        if transaction.state == .purchasing {
            unanswered.insert(transaction.key)
            send()
            // Those before it wait, so it waits with them.
            if pauses[.sending] != nil, let waitsBecause { report(waitsBecause, for: [transaction]) }
        } else {
            hand([transaction])
        }
    }

    /// Sends what the journal has as purchasing, oldest first, until nothing is left. A payment that
    /// gets no answer is sent again under its key, and those behind it wait. They do not wait for
    /// one that the store does not take.
    func send() {
        launch(.sending) { queue in
            var pause = RetryPause()
            while queue.isWorking {
                let reopenings = queue.reopenings
                do {
                    guard try await queue.sendNext() else { break }
                    pause = RetryPause()
                } catch {
                    if reopenings == queue.reopenings { queue.reportWaiting(error) }
                    await queue.pause(.sending, for: pause.next(jitter: queue.jitter()), since: reopenings)
                }
                queue.hand(queue.unanswered, ifNoLonger: .purchasing)
            }
            // Another program on the same journal may have sent one of this program's
            // payments, and had the answer.
            queue.hand(queue.unanswered, ifNoLonger: .purchasing)
            if queue.notTaken.isEmpty { queue.notTakenPause = RetryPause() }
        }
    }

    /// Sends one payment and journals its answer. Returns false if there was none to send.
    private func sendNext() async throws -> Bool {
        guard let transaction = try journal.nextToSend(except: unwritable.union(notTaken)) else {
            return false
        }
        let outcome: PurchaseOutcome
        do throws(StoreError) {
            outcome = try await store.purchase(PurchaseRequest(transaction))
        } catch {
            guard error.isAboutOnePayment else { throw error }
            notTaken.insert(transaction.key)
            report(error, for: [transaction])
            sendAgain()
            return true
        }
        try take(outcome)
        return true
    }

    /// Sends what the store did not take once more, after a pause.
    private func sendAgain() {
        launch(.sendingAgain) { queue in
            let pause = queue.notTakenPause.next(jitter: queue.jitter())
            await queue.pause(.sendingAgain, for: pause, since: queue.reopenings)
            queue.notTaken = []
            queue.send()
        }
    }

    /// Writes what the store said to the journal and the replica, and hands it out unless the observers had
    /// it before: the answer to a payment and the news of its purchase may come in either order. What can
    /// never be written is reported, and does not hold up the rest.
    func take(_ outcome: PurchaseOutcome) throws {
        do {
            guard let (before, now) = try exchanging.take(outcome), !now.isFinished else { return }
            if now != before || unanswered.contains(now.key) { hand([now]) }
        } catch JournalError.numberTaken {
            guard unwritable.insert(outcome.key).inserted, let before = try journal.transaction(outcome.key)
            else {
                return
            }
            report(.numberTaken, for: [before])
        }
    }

    /// Says of every payment that has not been answered that it waits, and why: for the
    /// store, or for the device's disk.
    private func reportWaiting(_ error: any Error) {
        guard let waiting = try? journal.unfinished().filter({ $0.state == .purchasing }) else {
            return report(error)
        }
        let reason = error as? StoreError ?? .deviceTrouble(StorageError(journal: error))
        waitsBecause = reason
        report(reason, for: waiting)
    }

    func report(_ reason: StoreError, for waiting: [PaymentTransaction]) {
        for observer in observers.all {
            for transaction in waiting {
                observer.paymentQueue(self, isWaitingToSend: transaction, because: reason)
            }
        }
    }
}

extension StoreError {
    /// Whether the store may take other payments all the same: the way to it, the
    /// account and the device are in order.
    fileprivate var isAboutOnePayment: Bool {
        !isNetworkFailure && ![.account, .device].contains(domain)
    }
}

extension PurchaseRequest {
    package init(_ transaction: PaymentTransaction) {
        self.init(
            key: transaction.key, productIdentifier: transaction.payment.productIdentifier,
            quantity: transaction.payment.quantity, priceLimit: transaction.priceLimit,
            appAccountToken: transaction.payment.applicationUsername.flatMap(UUID.init(uuidString:))?
                .uuidString
                .lowercased())
    }
}
