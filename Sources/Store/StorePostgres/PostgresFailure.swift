#if Postgres
internal import StoreModel

/// What went wrong with a statement or a connection. `PostgresConnection` throws it. `PostgresEngine` uses it
/// to decide whether to repeat a transaction, and turns it into a `StorageError`.
struct PostgresFailure: Error, CustomStringConvertible {
    /// The SQLSTATE; empty if the trouble is with the connection.
    let state: String
    /// The server's or the library's message, in one line.
    let description: String
    /// Whether the connection can no longer be used.
    let isConnectionLost: Bool

    /// Whether the same transaction may succeed if it is repeated: it conflicted with another one, or a table
    /// has changed since its statements were prepared.
    var isConflict: Bool { state == "40001" || state == "0A000" || isDeadlock }

    var isDeadlock: Bool { state == "40P01" }

    /// Whether a failed commit leaves it unknown if the transaction was committed: the connection was lost,
    /// the server ended, or it gave up waiting for its standby.
    var isUnknownCommit: Bool { isConnectionLost || state.isEmpty || state.hasPrefix("57P") }

    /// Whether what was to be made is already there: a key, an object of the schema, or a table.
    var isAlreadyThere: Bool { ["23505", "42710", "42P07"].contains(state) }

    /// Whether it concerns the statement and its values, not the database.
    var isAboutStatement: Bool {
        // 22: data exceptions. 23: constraints. 42: the statement's text.
        !isConnectionLost && ["22", "23", "42"].contains(String(state.prefix(2)))
    }

    /// The same failure without anything that may be part of a password. If an address is malformed, the
    /// library quotes what it takes for a port, a host, a database or a parameter. Quotations are kept only
    /// if the address has no place for a password.
    func withoutPassword(of address: String) -> PostgresFailure {
        let plain =
            #/\w+:\/\/(?:[\w.\-]+@)?[\w.\-]*(?::\d{1,5})?(?:,[\w.\-]*(?::\d{1,5})?)*(?:\/[\w.\-]*)?/#
        guard address.wholeMatch(of: plain) == nil else { return self }
        // If the password contains a quotation mark, it is unknown which one ends the quotation.
        let hasMark = address.contains("\"") || address.contains("%22")
        let quotation: Regex<Substring> = hasMark ? #/".*/# : #/"[^"]*(?:"|$)/#
        return PostgresFailure(
            state: state, description: description.replacing(quotation, with: "\"…\""),
            isConnectionLost: isConnectionLost)
    }

    /// The same failure for users of the store. `database` is its name.
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
