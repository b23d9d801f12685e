internal import Crypto
internal import FoundationEssentials
internal import GRDB
internal import StoreModel

/// Seals what a ledger writes, with HMAC-SHA256 and the ledger's key on this device. Nobody without the key can make a seal.
struct LedgerMAC: Sendable {
    /// What stands in the place of the seal before the first entry.
    static let none = [UInt8](repeating: 0, count: 32)

    /// The key, already worked into the two hashes of HMAC; each seal begins with a copy.
    private let keyed: HMAC<SHA256>

    init(key: some Sequence<UInt8>) { keyed = HMAC<SHA256>(key: SymmetricKey(data: Array(key))) }

    func seal(of entry: LedgerEntry) -> [UInt8] { seal(of: Self.text(of: entry)) }

    func seal(of head: LedgerHead, as place: LedgerHead.Place = .end) -> [UInt8] {
        seal(of: Self.text(of: head, as: place))
    }

    func isValid(_ seal: [UInt8], of head: LedgerHead, as place: LedgerHead.Place = .end) -> Bool {
        isValid(seal, of: Self.text(of: head, as: place))
    }

    func isValid(_ entry: LedgerEntry) -> Bool { isValid(entry.seal, of: Self.text(of: entry)) }

    func seal(of text: SealedText) -> [UInt8] { Array(code(text)) }

    func isValid(_ seal: [UInt8], of text: SealedText) -> Bool { code(text) == seal }

    private func code(_ text: SealedText) -> HMAC<SHA256>.MAC {
        var code = keyed
        code.update(data: text.bytes)
        return code.finalize()
    }

    private static func text(of entry: LedgerEntry) -> SealedText {
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
        return text
    }

    private static func text(of head: LedgerHead, as place: LedgerHead.Place) -> SealedText {
        var text = SealedText(of: place.label)
        text.append(head.sequence)
        text.append(head.totals)
        text.append(bytes: head.entrySeal)
        return text
    }

    /// A seal from the database; nil if it is something else.
    static func bytes(_ value: DatabaseValue) -> [UInt8]? {
        guard case .blob(let data) = value.storage, data.count == 32 else { return nil }
        return Array(data)
    }

    static func blob(_ seal: [UInt8]) -> Data { Data(seal) }
}
