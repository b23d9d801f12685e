#if AppleServices
import AppleServices
import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// A developer's server that takes notifications, or does not. The test says what it answers, byte by byte.
final class NotificationListener: Sendable {
    enum Reply: Sendable {
        case bytes(String)
        case silence
        case close

        static func status(_ code: Int, _ headers: String = "") -> Reply {
            .bytes("HTTP/1.1 \(code) Status\r\n\(headers)Content-Length: 0\r\n\r\n")
        }

        static func body(_ text: String) -> Reply {
            .bytes("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
        }
    }

    private let channel: any Channel
    /// The bodies, in the order in which they came.
    private let requests: AsyncStream<String>

    var address: String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/notifications" }

    /// Listens on a free port. `reply` is called for each request, with 1 for the first.
    init(reply: @escaping @Sendable (Int) -> Reply) async throws {
        let (requests, continuation) = AsyncStream.makeStream(of: String.self)
        self.requests = requests
        let count = Mutex(0)
        channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        Handler { body in
                            let answer = reply(
                                count.withLock { count in
                                    count += 1
                                    return count
                                })
                            continuation.yield(body)
                            return answer
                        })
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    func stop() async throws { try await channel.close() }

    func payloads(_ count: Int) async throws -> [[String: any Sendable]] {
        var payloads: [[String: any Sendable]] = []
        for await body in requests.prefix(count) { payloads.append(try Self.payload(body)) }
        return payloads
    }

    /// The identifiers of what comes, until there are enough of them.
    func identifiers(until isEnough: (Set<String>) -> Bool) async throws -> Set<String> {
        var identifiers: Set<String> = []
        for await body in requests {
            if let identifier = try Self.payload(body)["notificationUUID"] as? String {
                identifiers.insert(identifier)
            }
            if isEnough(identifiers) { break }
        }
        return identifiers
    }

    private static func payload(_ body: String) throws -> [String: any Sendable] {
        struct Body: Decodable { var signedPayload: String }
        let signed = try JSONDecoder().decode(Body.self, from: Data(body.utf8)).signedPayload
        return try decoded(signed)
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let answer: (String) -> Reply
        private var text = ""

        init(answer: @escaping (String) -> Reply) { self.answer = answer }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            text += String(buffer: unwrapInboundIn(data))
            guard let head = text.range(of: "\r\n\r\n"),
                let length = text[..<head.lowerBound].lowercased().split(separator: "\r\n")
                    .first(where: { $0.hasPrefix("content-length: ") })?.split(separator: " ").last.flatMap({
                        Int($0)
                    }
                    ),
                text[head.upperBound...].utf8.count == length
            else { return }
            let body = String(text[head.upperBound...])
            text = ""
            switch answer(body) {
            case .bytes(let bytes):
                context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: bytes)), promise: nil)
            case .silence: break
            case .close: context.close(promise: nil)
            }
        }
    }
}
#endif
