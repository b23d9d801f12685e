internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import StoreEngine

extension SendAttemptResult {
    /// What an attempt came to that ended without an answer.
    init(_ error: any Error) {
        switch error {
        case let error as HTTPClientError:
            switch error {
            case .deadlineExceeded, .connectTimeout, .readTimeout, .writeTimeout, .tlsHandshakeTimeout: self = .timedOut
            case .remoteConnectionClosed: self = .noResponse
            default: self = .other
            }
        case is HTTPParserError: self = .invalidResponse
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: self = .tlsIssue
        case is NIOConnectionError: self = .noResponse
        case let error as IOError: self = error.errnoCode == 111 ? .noResponse : .socketIssue
        case is ChannelError: self = .socketIssue
        default: self = .other
        }
    }
}
