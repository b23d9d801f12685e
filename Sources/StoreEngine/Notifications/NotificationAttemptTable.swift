internal import StoreDatabase
internal import StoreModel

/// The attempts to deliver notifications, with their results.
enum NotificationAttemptTable {
    /// One attempt.
    struct Entry: Hashable, Sendable {
        let date: Timestamp
        let result: String
    }

    /// Adds an attempt.
    ///
    /// - Returns: which one of the notification's it was; 1 for the first.
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

/// The result of an attempt to deliver a notification; the words are Apple's.
package enum SendAttemptResult: String, Hashable, Sendable {
    /// The developer's server took it: a status from 200 to 206.
    case success = "SUCCESS"
    /// It did not answer in time.
    case timedOut = "TIMED_OUT"
    /// There was no secure connection.
    case tlsIssue = "TLS_ISSUE"
    /// No server listens there, or the connection closed before an answer began.
    case noResponse = "NO_RESPONSE"
    /// The connection broke.
    case socketIssue = "SOCKET_ISSUE"
    /// The answer is not HTTP.
    case invalidResponse = "INVALID_RESPONSE"
    /// It answered with another status.
    case unsuccessfulStatus = "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
    case other = "OTHER"
}
