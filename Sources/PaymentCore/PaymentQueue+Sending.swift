internal import StoreModel
internal import Synchronization

extension PaymentQueue {
    /// Asks for each added payment, one sheet after the other, and writes what is confirmed to the journal.
    func authorizeAdded() async {
        await run(.authorizing) { queue in
            while queue.isWorking, let next = queue.added.withLock({ $0.first }) {
                queue.hand([next.transaction])
                var refusal: StoreError? = queue.canMakePayments ? nil : .paymentNotAllowed
                if refusal == nil, await !queue.authorization(next.transaction, next.product) {
                    refusal = .paymentCancelled
                }
                // Asked again: the sheet may have stood there while purchases were switched off.
                if refusal == nil, !queue.canMakePayments { refusal = .paymentNotAllowed }
                queue.admit(next.transaction, refusal: refusal)
            }
        }
    }

    /// Journals a payment that was confirmed and has it sent, or one that was refused and hands it out as failed.
    private func admit(_ transaction: PaymentTransaction, refusal: StoreError?) {
        var transaction = transaction
        if let refusal { _ = transaction.take(.failed(refusal)) }
        do {
            try journal.add(transaction)
        } catch {
            _ = transaction.take(.failed(.deviceTrouble("\(error)")))
        }
        added.withLock { $0.removeAll { $0.transaction.key == transaction.key } }
        if transaction.state == .purchasing {
            unanswered.insert(transaction.key)
            Task { await send() }
        } else {
            hand([transaction])
        }
    }

    /// Sends what the journal has as purchasing, oldest first, until nothing is left. A payment that gets no answer is sent
    /// again under its key, and those behind it wait.
    func send() async {
        await run(.sending) { queue in
            var pause = RetryPause()
            while queue.isWorking {
                do {
                    guard let transaction = try queue.journal.nextToSend() else { break }
                    let outcome = try await queue.store.purchase(PurchaseRequest(transaction))
                    if let answered = try queue.journal.record(outcome, at: queue.time.now()) {
                        queue.unanswered.remove(answered.key)
                        queue.hand([answered])
                    }
                    pause = RetryPause()
                } catch {
                    queue.reportWaiting(error)
                    await queue.pause(.sending, for: pause.next(jitter: queue.jitter()))
                }
                queue.handAnsweredElsewhere()
            }
            queue.handAnsweredElsewhere()
        }
    }

    /// Another program on the same journal may have sent one of this program's payments, and had the answer.
    private func handAnsweredElsewhere() {
        for key in unanswered {
            guard let transaction = try? journal.transaction(key), transaction.state != .purchasing else { continue }
            unanswered.remove(key)
            hand([transaction])
        }
    }

    private func reportWaiting(_ error: any Error) {
        guard let error = error as? StoreError else { return report(error) }
        guard let waiting = try? journal.nextToSend() else { return }
        for observer in observers.all { observer.paymentQueue(self, isWaitingToSend: waiting, because: error) }
    }
}

extension PurchaseRequest {
    init(_ transaction: PaymentTransaction) {
        self.init(
            key: transaction.key, productIdentifier: transaction.payment.productIdentifier,
            quantity: transaction.payment.quantity)
    }
}
