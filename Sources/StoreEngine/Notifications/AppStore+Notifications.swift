internal import StoreDatabase
package import StoreModel
internal import StoreSigning

/// App Store Server Notifications V2: what is told to the developer's server, and where. As long as an environment has no
/// address, nothing is written down for it but what an administrator asked for: a server that comes later asks for the
/// history of transactions.
extension AppStore {
    /// The address for the notifications of an environment; nil where they are not sent.
    package func notificationAddress(
        in environment: StoreEnvironment
    ) throws(StoreAdministrationError) -> NotificationAddress? {
        try administration { try database.read { try NotificationAddressTable.address(in: environment, $0) } }
            .flatMap(NotificationAddress.init(rawValue:))
    }

    /// Sends the notifications of an environment to another address, also those that wait already; nil for nowhere. Then
    /// those that wait go on waiting.
    package func setNotificationAddress(
        _ address: NotificationAddress?, in environment: StoreEnvironment
    ) throws(StoreAdministrationError) {
        try administration {
            try database.write { try NotificationAddressTable.set(address?.rawValue, in: environment, $0) }
        }
        outboxSignal.tell(())
    }

    /// Writes a notification down, if its environment has an address, within the transaction of what it is about.
    /// `known`: the subscription that it is about, where it is not written yet as it now is. Returns nil where it is not
    /// kept.
    @discardableResult
    func notify(
        _ type: NotificationType, _ subtype: NotificationSubtype? = nil, about record: PurchaseRecord?,
        of known: Subscription? = nil, in environment: StoreEnvironment, reason: RefundReason? = nil,
        summary: ExtensionSummary? = nil, keeping: NotificationKeeping = .whereAddressed,
        _ database: any StoreTransaction
    ) throws -> StoreNotification? {
        let isAddressed = try NotificationAddressTable.address(in: environment, database) != nil
        guard isAddressed || keeping != .whereAddressed else { return nil }
        // What it says is on the customer's clock, its way to the developer's server on the store's.
        let made = try date(database)
        let now = try (record?.account ?? known?.account).map { try date(of: $0, database) } ?? made
        var notification = StoreNotification(
            application: application, uuid: keeping.uuid ?? randomUUID(), type: type, subtype: subtype,
            environment: environment, date: now,
            transaction: try record.map { try signedForServers($0, now: now) }, reason: reason, summary: summary)
        let subscription =
            try known ?? record?.period.flatMap { try SubscriptionTable.find(original: $0.subscription, database) }
        if let subscription, let account = try AccountTable.find(subscription.account, database) {
            notification.renewalInfo = try signedRenewalInfo(
                of: subscription, account, appAccountToken: record?.appAccountToken, now: now)
            notification.status = subscription.status
        }
        try NotificationTable.insert(
            NotificationTable.Entry(
                uuid: notification.uuid, environment: environment, type: type.rawValue, subtype: subtype?.rawValue,
                purchase: record?.number, created: made, signed: signer.sign(json: notification.json)),
            isToBeSent: isAddressed, database)
        if isAddressed { database.afterCommit { [outboxSignal] in outboxSignal.tell(()) } }
        return notification
    }
}

extension Checkout {
    /// Tells of a charge, if it is one. Subscriptions have types of their own, by what the charge did to them.
    func notifyCharge(of record: PurchaseRecord, _ change: SubscriptionChange?, _ database: any StoreTransaction) throws
    {
        guard record.original == nil else { return }
        let notice = change?.notice ?? SubscriptionChange.Notice(type: .oneTimeCharge)
        try store.notify(
            notice.type, notice.subtype, about: record, in: account.environment, keeping: keeping, database)
    }
}
