internal import Crypto
internal import StoreModel

// The keys of the payments that the store makes itself. Each follows from its cause, so that a store which
// was put back to an earlier copy makes the same one again, and charges once. That of a resolved payment,
// `resolving`, is in StoreModel: devices know their payments by it.
extension IdempotencyKey {
    /// The key of a subscription's period. Those of one subscription lie side by side in an index.
    static func renewing(_ subscription: Int64, period: Int64) -> IdempotencyKey {
        let time = withUnsafeBytes(of: (subscription >> 16).bigEndian) { Array($0.suffix(6)) }
        let rest = SHA256.hash(data: Array("renewal \(subscription) \(period)".utf8)).prefix(10)
        return IdempotencyKey(rawValue: uuid(time + rest, version: 8))
    }
}
