internal import StoreModel
internal import StoreSigning

/// The payload of a signed app transaction: a customer's download of the application.
struct AppTransaction {
    let application: AppIdentity
    let customer: Account
    let created: Timestamp

    /// The payload as it is signed. The names are those of Apple's `JWSAppTransactionDecodedPayload`. The version and the
    /// date of the first download are the sandbox's, which are always the same, also in production: nothing is downloaded
    /// from this store.
    var json: [UInt8] {
        JSONWriter.object { writer in
            writer.field("receiptType", customer.environment.rawValue)
            writer.field("bundleId", application.bundleIdentifier.rawValue)
            writer.field("appAppleId", customer.environment == .production ? application.appleIdentifier.rawValue : nil)
            writer.field("applicationVersion", application.version)
            writer.field("originalApplicationVersion", "1.0")
            writer.field("receiptCreationDate", created.milliseconds)
            writer.field("originalPurchaseDate", AppReceipt.firstDownload.milliseconds)
            writer.field("appTransactionId", customer.appTransactionIdentifier)
            writer.field("originalPlatform", "iOS")
        }
    }
}
