internal import Crypto
internal import CryptoExtras
internal import Foundation

/// A backup that can be sealed again with other content, for `BackupTarget`. See `BackupFile` for the format.
struct FuzzBackup {
    private static let headerSize = 36
    private static let chunkSize = 64 << 10
    private static let tagSize = 16

    let file: [UInt8]
    let content: [UInt8]
    private let key: SymmetricKey

    init(path: String, passphrase: String, rounds: Int) throws {
        file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let header = Array(file.prefix(Self.headerSize))
        key = try KDF.Scrypt.deriveKey(
            from: Data(passphrase.utf8), salt: header.suffix(16), outputByteCount: 32, rounds: rounds,
            blockSize: 8,
            parallelism: 1)
        var (content, rest) = ([UInt8](), file.dropFirst(Self.headerSize))
        for number in 0... where !rest.isEmpty {
            let chunk = rest.prefix(Self.chunkSize + Self.tagSize)
            rest = rest.dropFirst(chunk.count)
            let box = try AES.GCM.SealedBox(
                nonce: Self.nonce(number, isLast: rest.isEmpty), ciphertext: chunk.dropLast(Self.tagSize),
                tag: chunk.suffix(Self.tagSize))
            content += try AES.GCM.open(box, using: key, authenticating: header)
            if rest.isEmpty { break }
        }
        self.content = content
    }

    /// A file with other content.
    func sealed(_ content: [UInt8]) throws -> [UInt8] {
        let header = Array(file.prefix(Self.headerSize))
        var (sealed, rest) = (header, content[...])
        var number = 0
        repeat {
            let chunk = rest.prefix(Self.chunkSize)
            rest = rest.dropFirst(chunk.count)
            let box = try AES.GCM.seal(
                chunk, using: key, nonce: Self.nonce(number, isLast: rest.isEmpty), authenticating: header)
            sealed += box.ciphertext + box.tag
            number += 1
        } while !rest.isEmpty
        return sealed
    }

    private static func nonce(_ number: Int, isLast: Bool) throws -> AES.GCM.Nonce {
        let bytes = withUnsafeBytes(of: UInt64(number).bigEndian, Array.init)
        return try AES.GCM.Nonce(data: [0, 0, 0] + bytes + [isLast ? 1 : 0])
    }
}
