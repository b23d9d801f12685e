internal import FoundationEssentials

/// Writes the content of a `BackupFile`: a stream of bytes, in encrypted chunks.
/// `SealedReader`, below, reads it.
struct SealedWriter {
    private let file: OpenFile
    private let path: String
    private var seal: ChunkSeal
    /// The bytes that are not sealed yet: at most one chunk, which may turn out to be the last.
    private var pending = Data()

    init(_ file: OpenFile, path: String, passphrase: String, rounds: Int) throws {
        self.file = file
        self.path = path
        let header = BackupHeader()
        seal = try ChunkSeal(header: header, passphrase: passphrase, rounds: rounds)
        try write(header.bytes)
    }

    mutating func append(_ bytes: some Collection<UInt8>) throws {
        pending.append(contentsOf: bytes)
        while pending.count > ChunkSeal.contentSize {
            try write(seal.seal(pending.prefix(ChunkSeal.contentSize), isLast: false))
            pending = Data(pending.dropFirst(ChunkSeal.contentSize))
        }
    }

    /// Appends a number, big-endian.
    mutating func append(_ number: some FixedWidthInteger) throws {
        try append(withUnsafeBytes(of: number.bigEndian, Array.init))
    }

    /// Seals the last chunk, and returns when everything is on the disk.
    mutating func finish() throws {
        try write(seal.seal(pending, isLast: true))
        guard file.synchronise() else { throw BackupError.cannotWrite(path: path, reason: systemReason()) }
    }

    private func write(_ bytes: some ContiguousBytes & Collection<UInt8>) throws {
        guard file.write(bytes) else { throw BackupError.cannotWrite(path: path, reason: systemReason()) }
    }
}

/// Reads the content of a `BackupFile`. It returns only bytes whose seal is valid.
struct SealedReader {
    private let file: OpenFile
    private let path: String
    private var seal: ChunkSeal
    /// The bytes that were opened and have not been read yet.
    private var content = Data()
    /// How many bytes of the file have not been opened yet.
    private(set) var remaining: Int64

    init(_ file: OpenFile, path: String, passphrase: String, rounds: Int) throws {
        self.file = file
        self.path = path
        seal = try ChunkSeal(
            header: BackupHeader(from: file, at: path), passphrase: passphrase, rounds: rounds)
        remaining = file.length - Int64(BackupHeader.size)
    }

    /// The next bytes. Throws `BackupError.wrongPassphrase` if the first chunk is not valid, `.damaged` if
    /// another chunk is not, or if there are fewer bytes.
    mutating func read(_ count: Int) throws -> Data {
        while content.count < count { try openNext() }
        // The rest is not copied: there may be very many small files.
        defer { content = content.dropFirst(count) }
        return Data(content.prefix(count))
    }

    /// The next number, big-endian.
    mutating func read<Number: FixedWidthInteger>(_: Number.Type) throws -> Number {
        try read(MemoryLayout<Number>.size).reduce(0) { $0 << 8 | Number($1) }
    }

    /// Makes sure that this is the end.
    func finish() throws {
        guard content.isEmpty, remaining == 0 else { throw BackupError.damaged(path: path) }
    }

    private mutating func openNext() throws {
        guard remaining > 0 else { throw BackupError.damaged(path: path) }
        let length = min(Int64(ChunkSeal.sealedSize), remaining)
        remaining -= length
        guard let sealed = file.read(Int(length)), sealed.count == length,
            let opened = try? seal.open(sealed, isLast: remaining == 0)
        else {
            throw seal.number == 0 ? BackupError.wrongPassphrase(path: path) : BackupError.damaged(path: path)
        }
        content = Data(content) + opened
    }
}
