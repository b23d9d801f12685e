internal import GRDB
internal import Storage

/// Savepoints in a transaction of SQLite, for `SQLiteTransaction`.
extension Database {
    /// Does a part of a transaction. An error of the part undoes only the part.
    ///
    /// - Throws: trouble with the file, which affects the whole transaction.
    func attempt<Value>(_ body: () throws -> Value) throws -> Result<Value, any Error> {
        var value: Value?
        do {
            try inSavepoint {
                value = try body()
                return .commit
            }
        } catch {
            guard !isLost(by: error) else { throw error }
            return .failure(error)
        }
        guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        return .success(value)
    }

    /// Whether nothing more can be written in this transaction after an error. If a row cannot be read, or
    /// breaks a rule of the schema, the file itself is fine. After some errors SQLite has rolled
    /// back the whole transaction.
    func isLost(by error: any Error) -> Bool {
        guard isInsideTransaction else { return true }
        return switch (error as? DatabaseError)?.resultCode {
        case nil, .SQLITE_CONSTRAINT?, .SQLITE_MISMATCH?, .SQLITE_TOOBIG?, .SQLITE_RANGE?, .SQLITE_ERROR?:
            false
        default: true
        }
    }
}
