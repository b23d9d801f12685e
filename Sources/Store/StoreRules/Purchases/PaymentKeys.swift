internal import Crypto
package import StoreModel

// The keys of the payments that the store makes itself. Each key follows from its cause. If an earlier copy
// of the store is put back, it makes the same key again, and charges once. The key of a resolved payment,
// `resolving`, is in StoreModel: devices know their payments by it.
extension IdempotencyKey {
    /// Whether a payment from outside may not have the key. It may not look like a key that the store makes: a
    /// subscription would count the payment as its next period. It may not look like a transaction's
    /// identifier, either: the administration names purchases by both.
    package var isReserved: Bool {
        rawValue.isUUID && rawValue.utf8.dropFirst(14).first == UInt8(ascii: "8")
            || PurchaseRecord.number(of: TransactionIdentifier(rawValue: rawValue)) != nil
    }

    /// The key of a subscription's period. The keys of one subscription are next to each other in an index.
    static func renewing(_ subscription: Int64, period: Int64) -> IdempotencyKey {
        let time = withUnsafeBytes(of: (subscription >> 16).bigEndian) { Array($0.suffix(6)) }
        let rest = SHA256.hash(data: Array("renewal \(subscription) \(period)".utf8)).prefix(10)
        return IdempotencyKey(rawValue: uuid(time + rest, version: 8))
    }
}
