internal import StoreDatabase
package import StoreModel

/// A notification with what became of it: a line of the delivery log, in which the server's routes for administrators
/// look up notifications, and from which they send one again.
package struct NotificationDelivery: Hashable, Sendable, Codable {
    package enum State: String, Hashable, Sendable, Codable {
        /// The developer's server took it.
        case delivered
        /// An attempt is due, now or later.
        case waiting
        /// The last attempt failed, and none follows.
        case givenUp
        /// There was no address when it was made.
        case notSent
    }

    package struct Attempt: Hashable, Sendable, Codable {
        /// On the store's clock, in milliseconds since 1970; so are all dates here.
        package let date: Int64
        /// One of Apple's words, as in the notification history.
        package let result: String
    }

    /// Its place in the log; the newest has the highest.
    package let number: Int64
    package let notificationUUID: String
    package let environment: StoreEnvironment
    package let notificationType: String
    package let subtype: String?
    package let created: Int64
    package let state: State
    package let nextAttempt: Int64?
    package let attempts: [Attempt]
    /// What is signed, with what is signed in it. Only where one notification is asked for.
    package var payload: JSONElement?
    /// What the developer's server gets. Likewise.
    package var signedPayload: String?

    fileprivate init(
        _ entry: NotificationTable.Entry, isWhole: Bool = false, _ database: any StoreTransaction
    ) throws {
        number = entry.number
        notificationUUID = entry.uuid
        environment = entry.environment
        notificationType = entry.type
        subtype = entry.subtype
        created = entry.created.milliseconds
        nextAttempt = entry.nextAttempt?.milliseconds
        attempts = try NotificationAttemptTable.all(of: entry.number, database)
        state =
            if nextAttempt != nil { .waiting } else if entry.isDelivered { .delivered } else {
                attempts.isEmpty ? .notSent : .givenUp
            }
        guard isWhole else { return }
        signedPayload = entry.signed
        payload = JSONElement(signed: entry.signed)
    }
}

/// Why a notification is not sent again.
package enum ResendRefusal: Error, Hashable, Sendable {
    case noNotification
    /// Its environment has no address.
    case noAddress(StoreEnvironment)
}

extension AppStore {
    /// The delivery log, the newest notification first, at most `limit`: before the number `number`, where there is one, and in one
    /// environment, where there is one.
    package func deliveries(
        in environment: StoreEnvironment?, before number: Int64?, limit: Int
    ) throws(StoreAdministrationError) -> [NotificationDelivery] {
        try reading { database in
            try NotificationTable.newest(in: environment, before: number ?? .max, limit: limit, database)
                .map { try NotificationDelivery($0, database) }
        }
    }

    /// A notification, whole; nil where there is none.
    package func delivery(of uuid: String) throws(StoreAdministrationError) -> NotificationDelivery? {
        try reading { database in
            try NotificationTable.find(uuid: uuid, database).map {
                try NotificationDelivery($0, isWhole: true, database)
            }
        }
    }

    /// Makes an attempt due at once, whatever became of those before. Throws `ResendRefusal`,
    /// `StoreAdministrationError`; then nothing was changed.
    package func sendAgain(_ uuid: String) throws -> NotificationDelivery {
        let delivery = try administration(orThrowing: ResendRefusal.self) {
            try database.write { database in
                guard var entry = try NotificationTable.find(uuid: uuid, database) else {
                    throw ResendRefusal.noNotification
                }
                guard try NotificationAddressTable.address(in: entry.environment, database) != nil else {
                    throw ResendRefusal.noAddress(entry.environment)
                }
                let now = try date(database)
                // Another date than that of an attempt under way, also while the clock stands still.
                let next = entry.nextAttempt.map { $0 <= now ? $0.advanced(by: .milliseconds(-1)) : now } ?? now
                try NotificationTable.setNextAttempt(next, of: entry.number, database)
                entry.nextAttempt = next
                return try NotificationDelivery(entry, isWhole: true, database)
            }
        }
        outboxSignal.tell(())
        return delivery
    }
}

extension JSONElement {
    /// What a JWS says, and what is signed in it; nil where it is none. No signature is checked.
    fileprivate init?(signed: String) {
        let parts = signed.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64URL.decode(parts[1]),
            let element = try? ReceivedJSON.decode(JSONElement.self, from: bytes)
        else { return nil }
        self = element.unfolded
    }

    /// The same with the contents of what is signed in the place of the signed text.
    private var unfolded: JSONElement {
        mappingFields { name, value in
            guard name.hasPrefix("signed"), case .text(let text) = value else { return value.unfolded }
            return JSONElement(signed: text) ?? value
        }
    }
}
