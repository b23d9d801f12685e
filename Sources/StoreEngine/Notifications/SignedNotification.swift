/// A notification as an administrator gets it in an answer.
package struct SignedNotification: Hashable, Sendable, Encodable {
    package let notificationType: String
    package let subtype: String?
    package let notificationUUID: String
    /// The JWS that a developer's server gets.
    package let signedPayload: String

    init(_ entry: NotificationTable.Entry) {
        notificationType = entry.type
        subtype = entry.subtype
        notificationUUID = entry.uuid
        signedPayload = entry.signed
    }
}
