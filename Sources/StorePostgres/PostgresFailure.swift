#if Postgres
internal import FileSystem

/// What went wrong with a statement or a connection. `PostgresConnection` throws it. By it `PostgresEngine` decides
/// whether to do a transaction again, and makes a `StorageError` of it.
struct PostgresFailure: Error, CustomStringConvertible {
    /// The SQLSTATE; empty where the trouble is with the connection.
    let state: String
    /// The server's or the library's words, in one line.
    let description: String
    /// Whether the connection is of no use any more.
    let isConnectionLost: Bool

    /// Whether the same transaction may succeed when it is done again: it ran into another one.
    var isConflict: Bool { state == "40001" || isDeadlock }

    var isDeadlock: Bool { state == "40P01" }

    /// Whether nobody knows, where it came with a commit, what became of the transaction: the connection was lost, the server ended,
    /// or it gave up waiting for its standby.
    var isUnknownCommit: Bool { isConnectionLost || state.isEmpty || state.hasPrefix("57P") }

    /// Whether what was to be made is there: a key, an object of the schema, or a table.
    var isAlreadyThere: Bool { ["23505", "42710", "42P07"].contains(state) }

    /// Whether it concerns the statement and its values, and not the database.
    var isAboutStatement: Bool {
        // 22: data exceptions. 23: constraints. 42: what the statement says.
        !isConnectionLost && ["22", "23", "42"].contains(String(state.prefix(2)))
    }

    /// The same without parts of a password: where an address is malformed, the library quotes what it takes for a port or a host.
    func withoutPassword(of address: String) -> PostgresFailure {
        var parts: [Substring] = []
        if let start = address.firstRange(of: "://")?.upperBound, let end = address[start...].lastIndex(of: "@") {
            parts += address[start..<end].split { "/:?#@".contains($0) }.dropFirst()
        }
        if let start = address.firstRange(of: "password=")?.upperBound {
            parts.append(address[start...].prefix { $0 != "&" })
        }
        let text = parts.reduce(description) { $0.replacing("\"\($1)\"", with: "\"…\"") }
        return PostgresFailure(state: state, description: text, isConnectionLost: isConnectionLost)
    }

    /// The same for those who use the store. `database` is its name.
    func storageError(_ database: String) -> StorageError {
        switch state {
        case "25006": .notWritable(path: database)
        case "53100": .full(path: database)
        case "53300", "55P03": .busy(path: database)
        default: .unusable(path: database, reason: description)
        }
    }
}
#endif
