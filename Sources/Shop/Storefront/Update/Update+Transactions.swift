internal import StoreEvents
package import StoreModel

// What `receive` does with transactions that are in flight or at their end, refused payments, confirmation
// sheets and commands.
extension StorefrontState {
    mutating func transactionUpdated(_ transaction: PaymentTransaction) -> [StorefrontCommand] {
        guard let index = inFlight.firstIndex(where: { $0.transaction.key == transaction.key }) else {
            begin(transaction)
            return refreshedList()
        }
        endAdding(transaction)
        let isChanged = inFlight[index].transaction.state != transaction.state
        inFlight[index].transaction = transaction
        guard isChanged else { return refreshedList() }
        inFlight[index].since = now
        endConfirmation(of: transaction)
        if transaction.state == .deferred {
            resetQuantity(of: transaction.payment)
            showStatus(strings[.deferred], .info, about: .inFlight(transaction.key, .deferred))
        }
        return refreshedList()
    }

    /// Notes a transaction that was not in flight.
    private mutating func begin(_ transaction: PaymentTransaction) {
        var item = InFlightTransaction(transaction: transaction, since: now)
        // The first event of a payment comes before its sheet. The sheet answers the command.
        if transaction.state == .purchasing, adding.contains(transaction.payment.productIdentifier) {
            item.adding = confirmsPayments ? .unconfirmed : .confirmed
        } else {
            endAdding(transaction)
        }
        endConfirmation(of: transaction)
        inFlight.append(item)
    }

    /// Closes the sheet of a payment that is not being added any more: it no longer needs a confirmation.
    private mutating func endConfirmation(of transaction: PaymentTransaction) {
        if transaction.state != .purchasing { sheets.removeAll { $0.key == transaction.key } }
    }

    mutating func transactionSucceeded(_ transaction: PaymentTransaction) -> [StorefrontCommand] {
        let wasInFlight = leave(transaction) != nil
        guard let sentence = success(of: transaction, wasAskedFor: wasInFlight) else {
            return refreshedList()
        }
        resetQuantity(of: transaction.payment)
        showStatus(sentence, .info)
        // The reaction to new credits goes first.
        if currentReaction?.mood != .rich { feel(.purchase) }
        return refreshedList()
    }

    /// Nil if nobody has bought anything, and nothing has renewed or come back.
    private func success(of transaction: PaymentTransaction, wasAskedFor: Bool) -> String? {
        let (payment, product) = (transaction.payment, transaction.payment.productIdentifier)
        // A subscription may end before its prices are known here.
        if isSubscription(product) || transaction.charge?.expiresDate != nil {
            switch transaction.amendment {
            case .refundReversed: return strings.refundReversed(pieces(payment))
            case .periodMoved: return nil
            case nil: break
            }
            if transaction.charge?.isRenewal == true { return strings.renewed(title(of: product)) }
            // What an earlier run had paid was not in flight here. What an upgrade ended is not in force.
            let isNews =
                wasAskedFor || !transaction.isFromElsewhere && account.subscribedUntil[product] != nil
            return isNews ? strings.subscribedTo(title(of: product)) : nil
        }
        // Nobody here has bought it, so the message says what it brings, and not that it was bought.
        if transaction.isFromElsewhere { return nil }
        if transaction.isSignedAgain { return strings.refundReversed(pieces(payment)) }
        if let known = catalogue.products[product], transaction.wasOwned(known) {
            return strings.whyOwned(title(of: product))
        }
        if MonkeyCredits.worth(of: product) != nil { return strings.credited(pieces(payment)) }
        return account.ownedProducts.contains(product)
            ? strings.owned(pieces(payment)) : strings.bought(pieces(payment))
    }

    /// A cancelled purchase needs no message (C5), unless its request for approval was declined.
    mutating func transactionFailed(_ transaction: PaymentTransaction) -> [StorefrontCommand] {
        let wasDeferred = leave(transaction) == .deferred
        if let sentence = transaction.error.flatMap(strings.subscriptionSentence) {
            showStatus(sentence, .answer)
        } else if let error = transaction.error, !error.isCancellation {
            showStatus(
                strings.failure(error), .error, about: .failure(transaction.payment.productIdentifier))
            feel(.trouble)
        } else if wasDeferred {
            showStatus(strings[.declined], .error)
            feel(.trouble)
        }
        return refreshedList()
    }

    mutating func subscriptionChanged(_ transaction: PaymentTransaction) -> [StorefrontCommand] {
        leave(transaction)
        if let change = transaction.renewalChange {
            showStatus(
                strings.sentence(for: change, to: title(of: transaction.payment.productIdentifier)) {
                    Moment.dateAndMinute($0, options)
                }, .answer)
        }
        return refreshedList()
    }

    /// A transaction that lapsed or was revoked.
    mutating func ended(
        _ transaction: PaymentTransaction, _ sentence: String, _ kind: StatusMessage.Kind
    ) -> [StorefrontCommand] {
        leave(transaction)
        showStatus(sentence, kind)
        return refreshedList()
    }

    mutating func deliveryFailed(
        _ transaction: PaymentTransaction, _ reason: DeliveryFailure
    ) -> [StorefrontCommand] {
        let notice = Notice.deliveryFailed(transaction, reason: reason)
        if !notices.contains(notice) { notices.append(notice) }
        return transactionUpdated(transaction)
    }

    mutating func paymentRefused(_ event: PaymentRefused) {
        adding.remove(event.productIdentifier)
        showStatus(strings.refusal(event), .error)
    }

    mutating func confirmationRequested(_ event: ConfirmationRequested) {
        if let item = inFlight.first(where: { $0.transaction.key == event.key }) {
            endAdding(item.transaction)
        }
        guard !sheets.contains(where: { $0.key == event.key }) else { return }
        sheets.append(readable(event))
    }

    /// Takes a command that was posted, by this screen or by another one on the same bus.
    mutating func note(_ command: StorefrontCommand) {
        switch command {
        case .answer(let key, _, _): sheets.removeAll { $0.key == key }
        case .filter(let filter): account.switching = filter
        case .scenario: account.isPlayingScenario = true
        // The last message may say the opposite of what this does.
        case .subscriptionAction: status = nil
        // The store closes now, and would not hear an answer to a sheet.
        case .signOut: dropUnconfirmed()
        case .products, .purchase, .spend, .use, .transactions, .action, .inspect, .subscriptions,
            .settings, .signIn, .restore, .clearFilters, .picture, .download, .book, .readingPlace:
            break
        }
    }

    /// Removes a transaction, and returns the state that it had in flight.
    @discardableResult
    private mutating func leave(_ transaction: PaymentTransaction) -> PaymentTransactionState? {
        let state = inFlight.first { $0.transaction.key == transaction.key }?.transaction.state
        endAdding(transaction)
        inFlight.removeAll { $0.transaction.key == transaction.key }
        sheets.removeAll { $0.key == transaction.key }
        return state
    }

    /// Notes that a command has led to a sheet or a result. An older payment for the same product, which may
    /// wait for the network, says nothing about the command for the next one.
    private mutating func endAdding(_ transaction: PaymentTransaction) {
        let product = transaction.payment.productIdentifier
        guard let index = inFlight.firstIndex(where: { $0.transaction.key == transaction.key }) else {
            adding.remove(product)
            return
        }
        if inFlight[index].adding != nil { adding.remove(product) }
        inFlight[index].adding = nil
    }

    /// The next purchase starts with one piece again, unless somebody has chosen another quantity in
    /// the meantime.
    private mutating func resetQuantity(of payment: Payment) {
        if quantity(of: payment.productIdentifier) == payment.quantity {
            quantities[payment.productIdentifier] = nil
        }
    }

    mutating func balanceChanged(_ event: BalanceChanged) -> [StorefrontCommand] {
        account.balance = event.balance
        switch event.cause {
        case .loaded: break
        case .purchase: feel(.credits(event.change))
        case .spend: feel(.banana)
        // A refund is not a failure, so the monkey is not sad about it.
        case .refund: break
        case .elsewhere:
            if isFromElsewhere(event) {
                showStatus(strings.changedElsewhere(by: event.change), .info)
            }
            return refreshedList()
        }
        return []
    }

    /// Whether another device or window has changed the balance. What a scenario brings that is played here
    /// does not come from there.
    func isFromElsewhere(_ event: BalanceChanged) -> Bool {
        event.cause == .elsewhere && event.change != 0 && !account.isPlayingScenario
    }
}

extension PaymentTransaction {
    /// Whether the account owned the product already, bought on another device, so that nothing was charged.
    package func wasOwned(_ product: Product) -> Bool {
        product.kind == .nonConsumable && charge?.price.milliunits == 0 && product.price.milliunits != 0
    }

    /// Whether the store signed it again after it was paid. If it is not a subscription, that means that a
    /// refund was reversed. The payment's date is in whole seconds, and the signature's date is not.
    fileprivate var isSignedAgain: Bool {
        guard amendment == nil, let signedDate, let transactionDate else { return amendment != nil }
        return transactionDate < signedDate.wholeSecond
    }
}
