/// The result of an attempt to deliver a notification; the words are Apple's.
package enum SendAttemptResult: String, Hashable, Sendable {
    /// The developer's server took it: a status from 200 to 206.
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
