import Foundation
import TestSupport
import Testing

@testable import DeviceStorage

@Suite("A backup that is not as it was written")
struct DamageTests {
    /// The places where the file can be damaged. The content of the sample fills several chunks.
    enum Damage: CustomTestStringConvertible, Sendable, CaseIterable {
        case magic, version, salt, firstByte, firstTag, middleByte, lastByte, lastTag
        case emptied, cutInHeader, cutBehindHeader, cutInFirstChunk, cutBetweenChunks, cutByOne
        case swapped, doubled, leftOut, lastChunkEarlier, extended

        var testDescription: String { "\(self)" }

        func apply(to file: inout [UInt8]) {
            let (header, chunk) = (BackupHeader.size, ChunkSeal.sealedSize)
            func range(_ number: Int) -> Range<Int> {
                header + number * chunk..<header + (number + 1) * chunk
            }
            let last = header + (file.count - header - 1) / chunk * chunk
            switch self {
            case .magic: file[0] ^= 1
            case .version: file[19] += 1
            case .salt: file[25] ^= 0x80
            case .firstByte: file[header] ^= 1
            case .firstTag: file[header + chunk - 1] ^= 1
            case .middleByte: file[range(1)][header + chunk + 7] ^= 1
            case .lastByte: file[last] ^= 1
            case .lastTag: file[file.count - 1] ^= 1
            case .emptied: file = []
            case .cutInHeader: file.removeLast(file.count - 20)
            case .cutBehindHeader: file.removeLast(file.count - header)
            case .cutInFirstChunk: file.removeLast(file.count - header - 5)
            case .cutBetweenChunks: file.removeLast(file.count - last)
            case .cutByOne: file.removeLast()
            case .swapped:
                file.replaceSubrange(
                    header + chunk..<header + 3 * chunk, with: file[range(2)] + file[range(1)])
            case .doubled: file.insert(contentsOf: file[range(1)], at: range(1).upperBound)
            case .leftOut: file.removeSubrange(range(1))
            case .lastChunkEarlier: file.removeSubrange(header + chunk..<last)
            case .extended: file.append(0)
            }
        }

        func error(_ path: String) -> BackupError {
            switch self {
            case .magic, .emptied, .cutInHeader: .notABackup(path: path)
            case .version: .newerVersion(path: path)
            // Nobody can tell this damage from another passphrase.
            case .salt, .firstByte, .firstTag, .cutInFirstChunk: .wrongPassphrase(path: path)
            default: .damaged(path: path)
            }
        }
    }

    private static let whole = Result {
        let data = try SampleData()
        return try withExtendedLifetime(data.folder) {
            [UInt8](try Data(contentsOf: URL(fileURLWithPath: data.backUp().path)))
        }
    }

    @Test("is refused, and nothing is restored of it", arguments: Damage.allCases)
    func damaged(damage: Damage) throws {
        let data = try SampleData()
        let backup = data.backup(at: data.file)
        let whole = try Self.whole.get()
        try #require(whole.count > BackupHeader.size + 4 * ChunkSeal.sealedSize)
        var bytes = whole
        damage.apply(to: &bytes)
        #expect(bytes != whole)
        try Data(bytes).write(to: URL(fileURLWithPath: backup.path))
        try data.expect(damage.error(backup.path), from: backup)
    }

    @Test func `and was cut between two chunks shows it at the last one that is left`() throws {
        let data = try SampleData()
        var writer = try data.writer()
        try writer.append([UInt8](repeating: 7, count: 3 * ChunkSeal.contentSize))
        try writer.finish()
        #expect(truncate(data.file, off_t(BackupHeader.size + 2 * ChunkSeal.sealedSize)) == 0)
        let rest = try #require(OpenFile(reading: data.file))
        var reader = try SealedReader(
            rest, path: data.file, passphrase: SampleData.passphrase, rounds: SampleData.rounds)
        #expect(try reader.read(ChunkSeal.contentSize).count == ChunkSeal.contentSize)
        #expect(throws: BackupError.damaged(path: data.file)) { try reader.read(1) }
    }

    @Test("is refused if it is not a file", arguments: ["", "/source"])
    func noFile(name: String) throws {
        let data = try SampleData()
        let backup = data.backup(at: data.folder.path + (name.isEmpty ? "/missing" : name))
        let reason = name.isEmpty ? "No such file or directory" : "Is a directory"
        try data.expect(.cannotOpen(path: backup.path, reason: reason), from: backup)
    }
}
