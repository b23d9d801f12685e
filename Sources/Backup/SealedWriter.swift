internal import FoundationEssentials

/// Writes the content of a `BackupFile`: a stream of bytes, in sealed chunks.
struct SealedWriter {
    private let file: OpenFile
    private let path: String
    private var seal: ChunkSeal
    /// What is not sealed yet: at most one chunk, which may turn out to be the last.
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

    /// Seals the end, and returns when all is on the disk.
    mutating func finish() throws {
        try write(seal.seal(pending, isLast: true))
        guard file.synchronise() else { throw BackupError.cannotWrite(path: path, reason: systemReason()) }
    }

    private func write(_ bytes: some ContiguousBytes & Collection<UInt8>) throws {
        guard file.write(bytes) else { throw BackupError.cannotWrite(path: path, reason: systemReason()) }
    }
}
