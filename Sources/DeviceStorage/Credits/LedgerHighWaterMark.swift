internal import FileSystem
internal import Glibc

/// The mark: a copy of a ledger's head outside the database, in `keys/<name>.mark`. `CreditManager` and `Entitlements`
/// each have one. They read it before the database, and move it on after each commit. A database that was set back to
/// an earlier copy has valid seals everywhere; the mark shows that its ledger was longer. It is made before the
/// ledger's key (see `LedgerFiles`), so where a ledger has no mark, or one that does not hold, somebody removed it. One
/// that cannot be read says nothing about the ledger; nothing is corrected then.
///
/// It moves on without fsync. It may be a little behind the database, and is never ahead: a crash between the two is no
/// false alarm. Its bytes are overwritten in place and lie in one sector, so a power cut leaves the earlier or the
/// later ones.
struct LedgerHighWaterMark: Sendable {
    private let directory: DataDirectory
    private let name: String
    private let seal: LedgerMAC

    init(directory: DataDirectory, name: String, seal: LedgerMAC) {
        self.directory = directory
        self.name = name + ".mark"
        self.seal = seal
    }

    /// The head that the ledger had at least; nil where there is no mark, or none that holds. Read it before the database, or
    /// with the turn to write, so that it cannot be ahead.
    ///
    /// - Throws: `StorageError` where it cannot be read. It may hold then.
    func read() throws(StorageError) -> LedgerHead? {
        guard let descriptor = try opened(O_RDONLY) else { return nil }
        defer { close(descriptor) }
        return try head(descriptor)
    }

    /// Moves the mark on to `head`; never back. One that is missing or does not hold stays so: that is for an audit to find.
    /// One that cannot be read or written now stays behind until the next time.
    func advance(to head: LedgerHead) {
        guard let descriptor = try? opened(O_RDWR) else { return }
        defer { close(descriptor) }
        guard let before = try? self.head(descriptor), head.sequence > before.sequence else { return }
        let bytes = bytes(of: head)
        _ = pwrite(descriptor, bytes, bytes.count, 0)
    }

    /// Makes the mark, or puts it in the place of one that does not hold. It is on the disk when this returns.
    func renew(at head: LedgerHead) throws(StorageError) {
        try directory.replaceKey(named: name, with: bytes(of: head))
    }

    private var path: String { directory.file("keys/" + name) }

    /// The mark, opened and locked, to be closed by the caller; nil where there is none.
    private func opened(_ mode: Int32) throws(StorageError) -> Int32? {
        // A pipe in its place is not waited for.
        let descriptor = open(path, mode | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw StorageError(errno: errno, path: path)
        }
        // A program that reads while another one writes may get half of each.
        guard FileLock.wait(for: descriptor, isShared: mode == O_RDONLY) else {
            defer { close(descriptor) }
            throw StorageError(errno: errno, path: path)
        }
        return descriptor
    }

    private func head(_ descriptor: Int32) throws(StorageError) -> LedgerHead? {
        guard let status = FileStatus(descriptor: descriptor) else { throw StorageError(errno: errno, path: path) }
        guard status.isFile else { throw .unusable(path: path, reason: "not a file") }
        var bytes = [UInt8](repeating: 0, count: Self.size + 1)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else { throw StorageError(errno: errno, path: path) }
        guard count == min(Int(status.size), bytes.count) else {
            throw .unusable(path: path, reason: "not read to its end")
        }
        return head(Array(bytes.prefix(count)))
    }

    /// The head that `bytes(of:)` wrote; nil for what was not sealed here.
    func head(_ bytes: [UInt8]) -> LedgerHead? {
        guard bytes.count == Self.size else { return nil }
        func number(_ index: Int) -> Int {
            bytes[index * 8..<index * 8 + 8].reduce(0) { $0 << 8 | Int($1) }
        }
        let head = LedgerHead(
            sequence: number(0),
            totals: LedgerTotals(
                balance: number(1), withheld: number(2), newestDate: Int64(number(3)), doubtfulUntil: Int64(number(4))),
            entrySeal: Array(bytes[40..<72]))
        return seal.isValid(Array(bytes[72..<104]), of: head.text()) ? head : nil
    }

    func bytes(of head: LedgerHead) -> [UInt8] {
        var bytes: [UInt8] = []
        for number in [
            head.sequence, head.totals.balance, head.totals.withheld, Int(head.totals.newestDate),
            Int(head.totals.doubtfulUntil),
        ] {
            withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
        }
        return bytes + head.entrySeal + seal.seal(of: head.text())
    }

    private static let size = 104
}
