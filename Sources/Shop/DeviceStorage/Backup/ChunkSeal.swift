internal import Crypto
internal import CryptoExtras
internal import FoundationEssentials

/// Seals a file's chunks with AES-GCM, for `SealedWriter` and `SealedReader`; `BackupHeader` is below. The
/// nonce of a chunk consists of its number and a flag for the last chunk (the STREAM construction of Hoang,
/// Reyhanitabar, Rogaway and Vizár, as in age). So no chunk can be left out, repeated or moved, and no end
/// can be cut off. The salt makes sure that the key is used for one file only.
struct ChunkSeal {
    /// How many bytes of content a chunk holds; the last one may hold fewer.
    static let contentSize = 64 << 10
    static let sealedSize = contentSize + tagSize
    static let tagSize = 16

    private let key: SymmetricKey
    private let header: [UInt8]
    /// How many chunks were sealed or opened.
    private(set) var number: UInt64 = 0

    init(header: BackupHeader, passphrase: String, rounds: Int) throws {
        key = try header.key(for: passphrase, rounds: rounds)
        self.header = header.bytes
    }

    mutating func seal(_ content: some DataProtocol, isLast: Bool) throws -> Data {
        let box = try AES.GCM.seal(content, using: key, nonce: nonce(isLast), authenticating: header)
        number += 1
        return box.ciphertext + box.tag
    }

    /// Throws if this is not the next chunk as it was sealed.
    mutating func open(_ sealed: [UInt8], isLast: Bool) throws -> Data {
        let box = try AES.GCM.SealedBox(
            nonce: nonce(isLast), ciphertext: sealed.dropLast(Self.tagSize), tag: sealed.suffix(Self.tagSize))
        let content = try AES.GCM.open(box, using: key, authenticating: header)
        number += 1
        return content
    }

    private func nonce(_ isLast: Bool) throws -> AES.GCM.Nonce {
        let number = withUnsafeBytes(of: number.bigEndian, Array.init)
        return try AES.GCM.Nonce(data: [0, 0, 0] + number + [isLast ? 1 : 0])
    }
}

/// The beginning of a `BackupFile`, which is not encrypted: its kind, the version of its format, and the salt
/// of its key.
struct BackupHeader {
    static let size = 36
    /// The version of the format that this program writes, and the newest that it reads.
    static let version: UInt32 = 1

    private static let magic = Array("monkeystore-back".utf8)
    private static let saltSize = 16
    /// 64 MiB and about 200 ms for each guess. These numbers are part of version 1: a file cannot ask for
    /// more memory than there is.
    static let rounds = 1 << 16
    private static let blockSize = 8

    /// The header as it is in the file. Each chunk is sealed together with it.
    let bytes: [UInt8]

    init() {
        let salt = (0..<Self.saltSize).map { _ in UInt8.random(in: 0 ... .max) }
        bytes = Self.magic + withUnsafeBytes(of: Self.version.bigEndian, Array.init) + salt
    }

    /// Reads the header of the backup at `path`.
    init(from file: OpenFile, at path: String) throws(BackupError) {
        guard let bytes = file.read(Self.size) else { throw .cannotOpen(path: path, reason: systemReason()) }
        guard bytes.count == Self.size, bytes.starts(with: Self.magic) else { throw .notABackup(path: path) }
        let version = bytes[Self.magic.count..<Self.magic.count + 4].reduce(0) { $0 << 8 | UInt32($1) }
        guard version <= Self.version else { throw .newerVersion(path: path) }
        guard version > 0 else { throw .notABackup(path: path) }
        self.bytes = bytes
    }

    /// The key that is derived from a passphrase: scrypt (RFC 7914).
    func key(for passphrase: String, rounds: Int) throws -> SymmetricKey {
        try KDF.Scrypt.deriveKey(
            from: Data(passphrase.utf8), salt: bytes.suffix(Self.saltSize), outputByteCount: 32,
            rounds: rounds,
            blockSize: Self.blockSize, parallelism: 1)
    }
}
