internal import StoreModel

/// What the store says about a customer's download of the application.
struct AppTransaction {
    let customer: Account
    /// When the store says it.
    let created: Timestamp

    /// The payload as it is signed. The names are those of Apple's `JWSAppTransactionDecodedPayload`. The version and the
    /// date of the first download are the sandbox's, which are always the same, also in production: nothing is downloaded
    /// from this store.
    var json: [UInt8] {
        JSONWriter.object { writer in
            writer.field("receiptType", customer.environment.rawValue)
            writer.field("bundleId", AppStore.bundleIdentifier)
            writer.field("appAppleId", customer.environment == .production ? AppStore.appAppleIdentifier : nil)
            writer.field("applicationVersion", AppStore.applicationVersion)
            writer.field("originalApplicationVersion", "1.0")
            writer.field("receiptCreationDate", created.milliseconds)
            writer.field("originalPurchaseDate", AppReceipt.firstDownload.milliseconds)
            writer.field("appTransactionId", customer.appTransactionIdentifier)
            writer.field("originalPlatform", "iOS")
        }
    }
}
