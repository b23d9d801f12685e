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
