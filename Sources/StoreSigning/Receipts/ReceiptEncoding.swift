/// The encoding of an app receipt. Both forms have the same content.
package enum ReceiptEncoding: Sendable, CaseIterable {
    /// As the App Store does it: DER.
    case appStore
    /// As Xcode's local testing does it: BER with indefinite lengths around the content.
    case xcode
}

/// Why a receipt does not count.
package enum ReceiptError: Error, Hashable, Sendable {
    case malformed
    /// Not signed by this store, changed afterwards, or dated when the store's certificates were not valid.
    case notAuthentic
}
