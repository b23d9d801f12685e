internal import StoreModel
internal import StoreSigning

/// A notification of App Store Server Notifications V2, before it is signed.
struct StoreNotification {
    let application: AppIdentity
    let uuid: String
    let type: NotificationType
    var subtype: NotificationSubtype?
    let environment: StoreEnvironment
    let date: Timestamp
    /// The signed transaction that it is about; none for a test.
    var transaction: String?
    /// Of subscriptions only: the signed renewal info, and where it stands.
    var renewalInfo: String?
    var status: SubscriptionStatus?
    /// Of requests for a refund only.
    var reason: RefundReason?
    /// Of a request that was about many subscriptions; it has no data then.
    var summary: ExtensionSummary?

    /// The payload as it is signed. The names are those of Apple's `responseBodyV2DecodedPayload`.
    var json: [UInt8] {
        JSONWriter.object { writer in
            writer.field("notificationType", type.rawValue)
            writer.field("subtype", subtype?.rawValue)
            writer.field("notificationUUID", uuid)
            writer.field("version", "2.0")
            writer.field("signedDate", date.milliseconds)
            if let summary {
                writer.field("summary") { write(summary, to: &$0) }
                return
            }
            writer.field("data") { writer in
                writer.application(application, in: environment)
                writer.field("bundleVersion", "1.0")
                writer.field("consumptionRequestReason", reason?.rawValue)
                writer.field("signedTransactionInfo", transaction)
                writer.field("signedRenewalInfo", renewalInfo)
                writer.field("status", status.map { Int64($0.rawValue) })
            }
        }
    }

    private func write(_ summary: ExtensionSummary, to writer: inout JSONWriter) {
        writer.application(application, in: environment)
        writer.field("productId", summary.product)
        writer.field("requestIdentifier", summary.request)
        writer.field("storefrontCountryCodes", summary.countries)
        writer.field("succeededCount", Int64(summary.succeeded))
        writer.field("failedCount", Int64(summary.failed))
    }
}
