internal import Crypto
internal import FoundationEssentials

/// Seals the chunks of one file with AES-GCM. The nonce of a chunk is its number and whether it is the last (the STREAM
/// construction of Hoang, Reyhanitabar, Rogaway and Vizár, as age has it), so that no chunk can be left out, repeated or put
/// elsewhere, and no end be cut off. The key is used for one file only, because of its salt.
struct ChunkSeal {
    /// How much content a chunk holds; the last one may hold less.
    static let contentSize = 64 << 10
    static let sealedSize = contentSize + tagSize
    static let tagSize = 16

    private let key: SymmetricKey
    private let header: [UInt8]
    private var number: UInt64 = 0

    init(header: BackupHeader, passphrase: String, rounds: Int) throws {
        key = try header.key(for: passphrase, rounds: rounds)
        self.header = header.bytes
    }

    mutating func seal(_ content: some DataProtocol, isLast: Bool) throws -> Data {
        let box = try AES.GCM.seal(content, using: key, nonce: nonce(isLast), authenticating: header)
        number += 1
        return box.ciphertext + box.tag
    }

    /// Throws where it is not the next chunk, as it was sealed.
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
