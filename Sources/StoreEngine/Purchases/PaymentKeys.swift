internal import Crypto
internal import StoreModel

// The keys of the payments that the store makes itself. Each follows from its cause, so that a store which was put back to an
// earlier copy makes the same one again, and charges once.
extension IdempotencyKey {
    /// The key of a subscription's period. Those of one subscription lie side by side in an index.
    static func renewing(_ subscription: Int64, period: Int64) -> IdempotencyKey {
        let time = withUnsafeBytes(of: (subscription >> 16).bigEndian) { Array($0.suffix(6)) }
        let rest = SHA256.hash(data: Array("renewal \(subscription) \(period)".utf8)).prefix(10)
        return IdempotencyKey(rawValue: uuid(time + rest, version: 8))
    }

    /// The key of the purchase that an interrupted payment comes to when it is resolved.
    static func resolving(_ key: IdempotencyKey) -> IdempotencyKey {
        IdempotencyKey(rawValue: uuid(SHA256.hash(data: Array("resolved \(key)".utf8)).prefix(16), version: 8))
    }
}
