internal import Crypto
internal import FoundationEssentials
internal import GRDB
internal import StoreModel
internal import Synchronization

/// Makes and checks the seals of a replica, HMAC-SHA256 with the device's key: of its sums, its uses and its
/// high-water mark. Nobody can make a seal without the key.
struct ReplicaSeal: Sendable {
    let key: [UInt8]
    /// The key, already processed by the two hashes of HMAC. Each seal begins with a copy.
    private let keyed: HMAC<SHA256>
    private let decoded = DecodedValues()

    init(key: [UInt8]) {
        self.key = key
        keyed = HMAC<SHA256>(key: SymmetricKey(data: key))
    }

    func seal(_ text: some Collection<UInt8>, as what: String) -> [UInt8] {
        var sealed = SealedText(of: what)
        sealed.append(bytes: text)
        var code = keyed
        code.update(data: sealed.bytes)
        return Array(code.finalize())
    }

    func seal(_ use: Use, isConfirmed: Bool) -> [UInt8] {
        var text = SealedText(of: use.id.rawValue)
        text.append(use.productIdentifier?.rawValue)
        text.append(use.amount)
        text.append(isConfirmed ? 1 : 0)
        return seal(text.bytes, as: "replica use")
    }

    func encode(_ value: some Encodable, as what: String) throws -> (text: String, seal: [UInt8]) {
        let bytes = try SentJSON.encode(value)
        return (String(decoding: bytes, as: UTF8.self), seal(bytes, as: what))
    }

    /// Nil if the text was not sealed with this key.
    func decode<Value: Decodable & Sendable>(
        _ text: some Collection<UInt8>, sealed: [UInt8]?, as what: String
    ) -> Value? {
        guard let sealed else { return nil }
        return decoded.value(of: text, sealed: sealed, as: what) {
            guard sealed == seal(text, as: what) else { return nil }
            return try? JSONDecoder().decode(Value.self, from: Data(text))
        }
    }

    /// A seal from the database; nil if it is something else.
    static func bytes(_ value: DatabaseValue) -> [UInt8]? {
        guard case .blob(let data) = value.storage, data.count == 32 else { return nil }
        return Array(data)
    }
}

/// What a `ReplicaSeal` decoded last, of each kind. All reads of a replica begin with its sums and its
/// high-water mark, which rarely change in between. The same text with the same seal means the same, because
/// the key stays.
private final class DecodedValues: Sendable {
    private struct Entry {
        let text: [UInt8]
        let sealed: [UInt8]
        let value: any Sendable
    }

    private let entries = Mutex<[String: Entry]>([:])

    func value<Value: Sendable>(
        of text: some Collection<UInt8>, sealed: [UInt8], as what: String, decode: () -> Value?
    ) -> Value? {
        if let last = entries.withLock({ $0[what] }), last.sealed == sealed, last.text.elementsEqual(text) {
            return last.value as? Value
        }
        let value = decode()
        if let value {
            entries.withLock { $0[what] = Entry(text: Array(text), sealed: sealed, value: value) }
        }
        return value
    }
}

/// The bytes that `ReplicaSeal` seals. Each value comes with its kind and length, so no two lists of values
/// give the same bytes.
struct SealedText {
    private(set) var bytes: [UInt8] = []

    init(of what: String) {
        bytes.reserveCapacity(256)
        append(what)
    }

    mutating func append(bytes value: some Collection<UInt8>) {
        append(number: value.count)
        bytes.append(contentsOf: value)
    }

    mutating func append(_ value: String?) {
        guard let value else { return bytes.append(0) }
        bytes.append(1)
        append(bytes: value.utf8)
    }

    mutating func append(_ value: Int) {
        bytes.append(1)
        append(number: value)
    }

    private mutating func append(number: Int) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
}
