internal import FoundationEssentials
package import Storage
package import StoreModel
package import StoreWire

/// The session of this device at one store, which is a secret: `session.json` (0600) in the store's folder.
/// `RemoteStore` reads and writes it. `EndedSessions`, below, keeps the tokens of sessions that ended without
/// the store's knowledge.
package struct SessionFile: Sendable {
    private let file: PrivateFile

    package init(in directory: DataDirectory) { file = PrivateFile(directory, "session.json") }

    /// The session; nil if there is none, or if the file is damaged.
    package func read() -> StoreWire.Session? {
        guard let bytes = try? file.read(),
            let session = try? JSONDecoder().decode(StoreWire.Session.self, from: Data(bytes)),
            session.isSound
        else { return nil }
        return session
    }

    package func write(_ session: StoreWire.Session) throws(StorageError) {
        guard let bytes = try? SentJSON.encode(session) else { return }
        try file.write(bytes)
    }

    package func remove() throws(StorageError) { try file.remove() }
}

/// Sessions that ended on this device without the store's knowledge. Their tokens are still valid at the
/// store. The folder `ended/` in the store's folder has a file (0600) for each token, so that several
/// programs can add and remove them.
package struct EndedSessions: Sendable {
    private let path: String

    package init(in directory: DataDirectory) { path = directory.file("ended") }

    /// Keeps a token until the store knows that its session has ended.
    package func add(_ token: String) throws(StorageError) {
        let directory = try DataDirectory(path: path)
        try PrivateFile(directory, randomUUID()).write(Array(token.utf8))
    }

    /// Ends all kept sessions at the store, and keeps those that it cannot end now.
    /// Returns whether all have ended.
    @discardableResult
    package func tell(_ accounts: AccountClient) async -> Bool {
        guard let files = try? FileManager.default.contentsOfDirectory(atPath: path) else { return true }
        // Other names are drafts, which other programs are writing.
        let names = files.filter(\.isUUID)
        guard !names.isEmpty else { return true }
        guard let directory = try? DataDirectory(path: path) else { return false }
        var isDone = true
        for file in names.map({ PrivateFile(directory, $0) }) {
            do {
                // Another program may have ended it meanwhile.
                guard let token = try file.read() else { continue }
                try await accounts.signOut(token: String(decoding: token, as: UTF8.self))
                try file.remove()
            } catch {
                isDone = false
            }
        }
        return isDone
    }
}
