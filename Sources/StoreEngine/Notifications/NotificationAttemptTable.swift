internal import StoreDatabase
internal import StoreModel

/// The attempts to deliver notifications, with their results.
enum NotificationAttemptTable {
    struct Entry: Hashable, Sendable {
        let date: Timestamp
        let result: String
    }

    /// Adds an attempt, and returns which one of the notification's it was; 1 for the first.
    static func insert(
        _ result: SendAttemptResult, at date: Timestamp, of notification: Int64, _ database: any StoreTransaction
    ) throws -> Int {
        let attempt = try all(of: notification, database).count + 1
        try database.execute(
            "INSERT INTO notificationAttempt VALUES (?, ?, ?, ?)",
            [notification, attempt, date.milliseconds, result.rawValue])
        return attempt
    }

    static func all(of notification: Int64, _ database: any StoreTransaction) throws -> [Entry] {
        let sql = "SELECT date, result FROM notificationAttempt WHERE notification = ? ORDER BY attempt"
        return try database.rows(sql, [notification]).map {
            Entry(date: Timestamp(milliseconds: $0["date"]), result: $0["result"])
        }
    }
}
