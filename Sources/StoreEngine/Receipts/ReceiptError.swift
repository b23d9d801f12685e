/// Why a receipt does not count.
enum ReceiptError: Error, Hashable, Sendable {
    /// Not a receipt at all.
    case malformed
    /// Not signed by this store, changed afterwards, or dated when the store's certificates were not valid.
    case notAuthentic
}
