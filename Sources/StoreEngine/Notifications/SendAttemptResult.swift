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
