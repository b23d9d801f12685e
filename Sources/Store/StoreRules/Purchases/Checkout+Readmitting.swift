internal import StoreModel

/// Accepts again what devices have and the store lost when an earlier copy of its database was put back:
/// uses, and transactions that the store signed, with their charges. `AccountSession.exchange` and
/// `StoreMerge` call it.
extension Checkout {
    /// Accepts a transaction again, or a later version of one.
    func readmit(_ proved: ProvedTransaction, _ database: any StoreTransaction) throws {
        let (signed, payload) = (proved.signed, proved.payload)
        guard let number = PurchaseRecord.number(of: payload.transactionId), let key = payload.paymentKey
        else { return }
        let version = signed.version(signedAt: payload.signedDate)
        guard let before = try store.purchaseTable.find(number: number, database) else {
            var record = PurchaseRecord(
                number: number, account: account.identifier,
                request: PurchaseRequest(
                    key: key, productIdentifier: payload.productId, quantity: payload.quantity),
                status: .purchased)
            try fill(&record, payload, signed, database)
            try write(record, .readmitted, database)
            return try settle(record, payload, database)
        }
        guard before.account == account.identifier, before.request.key == key else { return }
        if let known = before.signed?.version, known >= version { return }
        var record = before
        try fill(&record, payload, signed, database)
        try write(record, from: before, .readmitted, database)
        try settle(record, payload, database)
    }

    /// Makes everything else agree with a transaction that was readmitted.
    private func settle(
        _ record: PurchaseRecord, _ payload: TransactionPayload, _ database: any StoreTransaction
    ) throws {
        try refundIfPaidTwice(record, database)
        try readmitPeriod(record, payload, database)
        guard payload.type == .nonConsumable,
            let first = try store.purchaseTable.find(number: record.original ?? record.number, database)
        else { return }
        try changeRepeated(first, database)
    }

    /// Accepts a use again. Does nothing if the account has one with that identifier.
    func readmit(_ use: Use, _ database: any StoreTransaction) throws {
        guard try UseTable.find(use.id, of: account.identifier, database) == nil else { return }
        try insert(use, after: AccountChangeTable.state(of: account.identifier, database), database)
    }

    /// Uses what the account has, once for each identifier.
    func use(_ use: Use, _ database: any StoreTransaction) throws -> UseOutcome {
        let state = try AccountChangeTable.state(of: account.identifier, database)
        if let known = try UseTable.find(use.id, of: account.identifier, database) {
            return UseOutcome(known.isSame(as: use) ? .confirmed : .taken, of: use)
        }
        let available =
            try use.productIdentifier.map {
                try AccountChangeTable.pieces(of: $0, of: account.identifier, database)
            } ?? state.credits
        guard available >= use.amount else {
            return UseOutcome(.notEnough(available: available), of: use)
        }
        try insert(use, after: state, database)
        return UseOutcome(.confirmed, of: use)
    }

    /// Writes a use as the account's next change.
    private func insert(
        _ use: Use, after state: AccountChangeTable.State, _ database: any StoreTransaction
    ) throws {
        let change = try state.after(.used(use))
        try UseTable.insert(use, of: account.identifier, database)
        try append(change, database)
    }

    /// Whether another transaction of the same payment, or of the same period, is paid.
    func isPaidElsewhere(_ record: PurchaseRecord, _ database: any StoreTransaction) throws -> Bool {
        try store.purchaseTable.paid(like: record, database).contains { $0.number != record.number }
    }

    /// Fills the record with what the transaction itself says.
    private func fill(
        _ record: inout PurchaseRecord, _ payload: TransactionPayload, _ signed: SignedTransaction,
        _ database: any StoreTransaction
    ) throws {
        record.status = payload.revocationDate == nil ? .purchased : .revoked
        (record.error, record.change, record.refundRequest) = (nil, nil, nil)
        record.signed = signed
        record.date = payload.revocationDate ?? payload.purchaseDate
        record.history = PurchaseRecord.History(kind: payload.type, purchaseDate: payload.purchaseDate)
        record.isFinished = false
        record.appAccountToken = record.appAccountToken ?? payload.appAccountToken?.rawValue
        if let subscription = PurchaseRecord.number(of: payload.originalTransactionId) {
            record.period = payload.periodNumber.map {
                PurchaseRecord.Period(subscription: subscription, number: $0)
            }
            if payload.type == .nonConsumable, subscription != record.number {
                record.original = subscription
            }
        }
    }

    /// Refunds the later charge if there are two. After an earlier copy was put back, the store may have
    /// charged a payment, or a period, again before it learned of the first charge. If an upgrade ended the
    /// later one, it ended the period of the first.
    private func refundIfPaidTwice(_ record: PurchaseRecord, _ database: any StoreTransaction) throws {
        let paid = try store.purchaseTable.paid(like: record, database)
        for before in paid.dropFirst() {
            var later = before
            later.status = .revoked
            try revoke(&later, database)
            try write(later, from: before, .refundedTwin, database)
            try changeRepeated(later, database)
            if try later.signed.map(TransactionSigner.payload)?.isUpgraded == true {
                try markUpgraded(paid[0].number, database)
            }
            if let subscription = try SubscriptionTable.find(of: later, database),
                subscription.transaction == later.number
            {
                try settle(subscription, database)
            }
        }
    }

    /// Makes a subscription agree with what was charged, after one of the two came from elsewhere. If its
    /// charge was refunded as the second of two, it goes on from the first.
    func settle(_ subscription: Subscription, _ database: any StoreTransaction) throws {
        guard let charge = try store.purchaseTable.find(number: subscription.transaction, database),
            let payload = try charge.signed.map(TransactionSigner.payload)
        else { return }
        var settled = subscription
        if charge.status == .purchased {
            if settled.phase == .revoked { settled.reinstate(at: now) }
            if settled.phase == .active, let end = payload.expiresDate { settled.endPeriod(at: end) }
        } else if settled.phase != .revoked {
            if let first = try store.purchaseTable.paid(like: charge, database).first {
                return try move(settled, to: first, database)
            }
            _ = settled.perform(.refundPeriod, at: now)
        }
        if settled != subscription { try write(settled, database) }
    }

    private func move(
        _ subscription: Subscription, to first: PurchaseRecord, _ database: any StoreTransaction
    ) throws {
        guard let payload = try first.signed.map(TransactionSigner.payload), let end = payload.expiresDate
        else { return }
        guard first.period?.subscription == subscription.original else {
            // Each of the two charges began a subscription.
            try SubscriptionTable.remove(subscription, database)
            return try readmitPeriod(first, payload, insteadOf: subscription, database)
        }
        var subscription = subscription
        subscription.readmit(payload, first, until: end)
        try write(subscription, database)
    }

    /// Makes the account's subscription go on from a period that is readmitted, if that is later than the one
    /// it knows. If it knows none, nobody can say whether the customer still wants the renewal: it does not
    /// renew, because a charge cannot be unmade.
    ///
    /// - Parameter twin: the subscription that the second charge of the same payment began.
    private func readmitPeriod(
        _ record: PurchaseRecord, _ payload: TransactionPayload, insteadOf twin: Subscription? = nil,
        _ database: any StoreTransaction
    ) throws {
        // The refund of the second of two charges does not end it.
        guard try store.purchaseTable.find(number: record.number, database)?.status == record.status,
            try record.status == .purchased || !isPaidElsewhere(record, database),
            let period = record.period, let expires = payload.expiresDate,
            let group = payload.subscriptionGroupIdentifier
        else { return }
        let known = try SubscriptionTable.find(group: group, of: account.identifier, database)
        if let known {
            guard known.original == period.subscription, known.period <= period.number else { return }
        }
        let start = payload.originalPurchaseDate
        var subscription =
            known
            ?? Subscription(
                account: account.identifier, group: group, original: period.subscription, originalDate: start,
                product: payload.productId, renewalProduct: payload.productId,
                isAutoRenewing: false, transaction: record.number, start: start, expires: start, since: start,
                renewalDay: start.dayOfMonth)
        subscription.readmit(payload, record, until: expires)
        if let twin {
            subscription.takeDecision(from: twin)
            subscription.hasBillingProblem = twin.hasBillingProblem
        }
        try write(subscription, database)
    }
}

/// A transaction that the store signed for an account, and what it says.
struct ProvedTransaction: Sendable {
    let signed: SignedTransaction
    let payload: TransactionPayload

    /// Verifies the signature; nil if the store did not sign it for the account of the verifier.
    init?(_ signed: SignedTransaction, by verifier: TransactionVerifier) {
        guard let payload = try? verifier.verify(signed) else { return nil }
        (self.signed, self.payload) = (signed, payload)
    }
}

extension Subscription {
    /// Becomes what a signed period says that it was. Whether it renews changes only with a refund.
    fileprivate mutating func readmit(
        _ payload: TransactionPayload, _ record: PurchaseRecord, until end: Timestamp
    ) {
        let number = record.period?.number ?? period
        offer = readmittedOffer(of: payload, after: number - period)
        product = payload.productId
        if number != period {
            (renewalProduct, phase) = (payload.productId, .active)
            (nextOffer, priceQuestion, refundedPhase) = (nil, nil, nil)
        }
        period = number
        transaction = record.number
        start = payload.purchaseDate
        price = payload.price
        if payload.offerKind == .introductory { hadIntroductoryOffer = true }
        // As in `begin`, a purchase sets the day anew, and an offer with its own length ends on another.
        let day = payload.transactionReason == "RENEWAL" ? renewalDay : start.dayOfMonth
        let hasOwnLength = offer.map { $0.mode != .payAsYouGo } ?? false
        endPeriod(at: end, inLongerMonthsOn: hasOwnLength ? 0 : day)
        if let date = payload.revocationDate {
            _ = perform(.refundPeriod, at: date)
        } else {
            (phase, refundedPhase) = (.active, nil)
        }
    }

    /// The offer of a period that is readmitted, `count` periods after the present one. What remains of it is
    /// known only if it is the present offer, or the one that was redeemed for the next period.
    private func readmittedOffer(of payload: TransactionPayload, after count: Int64) -> Offer? {
        guard var readmitted = Offer(payload) else { return nil }
        if count > 0, let nextOffer, nextOffer.isSame(as: readmitted) {
            readmitted.remaining = max(nextOffer.remaining - Int(count - 1), 0)
        } else if let offer, offer.isSame(as: readmitted) {
            readmitted.remaining = max(offer.remaining - Int(max(count, 0)), 0)
        }
        return readmitted
    }
}

extension Subscription.Offer {
    /// The offer that a signed period has, as its last; nil if it has none.
    fileprivate init?(_ payload: TransactionPayload) {
        guard let kind = payload.offerKind, let mode = payload.offerDiscountType,
            let period = payload.offerPeriod.flatMap({ SubscriptionPeriod($0) })
        else { return nil }
        self.init(
            kind: kind, identifier: payload.offerIdentifier ?? "", mode: mode, price: payload.price,
            period: period, remaining: 0)
    }

    /// Whether it is the same offer, in this period or in another one.
    fileprivate func isSame(as other: Self) -> Bool { (kind, identifier) == (other.kind, other.identifier) }
}

extension Use {
    /// Whether another use with the same identifier is the same use.
    fileprivate func isSame(as other: Use) -> Bool {
        (productIdentifier, amount) == (other.productIdentifier, other.amount)
    }
}
