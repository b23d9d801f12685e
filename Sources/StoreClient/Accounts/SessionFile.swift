package import FileSystem
internal import FoundationEssentials
package import StoreWire

/// The session of this device at one store: `session.json` (0600) in the store's folder. It holds a secret.
package struct SessionFile: Sendable {
    private let file: PrivateFile

    package init(in directory: DataDirectory) { file = PrivateFile(directory, "session.json") }

    /// The session; nil where there is none, or where the file is damaged.
    package func read() -> StoreWire.Session? {
        guard let bytes = try? file.read(),
            let session = try? JSONDecoder().decode(StoreWire.Session.self, from: Data(bytes)),
            session.isSound
        else { return nil }
        return session
    }

    package func write(_ session: StoreWire.Session) throws(StorageError) {
        guard let bytes = try? JSONEncoder().encode(session) else { return }
        try file.write(Array(bytes))
    }

    package func remove() throws(StorageError) { try file.remove() }
}
