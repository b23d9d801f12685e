package import StoreModel
package import StoreRules

/// The waiting notifications of one environment, for the server's sender. They are in the store's database
/// and on the store's clock. So they take no memory, and are still there after a restart. They go out one
/// after the other, in the order in which they were made. If one is not taken, it does not hold up the next
/// ones: it is sent again at its own time. If several servers share a database, one at a time claims some
/// notifications and sends these.
package struct NotificationOutbox: Sendable {
    /// The pauses after failed attempts, in production. After the last one, the notification is given up.
    static let pauses: [Duration] = [1, 12, 24, 48, 72].map { .seconds(3600 * $0) }

    /// A notification to be delivered. It may have been delivered before, if the program ended before it
    /// could record that.
    package struct Item: Hashable, Sendable {
        /// The signed notification: `{"signedPayload": …}`.
        package let body: [UInt8]
        package let uuid: String
        package let type: String
        let number: Int64
        /// How many attempts were recorded before this one.
        let attempts: Int
        /// Whether it has never been delivered.
        let isFirst: Bool
        /// The due date of this attempt.
        let due: Timestamp?
        /// The end of the claim for this attempt: this server's claim, or an expired one if servers
        /// share nothing.
        var claimedUntil: Timestamp?
    }

    package enum Work: Sendable {
        /// Claim these, and send them there.
        case send([Item], to: HTTPAddress)
        /// Wait this long, or until the next signal; nil for until the next signal.
        case wait(Duration?)
    }

    private let store: AppStore
    private let environment: StoreEnvironment

    package init(store: AppStore, environment: StoreEnvironment) {
        self.store = store
        self.environment = environment
    }

    /// How many are taken at once. Servers that share the store claim several in one transaction. A server
    /// that is alone looks again before each one, so that it knows the newest address.
    package var mostAtOnce: Int { store.database.isShared ? 8 : 1 }

    /// A signal each time that `work` may have another answer. It is kept until it is read, and several count
    /// as one.
    package func signals() -> AsyncStream<Void> { store.wakeups.stream(.bufferingNewest(1)) }

    /// The next step, with at most `limit` notifications. Send them in this order: first the new ones, in the
    /// order in which they were made. Those that another server has claimed go out before them.
    package func work(limit: Int) throws(StoreAdministrationError) -> Work {
        // Without an address, as in most environments, there is nothing else to look at.
        guard let address = try store.notificationAddress(in: environment) else {
            return .wait(store.database.longestWait(nil))
        }
        return try store.reading { database in
            let (date, now) = (try store.date(database), store.time.now())
            // A server that is alone passes over claims: they came with a copy of a shared store.
            if store.database.isShared,
                let end = try NotificationTable.claimEnd(in: environment, at: now, database)
            {
                let rest = Duration.milliseconds(end.milliseconds - now.milliseconds)
                return .wait(store.database.longestWait(rest))
            }
            let due = try NotificationTable.due(in: environment, at: date, limit: limit, database)
            if !due.isEmpty { return .send(try due.map { try Self.item($0, database) }, to: address) }
            let next = try NotificationTable.nextAttempt(in: environment, database)
            return .wait(
                next.map { .milliseconds($0.milliseconds - date.milliseconds) }
                    ?? store.database.longestWait(nil))
        }
    }

    /// Claims notifications for this server. If it ends before it has recorded their attempts, another server
    /// takes them after a while. Returns those that no other server has claimed meanwhile.
    package func claim(_ items: [Item]) async throws -> [Item] {
        guard store.database.isShared else { return items }
        return try await store.database.writeTogether(
            about: .outbox(environment), reading: [SettingsTable.read]
        ) { database in
            let (date, now) = (try store.date(database), store.time.now())
            // Another server may have been first.
            guard try NotificationTable.claimEnd(in: environment, at: now, database) == nil else { return [] }
            let end = now.advanced(by: ServerSharing.claim)
            let claimed = try NotificationTable.claim(
                items.map(\.number), dueAt: date, until: end, database)
            return items.filter { claimed.contains($0.number) }.map { item in
                var item = item
                item.claimedUntil = end
                return item
            }
        }
    }

    /// Whether an attempt that may take `patience` can begin: it ends before another server takes the
    /// notification, even one whose clock is ahead, and leaves as long again to record it.
    package func hasTime(for item: Item, _ patience: Duration) -> Bool {
        guard store.database.isShared, let end = item.claimedUntil else { return true }
        return store.time.now().advanced(by: patience * 2 + ServerSharing.clockDifference) <= end
    }

    /// Gives up the claims on notifications whose attempts are not made, so that another server need not wait
    /// for their end.
    package func release(_ items: ArraySlice<Item>) async throws {
        guard store.database.isShared, !items.isEmpty else { return }
        try await store.database.writeTogether(about: .outbox(environment), reading: []) { database in
            for item in items {
                try NotificationTable.release(item.number, claimedUntil: item.claimedUntil, database)
            }
        }
    }

    /// Records the result of an attempt, and returns the time of the next one; nil if none follows. If
    /// somebody asked for another attempt meanwhile, that one stays due. An attempt that is recorded twice
    /// counts once.
    @discardableResult
    package func record(_ result: SendAttemptResult, of item: Item) async throws -> Timestamp? {
        try await store.database.writeTogether(
            about: .outbox(environment),
            reading: [
                SettingsTable.read, NotificationAttemptTable.read(item.number),
                NotificationTable.scheduleRead(item.number),
            ]
        ) { database in
            let now = try store.date(database)
            let settings = try SettingsTable.settings(database)
            // It may have been removed meanwhile.
            guard var schedule = try NotificationTable.schedule(of: item.number, database) else { return nil }
            try NotificationAttemptTable.insert(
                result, at: now, of: item.number, after: item.attempts, database)
            let isDelivered = result == .success
            let next: Timestamp?
            if isDelivered {
                schedule.due = nil
                let isWantedTwice = settings.notificationFault == .twice && item.isFirst
                next = isWantedTwice ? NotificationDelivery.atOnce(after: item.due) : nil
            } else {
                // Somebody asked for an attempt before the due date. It leaves the schedule as it was.
                if let due = schedule.due, now >= due {
                    let pauses = pauses(settings)
                    let number = schedule.failures
                    schedule.due = pauses.indices.contains(number) ? now.advanced(by: pauses[number]) : nil
                    schedule.failures += 1
                }
                next = schedule.due
            }
            try NotificationTable.setAttempted(
                item.number, at: item.due, claimedUntil: item.claimedUntil, isDelivered: isDelivered,
                nextAttempt: next, schedule: schedule, database)
            return next
        }
    }

    private func pauses(_ settings: StoreSettings) -> [Duration] {
        environment == .production || settings.retriesSandboxNotifications ? Self.pauses : []
    }

    private static func item(
        _ entry: NotificationTable.Entry, _ database: any StoreTransaction
    ) throws -> Item {
        Item(
            body: try SentJSON.encode(["signedPayload": entry.signed]), uuid: entry.uuid,
            type: entry.type, number: entry.number,
            attempts: try NotificationAttemptTable.all(of: entry.number, database).count,
            isFirst: !entry.isDelivered, due: entry.nextAttempt, claimedUntil: entry.claimedUntil)
    }
}
