package import FileSystem
internal import FoundationEssentials
internal import StoreModel

/// Sessions that ended on this device, and of which the store has not heard: as long as it has not, their tokens are good.
/// `ended/` in the store's folder holds each token in a file (0600) of its own, so that programs do not get in each other's
/// way.
package struct EndedSessions: Sendable {
    private let path: String

    /// The ended sessions of a store whose folder is `directory`.
    package init(in directory: DataDirectory) { path = directory.file("ended") }

    /// Keeps a token until the store has heard of its end.
    package func add(_ token: String) throws(StorageError) {
        let directory = try DataDirectory(path: path)
        try PrivateFile(directory, randomUUID()).write(Array(token.utf8))
    }

    /// Tells the store of every end that it has not heard of. What it cannot be told now is kept.
    ///
    /// - Returns: whether it knows all of them now.
    @discardableResult
    package func tell(_ accounts: AccountClient) async -> Bool {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path), !names.isEmpty else {
            return true
        }
        guard let directory = try? DataDirectory(path: path) else { return false }
        var isDone = true
        for file in names.map({ PrivateFile(directory, $0) }) {
            do {
                // Another program may have told it meanwhile.
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
