/// A commit may have succeeded or not: the connection was lost meanwhile, or the server gave up waiting for its
/// standby. `PostgresEngine` throws it to those who write.
package struct UnknownCommit: Error, CustomStringConvertible {
    /// What a person knows the database by.
    package let database: String

    package init(database: String) { self.database = database }

    package var description: String {
        "The connection to \(database) was lost during a change; nobody knows whether the change was made. Do the same again: a "
            + "payment is charged once."
    }
}
