internal import StoreModel
internal import StoreRules

/// The table of the attempts to deliver each notification, with their results. `NotificationOutbox` adds
/// them; the delivery log and the Server API's history of notifications show them.
enum NotificationAttemptTable {
    /// Adds an attempt that was made when so many were `known`. If it is there already, nothing is added: it
    /// is recorded once more if nobody knows whether the first time counts.
    static func insert(
        _ result: SendAttemptResult, at date: Timestamp, of notification: Int64, after known: Int,
        _ database: any StoreTransaction
    ) throws {
        let attempts = try all(of: notification, database)
        // Another server, which took it over, may have added one, too.
        guard !attempts.dropFirst(known).contains(where: { $0.result == result.rawValue }) else { return }
        try database.insert(
            "INSERT INTO notificationAttempt VALUES (?, ?, ?, ?)",
            [notification, attempts.count + 1, date, result.rawValue],
            changing: [(read(notification), .isUnknown)])
    }

    static func all(
        of notification: Int64, _ database: any StoreTransaction
    ) throws -> [NotificationDelivery.Attempt] {
        try database.rows(read(notification)).map { .init(date: $0["date"], result: $0["result"]) }
    }

    static func read(_ notification: Int64) -> StoreRead {
        StoreRead(
            "SELECT date, result FROM notificationAttempt WHERE notification = ? ORDER BY attempt",
            [notification])
    }
}

/// The result of an attempt to deliver a notification; the words are Apple's.
package enum SendAttemptResult: String, Hashable, Sendable {
    /// The developer's server took it: its status was 200 to 206.
    case success = "SUCCESS"
    case timedOut = "TIMED_OUT"
    case tlsIssue = "TLS_ISSUE"
    /// No server listens there, or the connection closed before an answer began.
    case noResponse = "NO_RESPONSE"
    case socketIssue = "SOCKET_ISSUE"
    /// The answer is not HTTP.
    case invalidResponse = "INVALID_RESPONSE"
    case unsuccessfulStatus = "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
    case other = "OTHER"
}
