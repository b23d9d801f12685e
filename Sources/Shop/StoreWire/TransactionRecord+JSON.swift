package import StoreModel

// The record of a purchase, and the notifications in it, as JSON: the server's routes for administrators
// answer with it.

extension NotificationDelivery: Codable {
    private enum CodingKeys: String, CodingKey {
        case number
        case identifier = "notificationUUID"
        case environment, notificationType, subtype, created, nextAttempt, attempts, state, signedPayload
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            number: try values.decode(Int64.self, forKey: .number),
            identifier: try values.decode(String.self, forKey: .identifier),
            environment: try values.decode(StoreEnvironment.self, forKey: .environment),
            notificationType: try values.decode(String.self, forKey: .notificationType),
            subtype: try values.decodeIfPresent(String.self, forKey: .subtype),
            created: try values.decode(Timestamp.self, forKey: .created),
            nextAttempt: try values.decodeIfPresent(Timestamp.self, forKey: .nextAttempt),
            attempts: try values.decode([Attempt].self, forKey: .attempts),
            state: try values.decode(State.self, forKey: .state))
        signedPayload = try values.decodeIfPresent(String.self, forKey: .signedPayload)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(number, forKey: .number)
        try values.encode(identifier, forKey: .identifier)
        try values.encode(environment, forKey: .environment)
        try values.encode(notificationType, forKey: .notificationType)
        try values.encodeIfPresent(subtype, forKey: .subtype)
        try values.encode(created, forKey: .created)
        try values.encodeIfPresent(nextAttempt, forKey: .nextAttempt)
        try values.encode(attempts, forKey: .attempts)
        try values.encode(state, forKey: .state)
        try values.encodeIfPresent(signedPayload, forKey: .signedPayload)
    }
}

extension TransactionRecord: Codable {
    private enum CodingKeys: String, CodingKey {
        case status, orderIdentifier, isFinished, changes, versions, notifications
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            status: try values.decode(String.self, forKey: .status),
            orderIdentifier: try values.decodeIfPresent(String.self, forKey: .orderIdentifier),
            isFinished: try values.decode(Bool.self, forKey: .isFinished),
            changes: try values.decode([Change].self, forKey: .changes),
            versions: try values.decode([SignedTransaction].self, forKey: .versions),
            notifications: try values.decode([NotificationDelivery].self, forKey: .notifications))
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(status, forKey: .status)
        try values.encodeIfPresent(orderIdentifier, forKey: .orderIdentifier)
        try values.encode(isFinished, forKey: .isFinished)
        try values.encode(changes, forKey: .changes)
        try values.encode(versions, forKey: .versions)
        try values.encode(notifications, forKey: .notifications)
    }
}
