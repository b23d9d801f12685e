internal import GRDB
internal import SQLiteStorage
internal import StoreModel

/// The attempts to deliver notifications, and what came of them.
enum NotificationAttemptTable {
    static let migration = DatabaseFile.Migration("notification attempts") { database in
        try database.execute(
            sql: """
                CREATE TABLE notificationAttempt (
                    notification INTEGER NOT NULL REFERENCES notification (number),
                    attempt INTEGER NOT NULL,
                    date INTEGER NOT NULL,
                    result TEXT NOT NULL,
                    PRIMARY KEY (notification, attempt)
                ) STRICT, WITHOUT ROWID
                """)
    }

    /// One attempt.
    struct Entry: Hashable, Sendable {
        let date: Timestamp
        let result: String
    }

    /// Adds an attempt.
    ///
    /// - Returns: which one of the notification's it was; 1 for the first.
    static func insert(
        _ result: SendAttemptResult, at date: Timestamp, of notification: Int64, _ database: Database
    ) throws -> Int {
        let attempt = try all(of: notification, database).count + 1
        try database.execute(
            sql: "INSERT INTO notificationAttempt VALUES (?, ?, ?, ?)",
            arguments: [notification, attempt, date.milliseconds, result.rawValue])
        return attempt
    }

    static func all(of notification: Int64, _ database: Database) throws -> [Entry] {
        let statement = try database.cachedStatement(
            sql: "SELECT date, result FROM notificationAttempt WHERE notification = ? ORDER BY attempt")
        return try Row.fetchAll(statement, arguments: [notification]).map {
            Entry(date: Timestamp(milliseconds: $0["date"]), result: $0["result"])
        }
    }
}
