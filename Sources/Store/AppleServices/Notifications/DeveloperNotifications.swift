internal import Crypto
package import StoreModel
package import StoreRules

/// App Store Server Notifications V2: tells the developer's server about the facts that it follows. It
/// records each notification in the transaction of its fact, signed from the state after the change.
/// `NotificationOutbox` has them sent. Without an address, only a notification that followed from a named
/// occasion is recorded, unless the follower keeps all. A developer's server that comes later asks for the
/// history of transactions instead.
package struct DeveloperNotifications: FactFollower {
    /// Whether all are recorded without an address, too.
    private let keepsAll: Bool
    /// How many notifications are read at once to be signed anew.
    var pageSize = 100

    package init(keepsAll: Bool = false) { self.keepsAll = keepsAll }

    package func follow(_ fact: StoreFact, of checkout: Checkout, _ database: any StoreTransaction) throws {
        guard let notice = Notice(fact) else { return }
        let store = checkout.store
        var (record, known) = (notice.record, nil as Subscription?)
        if case .subscription(_, let subscription) = fact {
            record = try store.purchaseTable.find(number: subscription.transaction, database)
            known = subscription
        }
        let name = try checkout.occasion.map { try Self.unusedUUID(of: $0, database) }
        try store.notify(
            notice.type, notice.subtype, about: record, of: known, at: checkout.moment,
            in: checkout.account.environment, reason: notice.reason,
            named: name ?? (keepsAll ? randomUUID() : nil), database)
    }

    package func reads(for account: Account) -> [StoreRead] {
        [NotificationAddressTable.read, NotificationTable.newestNumber]
    }

    package func deliveries(
        about purchase: Int64, limit: Int, _ database: any StoreTransaction
    ) throws -> [NotificationDelivery] {
        try NotificationTable.newest(about: purchase, limit: limit, database)
            .map { try NotificationDelivery($0, isWhole: true, database) }
    }

    package func removeOver(at date: Timestamp, limit: Int, _ database: any StoreTransaction) throws -> Int {
        try NotificationTable.removeOver(at: date, limit: limit, database)
    }

    package func takeReceived(by store: AppStore, _ database: any StoreTransaction) throws {
        try RetentionContents.check(database)
        try signAnew(by: store.signer, database)
    }

    package func signAnew(by signer: TransactionSigner, _ database: any StoreTransaction) throws {
        let header = signer.header + "."
        var last = Int64.min
        while case let page = try NotificationTable.signed(after: last, limit: pageSize, database),
            let newest = page.last
        {
            for (number, signed) in page where !signed.hasPrefix(header) || !signer.hasSigned(signed) {
                // One that cannot be read stays as it is, and does not keep the store from being opened.
                guard let anew = try signer.signAllAnew(signed) else { continue }
                try NotificationTable.setSigned(anew, of: number, database)
            }
            last = newest.number
        }
    }

    /// The UUID of one of the notifications that followed from an occasion. It is always the same.
    private static func uuid(_ number: Int, of occasion: String) -> String {
        let name = number == 0 ? occasion : "\(occasion) \(number)"
        // Version 8, which may be made from any data (RFC 9562).
        return StoreModel.uuid(SHA256.hash(data: Array(name.utf8)).prefix(16), version: 8)
    }

    /// The notifications that followed from an occasion, in order.
    static func notifications(
        of occasion: String, _ database: any StoreTransaction
    ) throws -> [NotificationTable.Entry] {
        var entries: [NotificationTable.Entry] = []
        while let next = try NotificationTable.find(uuid: uuid(entries.count, of: occasion), database) {
            entries.append(next)
        }
        return entries
    }

    private static func unusedUUID(of occasion: String, _ database: any StoreTransaction) throws -> String {
        uuid(try notifications(of: occasion, database).count, of: occasion)
    }
}

/// The notification that Apple sends for a fact.
private struct Notice {
    let type: NotificationType
    var subtype: NotificationSubtype?
    /// The purchase that it is about; nil if the subscription names it.
    var record: PurchaseRecord?
    var reason: RefundReason?

    private init(
        _ type: NotificationType, _ subtype: NotificationSubtype? = nil, about record: PurchaseRecord? = nil
    ) {
        self.type = type
        self.subtype = subtype
        self.record = record
    }

    /// Nil if developers' servers are not told of the fact.
    init?(_ fact: StoreFact) {
        switch fact {
        case .payment(let event, let record, _):
            switch event {
            // The subscription has a fact of its own for what a charge did to it.
            case .bought, .approved:
                guard record.original == nil, record.period == nil else { return nil }
                self.init(.oneTimeCharge, about: record)
            case .refunded, .refundedTwin: self.init(.refund, about: record)
            case .refundReversed: self.init(.refundReversed, about: record)
            case .sharingEnded: self.init(.revoke, about: record)
            case .grantedAgain, .changed, .deferred, .interrupted, .failed, .declined, .lapsed, .resolved,
                .renewed,
                .signedAnew, .finished, .readmitted:
                return nil
            }
        case .refundRequested(let record, let reason):
            // The developer's server is asked how the purchase was used.
            guard let kind = record.history?.kind, kind == .consumable || kind == .autoRenewable else {
                return nil
            }
            self.init(.consumptionRequest, about: record)
            self.reason = reason
        case .refundDeclined(let record): self.init(.refundDeclined, about: record)
        case .subscription(let event, _): self.init(of: event)
        case .used: return nil
        }
    }

    private init(of event: SubscriptionEvent) {
        switch event {
        case .began: self.init(.subscribed, .initialBuy)
        case .beganAgain: self.init(.subscribed, .resubscribe)
        case .renewed: self.init(.didRenew)
        case .recovered: self.init(.didRenew, .billingRecovery)
        case .notPaid(let hasGracePeriod): self.init(.didFailToRenew, hasGracePeriod ? .gracePeriod : nil)
        case .gracePeriodEnded: self.init(.gracePeriodExpired)
        case .expired(let reason): self.init(.expired, NotificationSubtype(reason))
        case .autoRenewing(let isOn):
            self.init(.didChangeRenewalStatus, isOn ? .autoRenewEnabled : .autoRenewDisabled)
        case .upgraded(let hasOffer):
            self.init(hasOffer ? .offerRedeemed : .didChangeRenewalPreference, .upgrade)
        case .downgraded(let hasOffer):
            self.init(hasOffer ? .offerRedeemed : .didChangeRenewalPreference, .downgrade)
        case .changeWithdrawn: self.init(.didChangeRenewalPreference)
        case .offerRedeemed: self.init(.offerRedeemed)
        case .priceConsentAsked: self.init(.priceIncrease, .pending)
        case .priceConsentGiven: self.init(.priceIncrease, .accepted)
        case .extended: self.init(.renewalExtended)
        }
    }
}

extension NotificationSubtype {
    fileprivate init?(_ reason: ExpirationReason) {
        switch reason {
        case .voluntary: self = .voluntary
        case .billingError: self = .billingRetry
        case .priceIncrease: self = .priceIncrease
        case .productUnavailable: self = .productNotForSale
        case .other: return nil
        }
    }
}

extension TransactionSigner {
    private static let signedFields: Set = [
        "signedTransactionInfo", "signedRenewalInfo", "signedAppTransactionInfo",
    ]

    /// Signs a notification again, and the signed contents inside it that can be read. Nil if the text is not
    /// a signed object.
    fileprivate func signAllAnew(_ signed: String) throws -> String? {
        guard let payload = CompactJWS(signed)?.payloadBytes,
            let fields = try? [String: JSONElement](json: payload)
        else { return nil }
        return try sign(json: fields.mapValues(withSignedAnew).json)
    }

    private func withSignedAnew(_ element: JSONElement) throws -> JSONElement {
        try element.mappingFields { name, value in
            guard case .text(let signed) = value, Self.signedFields.contains(name) else { return value }
            return .text(try signAllAnew(signed) ?? signed)
        }
    }
}
