internal import Crypto
internal import FoundationEssentials
internal import GRDB

/// Makes and checks the seals of the credit ledger (`LedgerWriter`, `LedgerScan`) and of `EntitlementTable`:
/// HMAC-SHA256, with a key for each on this device. Nobody without the key can make a seal.
struct LedgerMAC: Sendable {
    /// What stands in the place of the seal before the first entry.
    static let none = [UInt8](repeating: 0, count: 32)

    /// The key, already worked into the two hashes of HMAC; each seal begins with a copy.
    private let keyed: HMAC<SHA256>

    init(key: some Sequence<UInt8>) { keyed = HMAC<SHA256>(key: SymmetricKey(data: Array(key))) }

    func isValid(_ entry: LedgerEntry) -> Bool { isValid(entry.seal, of: entry.text) }

    func seal(of text: SealedText) -> [UInt8] { Array(code(text)) }

    func isValid(_ seal: [UInt8], of text: SealedText) -> Bool { code(text) == seal }

    private func code(_ text: SealedText) -> HMAC<SHA256>.MAC {
        var code = keyed
        code.update(data: text.bytes)
        return code.finalize()
    }

    /// A seal from the database; nil if it is something else.
    static func bytes(_ value: DatabaseValue) -> [UInt8]? {
        guard case .blob(let data) = value.storage, data.count == 32 else { return nil }
        return Array(data)
    }

    static func blob(_ seal: [UInt8]) -> Data { Data(seal) }
}

/// The bytes that `LedgerMAC` seals. Each value carries its kind and length, so no two lists of values give the same bytes.
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

    mutating func append(_ totals: LedgerTotals) {
        append(totals.balance)
        append(totals.withheld)
        append(Int(totals.newestDate))
        append(Int(totals.doubtfulUntil))
    }

    private mutating func append(number: Int) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
}
