internal import Crypto
internal import HTTPTypes
internal import StoreModel
internal import StoreRules
internal import StoreSQLite

/// The file in which a test moves a snapshot from one `TestStore` to another: a line with the version of
/// the format and a digest, and then the database. `TestStore` writes and reads it. Its own snapshots are
/// in memory.
enum SnapshotFile {
    /// Enough for more than a thousand purchases with their notifications.
    static let limit = 16 << 20
    private static let kind = "monkeystore-snapshot"
    private static let version = 1
    /// More than the length of the line.
    private static let longestLine = 200

    /// The file of a database. Throws `HTTPFailure` (409) if it is too large for any store to accept.
    static func bytes(of database: [UInt8]) throws(HTTPFailure) -> [UInt8] {
        let bytes = Array("\(kind) \(version) \(hash(of: database))\n".utf8) + database
        guard bytes.count <= limit else {
            throw HTTPFailure(
                .conflict, "The snapshot is larger than \(limit) bytes, and no store takes such a file.")
        }
        return bytes
    }

    /// The database of a file that has not been changed since it was written.
    static func database(of file: [UInt8]) throws(HTTPFailure) -> [UInt8] {
        let line = file.prefix(longestLine).prefix { $0 != UInt8(ascii: "\n") }
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard words.count >= 2, words[0] == kind, let found = Int(words[1]), found >= 1 else {
            throw .badRequest("The body is not the file of a snapshot; nothing was kept.")
        }
        guard found == version else { throw newerVersion }
        let database = Array(file.dropFirst(line.count + 1))
        guard words.count == 3, words[2] == hash(of: database) else {
            throw .badRequest("The snapshot is damaged, or was cut on its way; nothing was kept.")
        }
        return database
    }

    /// The engine on a file's contents, for a store that sells for `application`. Throws `HTTPFailure`.
    static func engine(
        on file: [UInt8], for application: AppIdentity, at now: Timestamp
    ) throws -> SQLiteEngine {
        let database = try database(of: file)
        do {
            let engine = try SQLiteEngine(received: database)
            try ReceivedContents.check(engine, for: application, at: now)
            return engine
        } catch StorageError.newerVersion {
            throw newerVersion
        } catch StorageError.earlierBuild {
            throw earlierBuild
        } catch is StorageError {
            throw HTTPFailure.badRequest("The snapshot is not as a store makes it; nothing was kept.")
        }
    }

    private static let newerVersion = HTTPFailure(
        .conflict, "A newer version of the server made the snapshot; nothing was kept. Use that version.")

    private static let earlierBuild = HTTPFailure(
        .conflict,
        "The snapshot was made by a build from before the first version of the server; nothing was kept.")

    private static func hash(of bytes: [UInt8]) -> String {
        Hexadecimal.encode(SHA256.hash(data: bytes))
    }
}

extension ReceivedContents.Refusal: HTTPRefusal {
    var failure: HTTPFailure {
        switch self {
        case .anotherApplication: HTTPFailure(.conflict, description)
        case .ofLater, .damaged: .badRequest(description)
        }
    }
}
