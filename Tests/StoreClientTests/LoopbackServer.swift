import Foundation
import Glibc
import Synchronization
import TestSupport

/// A server on this machine that does to its clients what a test wants, byte by byte.
final class LoopbackServer: Sendable {
    /// A request as it came.
    struct Request: Hashable, Sendable {
        var method: String
        var path: String
        /// By name, in lower case.
        var headers: [String: String]
        var body: String
    }

    /// A client that is connected.
    struct Client: Sendable {
        fileprivate let descriptor: Int32

        /// Sends bytes.
        ///
        /// - Returns: false if the client is gone.
        @discardableResult
        func send(_ text: String) -> Bool {
            let bytes = Array(text.utf8)
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }

        /// Sends a whole answer.
        func answer(_ status: Int = 200, _ body: String = "", type: String = "application/json", headers: String = "") {
            send(
                "HTTP/1.1 \(status) Reason\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n"
                    + body)
        }

        /// Begins a stream of events.
        func beginEvents() {
            send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
        }

        /// Sends a piece of a stream.
        func sendEvents(_ text: String) {
            send("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n")
        }

        /// Ends the connection.
        func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    let port: Int
    private let listener: Int32
    private let log = Mutex<[Request]>([])
    private let clients = Mutex<[Client]>([])

    var address: String { "http://127.0.0.1:\(port)" }
    /// What was asked so far.
    var requests: [Request] { log.withLock { $0 } }

    /// How many connections there are.
    var connections: Int { clients.withLock { $0.count } }

    /// Ends all connections that there are.
    func endConnections() { clients.withLock { $0 }.forEach { $0.end() } }

    /// A server that hands each request to `serve`, on a thread for each connection.
    init(port: Int? = nil, serve: @escaping @Sendable (Request, Client) -> Void) throws {
        // Not one of the system's choice: when this server stops, another one could get it.
        let port = try port ?? Int(LoopbackSocket.freePort())
        self.port = port
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        self.listener = listener
        var yes: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = in_port_t(port).bigEndian
        place.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 64) == 0
            }
        }
        guard isBound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        Thread.detachNewThread { [weak self] in
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else { return }
                Thread.detachNewThread { [weak self] in
                    let client = Client(descriptor: descriptor)
                    self?.clients.withLock { $0.append(client) }
                    var input: [UInt8] = []
                    while let request = Self.read(descriptor, &input) {
                        self?.log.withLock { $0.append(request) }
                        serve(request, client)
                    }
                    self?.clients.withLock { clients in
                        clients.removeAll { $0.descriptor == descriptor }
                        close(descriptor)
                    }
                }
            }
        }
    }

    deinit { stop() }

    /// Refuses connections from now on.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func read(_ descriptor: Int32, _ input: inout [UInt8]) -> Request? {
        while true {
            if let request = take(&input) { return request }
            var piece = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &piece, piece.count, 0)
            guard count > 0 else { return nil }
            input += piece.prefix(count)
        }
    }

    private static func take(_ input: inout [UInt8]) -> Request? {
        let text = String(decoding: input, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        let first = lines[0].components(separatedBy: " ")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        let length = text[..<end.upperBound].utf8.count + (headers["content-length"].flatMap { Int($0) } ?? 0)
        guard input.count >= length else { return nil }
        let body = String(decoding: input[text[..<end.upperBound].utf8.count..<length], as: UTF8.self)
        input.removeFirst(length)
        return Request(method: first[0], path: first[1], headers: headers, body: body)
    }
}
