internal import Crypto
internal import FoundationEssentials
internal import GRDB
internal import StoreModel

/// Makes and checks the seals of a replica, HMAC-SHA256 with the device's key: of its sums, its uses and its
/// high-water mark. Nobody can make a seal without the key.
struct ReplicaSeal: Sendable {
    let key: [UInt8]
    /// The key, already processed by the two hashes of HMAC. Each seal begins with a copy.
    private let keyed: HMAC<SHA256>

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
    func decode<Value: Decodable>(
        _ text: some Collection<UInt8>, sealed: [UInt8]?, as what: String
    ) -> Value? {
        guard sealed == seal(text, as: what) else { return nil }
        return try? JSONDecoder().decode(Value.self, from: Data(text))
    }

    /// A seal from the database; nil if it is something else.
    static func bytes(_ value: DatabaseValue) -> [UInt8]? {
        guard case .blob(let data) = value.storage, data.count == 32 else { return nil }
        return Array(data)
    }

    static func blob(_ seal: [UInt8]) -> Data { Data(seal) }
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

    mutating func append(_ value: Int?) {
        guard let value else { return bytes.append(0) }
        bytes.append(1)
        append(number: value)
    }

    private mutating func append(number: Int) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
}
