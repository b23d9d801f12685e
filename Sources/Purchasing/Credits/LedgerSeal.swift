internal import Crypto
internal import DurableStorage
internal import FoundationEssentials
internal import GRDB
internal import StoreModel

/// Seals what the ledger writes, with HMAC-SHA256 and the device's ledger key. Nobody without the key can make a seal.
struct LedgerSeal: Sendable {
    /// What stands in the place of the seal before the first entry.
    static let none = [UInt8](repeating: 0, count: 32)

    /// The key, already worked into the two hashes of HMAC; each seal begins with a copy.
    private let keyed: HMAC<SHA256>

    /// Takes the key of 32 random bytes from `keys/ledger.key`, or makes it where nothing was sealed yet.
    init(directory: DataDirectory, isLedgerEmpty: Bool) throws(StorageError) {
        let name = "ledger.key"
        var bytes = try directory.key(named: name)
        if bytes == nil {
            guard isLedgerEmpty else { throw .keyMissing(path: directory.file("keys/" + name)) }
            bytes = try directory.key(named: name) { SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) } }
        }
        guard let bytes, bytes.count == 32 else { throw .damaged(path: directory.file("keys/" + name)) }
        keyed = HMAC<SHA256>(key: SymmetricKey(data: bytes))
    }

    func seal(of entry: LedgerEntry) -> [UInt8] { Array(code(Self.text(of: entry))) }

    func seal(of head: LedgerHead) -> [UInt8] { Array(code(Self.text(of: head))) }

    func isValid(_ seal: [UInt8], of head: LedgerHead) -> Bool { code(Self.text(of: head)) == seal }

    func isValid(_ entry: LedgerEntry) -> Bool { code(Self.text(of: entry)) == entry.seal }

    private func code(_ text: [UInt8]) -> HMAC<SHA256>.MAC {
        var code = keyed
        code.update(data: text)
        return code.finalize()
    }

    private static func text(of entry: LedgerEntry) -> [UInt8] {
        var text = SealedText(of: "credit entry 1")
        text.append(bytes: entry.previousSeal)
        text.append(entry.sequence)
        text.append(entry.kind.rawValue)
        text.append(entry.transactionIdentifier?.rawValue)
        text.append(entry.amount)
        text.append(Int(entry.recordedAt.milliseconds))
        text.append(entry.signedTransaction?.rawValue)
        text.append(entry.totals)
        text.append(entry.corrected?.lowerBound)
        text.append(entry.corrected?.upperBound)
        return text.bytes
    }

    private static func text(of head: LedgerHead) -> [UInt8] {
        var text = SealedText(of: "credit head 1")
        text.append(head.sequence)
        text.append(head.totals)
        text.append(bytes: head.entrySeal)
        return text.bytes
    }

    /// A seal from the database; nil if it is something else.
    static func bytes(_ value: DatabaseValue) -> [UInt8]? {
        guard case .blob(let data) = value.storage, data.count == 32 else { return nil }
        return Array(data)
    }

    /// A seal for the database.
    static func blob(_ seal: [UInt8]) -> Data { Data(seal) }
}

/// Bytes under a seal. Each value says its kind and length, so no two lists of values read the same.
private struct SealedText {
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
