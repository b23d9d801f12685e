internal import GRDB
package import Storage

/// The device's own switch for purchases (Settings, General, Restrictions). It is kept on disk so that
/// every program on the device obeys it. `SettingsManager` sets it, and `PaymentQueue` checks it before
/// a payment is sent.
package struct Restrictions: Sendable {
    package static let migrations = [
        DatabaseFile.Migration(
            "restrictions-1",
            sql: """
                CREATE TABLE restrictions (allowsPayments INTEGER NOT NULL) STRICT;
                INSERT INTO restrictions (allowsPayments) VALUES (1);
                """)
    ]

    private let file: DatabaseFile

    package init(file: DatabaseFile) { self.file = file }

    /// Whether new payments are allowed; false if the row is missing.
    package func allowsPayments() throws -> Bool {
        try file.read { try Bool.fetchOne($0, sql: "SELECT allowsPayments FROM restrictions") ?? false }
    }

    /// Allows or forbids new payments. Payments in the queue go on.
    package func setAllowsPayments(_ isAllowed: Bool) throws {
        try file.write { database in
            try database.execute(sql: "DELETE FROM restrictions")
            try database.execute(
                sql: "INSERT INTO restrictions (allowsPayments) VALUES (?)", arguments: [isAllowed])
        }
    }
}
