package import StoreModel
package import StoreRules

/// Sets where notifications go, and records them. Administrators' routes and `serve` set an address for each
/// environment. `DeveloperNotifications` and `ServerAPI` record notifications with `notify`.
extension AppStore {
    /// The address for the notifications of an environment; nil if they are not sent.
    package func notificationAddress(
        in environment: StoreEnvironment
    ) throws(StoreAdministrationError) -> HTTPAddress? {
        try administration { try NotificationAddressTable.address(in: environment, database) }
    }

    /// Sends the notifications of an environment to another address, including those that already wait. With
    /// nil they are sent nowhere, and those that wait go on waiting.
    package func setNotificationAddress(
        _ address: HTTPAddress?, in environment: StoreEnvironment
    ) throws(StoreAdministrationError) {
        try administration {
            try database.write { try NotificationAddressTable.set(address?.rawValue, in: environment, $0) }
        }
        wakeups.tell(())
    }

    /// The age of the oldest notification that is still to be delivered to an address; nil if all are
    /// delivered.
    package func oldestNotificationAge() throws(StoreAdministrationError) -> Duration? {
        try reading { database in
            guard let oldest = try NotificationTable.oldestUnsent(database) else { return nil }
            return .milliseconds(try date(database).milliseconds - oldest.milliseconds)
        }
    }

    /// Records a notification in the transaction of what it is about, if its environment has an address.
    /// `known`: the subscription that it is about, if its new state is not written yet. `moment`: when it
    /// happened, on the customer's clock; nil for now. `name`: a UUID for the notification; with it, the
    /// notification is recorded even without an address, though never sent. Returns nil if it is not kept.
    @discardableResult
    func notify(
        _ type: NotificationType, _ subtype: NotificationSubtype? = nil, about record: PurchaseRecord?,
        of known: Subscription? = nil, at moment: Timestamp? = nil, in environment: StoreEnvironment,
        reason: RefundReason? = nil, summary: ExtensionSummary? = nil, named name: String? = nil,
        _ database: any StoreTransaction
    ) throws -> NotificationTable.Entry? {
        let isAddressed = try NotificationAddressTable.address(in: environment, database) != nil
        guard isAddressed || name != nil else { return nil }
        // Its contents are on the customer's clock, and its delivery is on the store's clock.
        let made = try date(database)
        let now = try moment ?? (record?.account ?? known?.account).map { try date(of: $0, database) } ?? made
        let subscription = try known ?? record.flatMap { try SubscriptionTable.find(of: $0, database) }
        let contents: NotificationContents =
            if let summary {
                .summary(summary)
            } else {
                .data(try signed(record, subscription, now: now, database), reason: reason)
            }
        let uuid = name ?? randomUUID()
        let json = payload(
            of: type.rawValue, subtype?.rawValue, named: uuid, contents, in: environment, at: now)
        let entry = NotificationTable.Entry(
            uuid: uuid, environment: environment, type: type.rawValue, subtype: subtype?.rawValue,
            purchase: record?.number, created: made, signed: try signer.sign(json: json))
        try self.record(entry, isAddressed: isAddressed, database)
        return entry
    }

    /// Records a notification, and has it sent if its environment has an address.
    func record(
        _ entry: NotificationTable.Entry, isAddressed: Bool, _ database: any StoreTransaction
    ) throws {
        try NotificationTable.insert(
            entry, at: time.now(), dueAt: isAddressed ? firstAttempt(of: entry, database) : nil, database)
        if isAddressed { database.afterCommit { [wakeups] in wakeups.tell(()) } }
    }

    /// When the first attempt of a notification is due: at once, unless the settings ask for a fault. That is
    /// not the date on which it was made: the clock may be set back, and servers' clocks differ.
    private func firstAttempt(
        of entry: NotificationTable.Entry, _ database: any StoreTransaction
    ) throws -> Timestamp {
        switch try SettingsTable.settings(database).notificationFault {
        case nil, .twice: NotificationDelivery.atOnce
        case .late: entry.created.advanced(by: .seconds(600))
        case .shuffled: entry.created.advanced(by: .milliseconds(Int64.random(in: 0..<60_000)))
        }
    }
}
