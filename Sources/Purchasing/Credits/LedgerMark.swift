internal import DurableStorage
internal import Glibc

/// A copy of a ledger's head outside the database, in `keys/<name>.mark`. A database that is set back to what it once
/// was has valid seals everywhere; this copy shows that the ledger has been longer.
///
/// It is written after the commit and may be a little behind, never ahead, so a crash between the two is no false alarm.
/// For that reason it needs no fsync either, and a copy that cannot be read or written says nothing.
struct LedgerMark: Sendable {
    private let path: String
    private let seal: LedgerSeal

    init(directory: DataDirectory, name: String, seal: LedgerSeal) {
        path = directory.file("keys/\(name).mark")
        self.seal = seal
    }

    /// The head that the ledger had at least. Read it before the database, so that it cannot be ahead.
    func read() -> LedgerHead? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.size + 1)
        guard Glibc.read(descriptor, &bytes, bytes.count) == Self.size else { return nil }
        func number(_ index: Int) -> Int {
            bytes[index * 8..<index * 8 + 8].reduce(0) { $0 << 8 | Int($1) }
        }
        let head = LedgerHead(
            sequence: number(0),
            totals: LedgerTotals(
                balance: number(1), withheld: number(2), newestDate: Int64(number(3)), doubtfulUntil: Int64(number(4))),
            entrySeal: Array(bytes[40..<72]))
        return seal.isValid(Array(bytes[72..<104]), of: head) ? head : nil
    }

    /// Moves the mark on to `head`; never back.
    func advance(to head: LedgerHead) {
        guard head.sequence > read()?.sequence ?? 0 else { return }
        var bytes: [UInt8] = []
        for number in [
            head.sequence, head.totals.balance, head.totals.withheld, Int(head.totals.newestDate),
            Int(head.totals.doubtfulUntil),
        ] {
            withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
        }
        bytes += head.entrySeal + seal.seal(of: head)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        _ = pwrite(descriptor, bytes, bytes.count, 0)
    }

    private static let size = 104
}
