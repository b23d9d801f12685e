internal import Glibc
internal import Synchronization
internal import TestSupport

/// The connections of a crowd: the bytes that each one sends before it falls silent.
enum BadConnection: String, CaseIterable {
    case silent
    case halfHeader = "half a header"
    case halfBody = "half a body"
    case unread = "40 requests at once, whose answers it does not read"
    case streams = "streams of one account"
    case streamsOfMany = "streams of 200 accounts"
    case silentTLS = "TLS: silent"
    case halfHello = "TLS: half of the client's first message"
    case halfHandshake = "TLS: half a handshake"

    var accounts: Int {
        switch self {
        case .streams: 1
        case .streamsOfMany: 200
        default: 0
        }
    }

    var isTLS: Bool { [.silentTLS, .halfHello, .halfHandshake].contains(self) }

    func bytes(token: String) -> [UInt8] {
        switch self {
        case .silent, .silentTLS: []
        case .halfHeader: Array("GET /health HTTP/1.1\r\nHost: ".utf8)
        case .halfBody:
            Array("POST /store/v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{".utf8)
        case .unread:
            Array(String(repeating: "GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", count: 40).utf8)
        case .streams, .streamsOfMany:
            Array("GET /store/v1/updates HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\r\n".utf8)
        case .halfHello: Array(Self.clientHello.prefix(Self.clientHello.count / 2))
        case .halfHandshake: Self.clientHello
        }
    }

    /// The first message of a client of TLS 1.2, which makes the server sign its own.
    private static let clientHello: [UInt8] = {
        let extensions: [UInt8] =
            [0, 10, 0, 4, 0, 2, 0, 23]  // The curve P-256.
            + [0, 11, 0, 2, 1, 0]  // Points as they are.
            + [0, 13, 0, 4, 0, 2, 4, 3]  // ECDSA on it, with SHA-256.
        let hello: [UInt8] =
            [3, 3] + [UInt8](repeating: 7, count: 32) + [0] + [0, 2, 0xC0, 0x2B] + [1, 0] + [
                0, UInt8(extensions.count),
            ]
            + extensions
        let message: [UInt8] = [1, 0, 0, UInt8(hello.count)] + hello
        return [22, 3, 1, 0, UInt8(message.count)] + message
    }()
}

/// Bad connections of one kind, all from one address: the load of `DoorsBenchmark`.
final class Crowd: Sendable {
    private let size: Int
    private let kind: BadConnection
    private let port: UInt16
    private let address: String
    private let tokens: [String]
    private let descriptors = Mutex<[Int32]>([])

    init(of size: Int, _ kind: BadConnection, at port: UInt16, from address: String, tokens: [String]) {
        self.size = size
        self.kind = kind
        self.port = port
        self.address = address
        self.tokens = tokens
    }

    /// Connects without a pause, and returns how long that took. Afterwards it connects once more every
    /// five milliseconds.
    func open(until end: ContinuousClock.Instant) async throws -> Duration {
        let time = Mutex<Result<Duration, any Error>?>(nil)
        await onThreads(1) { _ in
            giveWay()
            let result = Result {
                let time = try ContinuousClock().measure {
                    for number in 0..<self.size { try self.connect(number) }
                }
                while ContinuousClock.now < end {
                    usleep(5000)
                    try self.connect(self.count)
                }
                return time
            }
            time.withLock { $0 = result }
        }
        return try time.withLock { $0! }.get()
    }

    var count: Int { descriptors.withLock { $0.count } }

    private func connect(_ number: Int) throws {
        let descriptor = try LoopbackSocket.connect(port: port, from: address)
        LoopbackSocket.send(kind.bytes(token: tokens[number % tokens.count]), to: descriptor)
        descriptors.withLock { $0.append(descriptor) }
    }

    /// How many connections the server has ended.
    var goneCount: Int {
        descriptors.withLock { descriptors in
            descriptors.count { descriptor in
                var buffer = [UInt8](repeating: 0, count: 4096)
                var count: Int
                repeat {
                    count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
                } while count > 0
                return count == 0 || errno != EAGAIN
            }
        }
    }

    func close() {
        descriptors.withLock { descriptors in
            for descriptor in descriptors { Glibc.close(descriptor) }
            descriptors = []
        }
    }
}
