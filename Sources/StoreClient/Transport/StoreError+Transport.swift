internal import AsyncHTTPClient
internal import FileSystem
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import StoreModel

extension StoreError {
    /// `NSURLErrorTimedOut`: no answer in time.
    static let timedOut = StoreError(domain: .network, code: -1001)

    /// The error for an error of the transport. It tells requests that were not sent from those that may have arrived.
    init(transport error: any Error) {
        switch error {
        case is CancellationError: self = .requestCancelled
        case let error as TrustError: self = .untrusted(error.description)
        case let error as StorageError: self = .deviceTrouble(error.description)
        // No connection: no server, no such host, or another certificate.
        case is NIOConnectionError, is NIOSSLExtraError: self = .networkDown
        case let error as NIOSSLError:
            if case .handshakeFailed = error { self = .networkDown } else { self = .connectionLost }
        case let error as HTTPClientError:
            self = Self.whereNothingIsSent.contains(error) ? .networkDown : .connectionLost
        case let error as IOError: self = Self.whereNobodyIs.contains(error.errnoCode) ? .networkDown : .connectionLost
        case HTTPParserError.invalidEOFState, HTTPParserError.closedConnection: self = .connectionLost
        // Too long, or not HTTP: the server is not a store.
        case is NIOTooManyBytesError, is HTTPParserError: self = .unreadableAnswer
        default: self = .connectionLost
        }
    }

    private static let whereNobodyIs = [ECONNREFUSED, EHOSTUNREACH, EHOSTDOWN, ENETUNREACH, ENETDOWN, EADDRNOTAVAIL]
    private static let whereNothingIsSent: [HTTPClientError] = [
        .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout,
    ]
}
