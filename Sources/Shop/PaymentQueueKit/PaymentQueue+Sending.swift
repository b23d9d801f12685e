internal import FoundationEssentials
package import StoreModel
internal import Synchronization

/// Has payments confirmed and sends them to the store. `PaymentQueue` begins this when a payment is added,
/// and at its start.
extension PaymentQueue {
    /// Asks the user about each added payment, one sheet after the other, and writes the confirmed
    /// ones to the journal.
    func authorizeAdded() {
        // What is unfinished is handed out first. A payment that is added before that would be handed out twice.
        guard listening != nil else { return }
        launch(.authorizing) { queue in
            while queue.isWorking, let next = queue.added.withLock({ $0.first }) {
                queue.handOut([next.transaction])
                var transaction = next.transaction
                var refusal: StoreError? = queue.canMakePayments ? nil : .paymentNotAllowed
                if refusal == nil {
                    switch await queue.authorization(transaction, next.product) {
                    case .refused: refusal = .paymentCancelled
                    case .given(let priceLimit): transaction.priceLimit = priceLimit
                    }
                }
                // Checked again: purchases may have been switched off while the sheet was open.
                if refusal == nil, !queue.canMakePayments { refusal = .paymentNotAllowed }
                queue.admit(transaction, refusal: refusal)
            }
        }
    }

    /// Writes a payment to the journal. If it was confirmed, it is sent; if it was refused, it is
    /// handed out as failed.
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
            send()
            // The payments before it wait, so it waits with them.
            if let reason = pauses[.sending]?.reason { report(reason, for: [transaction]) }
        } else {
            handOut([transaction])
        }
    }

    /// Sends the journal's purchasing payments, oldest first, until nothing is left. A payment that gets no
    /// answer is sent again under its key, and those after it wait. They do not wait for a payment that the
    /// store answers with an error.
    func send() {
        launch(.sending) { queue in
            var pause = RetryPause()
            while queue.isWorking {
                let networkReturns = queue.networkReturns
                do {
                    guard try await queue.sendNext() else { break }
                    pause = RetryPause()
                } catch {
                    guard !queue.isClosed else { return }
                    let reason = error as? StoreError ?? .deviceTrouble(StorageError(journal: error))
                    if networkReturns == queue.networkReturns { queue.reportWaiting(reason, error) }
                    await queue.pause(
                        .sending, for: pause.next(queue.time), since: networkReturns, because: reason)
                }
                queue.handOutChangedElsewhere(knownAs: .purchasing)
            }
            // Another program on the same journal may have sent one of this program's payments
            // and received the answer.
            queue.handOutChangedElsewhere(knownAs: .purchasing)
            if queue.notTaken.isEmpty { queue.notTakenPause = RetryPause() }
        }
    }

    /// Sends one payment and writes the answer to the journal. Returns false if there was nothing to send, or
    /// if the queue was closed meanwhile.
    private func sendNext() async throws -> Bool {
        func next() throws -> PaymentTransaction? {
            try journal.nextToSend(except: unwritable.union(notTaken))
        }
        guard try next() != nil else { return false }
        await bringStoreUpToDate(before: .sending)
        // The exchange may have brought the answer.
        guard isWorking, let transaction = try next() else { return false }
        let outcome: PurchaseOutcome
        do throws(StoreError) {
            outcome = try await store.answer(to: transaction)
        } catch {
            broughtUpToDate[.sending] = nil
            guard !isClosed, error.isAboutOnePayment else { throw error }
            // The store's news may have brought the answer meanwhile.
            guard let waiting = try journal.transaction(transaction.key), waiting.state == .purchasing else {
                return true
            }
            notTaken.insert(waiting.key)
            report(error, for: [waiting])
            sendAgain()
            return true
        }
        // The next queue on this journal gets the same answer, and has observers to hand it to.
        guard !isClosed else { return false }
        try take(outcome)
        return true
    }

    /// After a pause, sends again the payments that the store answered with an error.
    private func sendAgain() {
        launch(.sendingAgain) { queue in
            let pause = queue.notTakenPause.next(queue.time)
            await queue.pause(.sendingAgain, for: pause, since: queue.networkReturns)
            queue.notTaken = []
            queue.send()
        }
    }

    /// Writes what the store said to the journal and the replica, and hands it out unless the observers had
    /// it before: the answer to a payment and the news of its purchase may come in either order. If an answer
    /// can never be written, that is reported, and the other payments go on.
    func take(_ outcome: PurchaseOutcome) throws {
        do {
            guard let (before, now) = try exchanging.take(outcome), !now.isFinished else { return }
            if now != before || known[now.key] == .purchasing { handOut([now]) }
        } catch let error as StoreError {
            guard unwritable.insert(outcome.key).inserted, let before = try journal.transaction(outcome.key)
            else {
                return
            }
            report(error, for: [before])
        }
    }

    /// Reports for every unanswered payment that it waits, and why: because of the store, or because
    /// of the device's disk. If the journal cannot be read, only the error is reported.
    private func reportWaiting(_ reason: StoreError, _ error: any Error) {
        guard let waiting = try? journal.unfinished().filter({ $0.state == .purchasing }) else {
            return report(error)
        }
        report(reason, for: waiting)
    }

    func report(_ reason: StoreError, for waiting: [PaymentTransaction]) {
        for transaction in waiting {
            tell { $0.paymentQueue(self, isWaitingToSend: transaction, because: reason) }
        }
    }
}

extension StoreService {
    /// Sends a payment, and returns the store's answer to it.
    func answer(to transaction: PaymentTransaction) async throws(StoreError) -> PurchaseOutcome {
        let outcome = try await purchase(PurchaseRequest(transaction))
        // The answer to another payment would leave this one without any, and it would be sent again at once.
        guard outcome.key == transaction.key else { throw .unreadableAnswer }
        return outcome
    }

    /// Sends a use, and returns the store's answer to it.
    func answer(to use: Use) async throws(StoreError) -> UseOutcome {
        let outcome = try await self.use(use)
        guard outcome.id == use.id else { throw .unreadableAnswer }
        return outcome
    }
}

extension StoreError {
    /// Whether the store may still take other payments: the network, the account and the device are in order.
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
                .lowercased(),
            waitsForApproval: transaction.state == .deferred ? true : nil)
    }
}
