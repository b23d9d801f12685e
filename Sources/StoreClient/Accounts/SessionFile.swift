package import FileSystem
internal import FoundationEssentials
internal import StoreModel
package import StoreWire

/// Who is signed in at one store: `session.json` (0600) in the store's folder. It holds a secret.
package struct SessionFile: Sendable {
    private let file: PrivateFile

    /// The session of a store whose folder is `directory`.
    package init(in directory: DataDirectory) { file = PrivateFile(directory, "session.json") }

    /// The session; nil where nobody is signed in, or where the file is not what was written to it.
    package func read() -> StoreWire.Session? {
        guard let bytes = try? file.read(),
            let session = try? JSONDecoder().decode(StoreWire.Session.self, from: Data(bytes)),
            session.isSound
        else { return nil }
        return session
    }

    /// Keeps a session in place of the one before, entirely or not at all.
    package func write(_ session: StoreWire.Session) throws(StorageError) {
        guard let bytes = try? JSONEncoder().encode(session) else { return }
        try file.write(Array(bytes))
    }

    /// Forgets the session.
    package func remove() throws(StorageError) { try file.remove() }
}
