internal import StoreDatabase
package import StoreModel
internal import StoreSigning

/// The waiting notifications of one environment, for the server's sender: they are in the store's database and on the
/// store's clock, so they take no memory, and are still there after a restart. Of several servers on one database, one claims
/// a notification and sends it.
package struct NotificationOutbox: Sendable {
    /// The pauses after failed attempts. After the last one a notification is given up.
    static let pauses: [Duration] = [1, 12, 24, 48, 72].map { .seconds(3600 * $0) }

    /// A notification to be delivered. It may have been delivered before, if the program ended before that was written down.
    package struct Item: Hashable, Sendable {
        /// The signed notification: `{"signedPayload": …}`.
        package let body: [UInt8]
        let number: Int64
        /// The due date that it is sent for.
        let due: Timestamp?
        /// The end of the claim that it is sent under: this server's, or one that is over, where servers share nothing.
        var claimedUntil: Timestamp?
    }

    package enum Work: Sendable {
        /// Claim these, and send them there.
        case send([Item], to: NotificationAddress)
        /// Wait so long, or until the next signal; nil for until the next signal.
        case wait(Duration?)
    }

    private let store: AppStore
    private let environment: StoreEnvironment

    package init(store: AppStore, environment: StoreEnvironment) {
        self.store = store
        self.environment = environment
    }

    /// A signal for each time that `work` may have another answer. It is kept until it is read; several count as one.
    package func signals() -> AsyncStream<Void> { store.outboxSignal.stream(.bufferingNewest(1)) }

    /// The next step, with at most `limit` notifications, the longest waiting first.
    package func work(limit: Int) throws(StoreAdministrationError) -> Work {
        try store.reading { database in
            guard let address = try NotificationAddressTable.address(in: environment, database) else {
                return .wait(store.database.longestWait(nil))
            }
            let now = try store.date(database)
            let unclaimed = store.time.now()
            let due = try NotificationTable.due(
                in: environment, at: now, unclaimedAt: unclaimed, limit: limit, database)
            if !due.isEmpty { return .send(due.map(Self.item), to: address) }
            let next = try NotificationTable.nextAttempt(in: environment, unclaimedAt: unclaimed, database)
            return .wait(
                next.map { .milliseconds($0.milliseconds - now.milliseconds) } ?? store.database.longestWait(nil))
        }
    }

    /// Claims notifications for this server. One that ends before it has recorded their attempts leaves them to another
    /// one, after a while. Returns those that no other server has claimed meanwhile.
    package func claim(_ items: [Item]) async throws -> [Item] {
        guard store.database.isShared else { return items }
        return try await store.database.writeTogether { database in
            let (date, now) = (try store.date(database), store.time.now())
            let end = now.advanced(by: ServerSharing.claim)
            return try items.compactMap { item in
                guard try NotificationTable.claim(item.number, dueAt: date, at: now, until: end, database) else {
                    return nil
                }
                var item = item
                item.claimedUntil = end
                return item
            }
        }
    }

    /// Records the result of an attempt, and the time of the next one. Where somebody asked for another attempt
    /// meanwhile, that one stays due.
    package func record(_ result: SendAttemptResult, of item: Item) async throws {
        try await store.database.writeTogether { database in
            let now = try store.date(database)
            let attempt = try NotificationAttemptTable.insert(result, at: now, of: item.number, database)
            let isDelivered = result == .success
            let isLast = attempt > Self.pauses.count
            try NotificationTable.setAttempted(
                item.number, at: item.due, claimedUntil: item.claimedUntil, isDelivered: isDelivered,
                nextAttempt: isDelivered || isLast ? nil : now.advanced(by: Self.pauses[attempt - 1]), database)
        }
    }

    private static func item(_ entry: NotificationTable.Entry) -> Item {
        Item(
            body: JSONWriter.object { $0.field("signedPayload", entry.signed) }, number: entry.number,
            due: entry.nextAttempt, claimedUntil: entry.claimedUntil)
    }
}
