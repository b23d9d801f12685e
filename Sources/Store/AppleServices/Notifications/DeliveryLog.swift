package import StoreModel
package import StoreRules

/// A notification of the delivery log, with its contents. In JSON it is one object.
package struct WholeDelivery: Hashable, Sendable, Codable {
    package let delivery: NotificationDelivery
    /// The payload, with the signed contents inside it decoded.
    package let payload: JSONElement?

    fileprivate init(_ entry: NotificationTable.Entry, _ database: any StoreTransaction) throws {
        delivery = try NotificationDelivery(entry, isWhole: true, database)
        payload = JSONElement(signed: entry.signed)
    }

    private enum CodingKeys: String, CodingKey { case payload }

    package init(from decoder: any Decoder) throws {
        delivery = try NotificationDelivery(from: decoder)
        payload = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(
            JSONElement.self, forKey: .payload)
    }

    package func encode(to encoder: any Encoder) throws {
        try delivery.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(payload, forKey: .payload)
    }
}

extension NotificationDelivery {
    /// - Parameter isWhole: whether to include what the developer's server gets.
    init(_ entry: NotificationTable.Entry, isWhole: Bool = false, _ database: any StoreTransaction) throws {
        self.init(
            number: entry.number, identifier: entry.uuid, environment: entry.environment,
            notificationType: entry.type, subtype: entry.subtype, created: entry.created,
            isDelivered: entry.isDelivered, nextAttempt: entry.nextAttempt,
            attempts: try NotificationAttemptTable.all(of: entry.number, database))
        if isWhole { signedPayload = entry.signed }
    }
}

/// Why a notification is not sent again.
package enum ResendRefusal: Error, Hashable, Sendable {
    case noNotification
    /// Its environment has no address.
    case noAddress(StoreEnvironment)
}

extension AppStore {
    /// The delivery log, the newest notification first, at most `limit`. `number` limits it to notifications
    /// before that number, and `environment` to one environment, if they are given.
    package func deliveries(
        in environment: StoreEnvironment?, before number: Int64?, limit: Int
    ) throws(StoreAdministrationError) -> [NotificationDelivery] {
        try reading { database in
            try NotificationTable.newest(in: environment, before: number ?? .max, limit: limit, database)
                .map { try NotificationDelivery($0, database) }
        }
    }

    /// A notification with its contents; nil if there is none.
    package func delivery(of uuid: String) throws(StoreAdministrationError) -> WholeDelivery? {
        try reading { database in
            try NotificationTable.find(uuid: uuid, database).map { try WholeDelivery($0, database) }
        }
    }

    /// Makes an attempt due at once, whatever the result of those before. Throws `ResendRefusal` or
    /// `StoreAdministrationError`; then nothing has changed.
    package func sendAgain(_ uuid: String) throws -> WholeDelivery {
        let delivery = try administration(orThrowing: ResendRefusal.self) {
            try database.write { database in
                guard var entry = try NotificationTable.find(uuid: uuid, database) else {
                    throw ResendRefusal.noNotification
                }
                guard try NotificationAddressTable.address(in: entry.environment, database) != nil else {
                    throw ResendRefusal.noAddress(entry.environment)
                }
                // The date must differ from that of an attempt under way.
                let next = NotificationDelivery.atOnce(after: entry.nextAttempt)
                try NotificationTable.setNextAttempt(next, of: entry.number, database)
                entry.nextAttempt = next
                return try WholeDelivery(entry, database)
            }
        }
        wakeups.tell(())
        return delivery
    }
}

extension JSONElement {
    /// The contents of a JWS, with the signed contents inside it decoded; nil if it is not a JWS. No
    /// signature is checked.
    fileprivate init?(signed: String) {
        guard let bytes = CompactJWS(signed)?.payloadBytes,
            let element = try? ReceivedJSON.decode(JSONElement.self, from: bytes)
        else { return nil }
        self = element.unfolded
    }

    /// The same element with the decoded contents instead of each signed text.
    private var unfolded: JSONElement {
        mappingFields { name, value in
            guard name.hasPrefix("signed"), case .text(let text) = value else { return value.unfolded }
            return JSONElement(signed: text) ?? value
        }
    }
}
