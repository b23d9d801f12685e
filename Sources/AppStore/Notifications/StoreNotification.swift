internal import StoreModel

/// A notification of App Store Server Notifications V2, before it is signed.
struct StoreNotification {
    let uuid: String
    let type: NotificationType
    let environment: StoreEnvironment
    let date: Timestamp
    /// The signed transaction that it is about; none for a test.
    var transaction: String?
    /// Of requests for a refund only.
    var reason: RefundReason?

    /// The payload as it is signed. The names are those of Apple's `responseBodyV2DecodedPayload`.
    var json: [UInt8] {
        JSONWriter.object { writer in
            writer.field("notificationType", type.rawValue)
            writer.field("notificationUUID", uuid)
            writer.field("version", "2.0")
            writer.field("signedDate", date.milliseconds)
            writer.field("data") { writer in
                writer.application(in: environment)
                writer.field("bundleVersion", "1.0")
                writer.field("consumptionRequestReason", reason?.rawValue)
                writer.field("signedTransactionInfo", transaction)
            }
        }
    }
}
