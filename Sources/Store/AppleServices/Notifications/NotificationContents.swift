internal import StoreModel
internal import StoreRules

/// What a notification is about, and the place for it in Apple's payload. `AppStore.notify` and
/// `NotificationOrder` make it.
enum NotificationContents {
    /// A purchase and its subscription, as they are signed for developers' servers.
    struct Signed {
        var transaction: String?
        var renewalInfo: String?
        var status: SubscriptionStatus?
    }

    case data(Signed, reason: RefundReason?)
    /// Nil if an administrator gives the fields.
    case summary(ExtensionSummary?)
    case externalPurchaseToken(ofCustomLink: Bool)
    /// With the app transaction of the customer.
    case appData(String?)

    var place: String {
        switch self {
        case .data: "data"
        case .summary: "summary"
        case .externalPurchaseToken: "externalPurchaseToken"
        case .appData: "appData"
        }
    }
}

extension AppStore {
    /// Signs a purchase and its subscription for a notification.
    func signed(
        _ record: PurchaseRecord?, _ subscription: Subscription?, now: Timestamp,
        _ database: any StoreTransaction
    ) throws -> NotificationContents.Signed {
        var signed = NotificationContents.Signed()
        signed.transaction = try record.map { try freshlySigned($0, now: now) }
        if let subscription, let account = try AccountTable.find(subscription.account, database) {
            signed.renewalInfo = try signedRenewalInfo(
                of: subscription, account, appAccountToken: record?.appAccountToken, now: now)
            signed.status = subscription.status
        }
        return signed
    }

    /// The payload of a notification. The names are those in Apple's `responseBodyV2DecodedPayload`.
    func payload(
        of type: String, _ subtype: String?, named uuid: String, _ contents: NotificationContents,
        in environment: StoreEnvironment, at date: Timestamp
    ) -> [UInt8] {
        JSONWriter.object { writer in
            writer.field("notificationType", type)
            writer.field("subtype", subtype)
            writer.field("notificationUUID", uuid)
            writer.field("version", "2.0")
            writer.field("signedDate", date)
            writer.field(contents.place) { write(contents, in: environment, at: date, to: &$0) }
        }
    }

    private func write(
        _ contents: NotificationContents, in environment: StoreEnvironment, at date: Timestamp,
        to writer: inout JSONWriter
    ) {
        writer.field("bundleId", application.bundleIdentifier.rawValue)
        if case .externalPurchaseToken(let isOfCustomLink) = contents {
            let prefix = environment == .sandbox ? "SANDBOX_" : ""
            writer.field("externalPurchaseId", prefix + randomUUID())
            writer.field("tokenCreationDate", date)
            writer.field("appAppleId", application.appleIdentifier.rawValue)
            if isOfCustomLink {
                writer.field("tokenType", "SERVICES")
                let end = date.advanced(by: .seconds(365 * 86_400))
                writer.field("tokenExpirationDate", end)
            }
            return
        }
        writer.field("environment", environment.rawValue)
        writer.field("appAppleId", application.number(in: environment))
        switch contents {
        case .data(let signed, let reason):
            writer.field("bundleVersion", application.version)
            writer.field("consumptionRequestReason", reason?.rawValue)
            writer.field("signedTransactionInfo", signed.transaction)
            writer.field("signedRenewalInfo", signed.renewalInfo)
            writer.field("status", signed.status.map { Int64($0.rawValue) })
        case .summary(let summary): summary?.write(to: &writer)
        case .appData(let signed): writer.field("signedAppTransactionInfo", signed)
        case .externalPurchaseToken: break
        }
    }
}
