internal import AsyncHTTPClient
internal import FileSystem
internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import StoreModel

extension StoreError {
    /// `NSURLErrorTimedOut`: no answer within the time that was given.
    static let timedOut = StoreError(domain: .network, code: -1001)

    /// Something answered, but not with what a store answers. What was asked for may have been done.
    static let unreadableAnswer = StoreError(
        domain: .storeServer, code: StoreError.unknownServerError.code,
        message: "The store answered with something that this program cannot read.")

    /// The error for what the transport said. The line that matters lies between a request that never left, and one that
    /// may have arrived.
    init(transport error: any Error) {
        switch error {
        case is CancellationError: self = .requestCancelled
        case let error as TrustError: self = .untrusted(error.description)
        case let error as StorageError: self = .deviceTrouble(error.description)
        // No connection came about: nobody there, no such host, or not the one that its certificate names.
        case is NIOConnectionError, is NIOSSLExtraError: self = .networkDown
        case let error as NIOSSLError:
            if case .handshakeFailed = error { self = .networkDown } else { self = .connectionLost }
        case let error as HTTPClientError:
            self = Self.whereNothingIsSent.contains(error) ? .networkDown : .connectionLost
        case let error as IOError: self = Self.whereNobodyIs.contains(error.errnoCode) ? .networkDown : .connectionLost
        case HTTPParserError.invalidEOFState, HTTPParserError.closedConnection: self = .connectionLost
        // More than is read, or not HTTP: somebody answers, but not a store.
        case is NIOTooManyBytesError, is HTTPParserError: self = .unreadableAnswer
        default: self = .connectionLost
        }
    }

    private static let whereNobodyIs = [
        ECONNREFUSED, EHOSTUNREACH, EHOSTDOWN, ENETUNREACH, ENETDOWN, EADDRNOTAVAIL,
    ]
    private static let whereNothingIsSent: [HTTPClientError] = [
        .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout,
    ]
}
