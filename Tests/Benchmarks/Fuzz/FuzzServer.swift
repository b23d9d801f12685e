internal import Foundation
internal import Glibc
internal import Logging
internal import StoreEngine
internal import StoreModel
internal import StoreServer
internal import TestSupport

/// The store behind HTTP, in this process.
struct FuzzServer: Sendable {
    static let adminToken = "a token for the administrator"
    static let hostToken = "a token for the host"

    let port: UInt16

    /// Serves until the process ends.
    init(_ fixture: FuzzStore) throws {
        var options = ServerOptions(adminToken: Self.adminToken)
        options.hostToken = Self.hostToken
        options.accountRate = nil
        let port = try LoopbackSocket.freePort()
        options.listening.port = Int(port)
        let logger = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
        let listens = DispatchSemaphore(value: 0)
        let server = try StoreServer(
            store: fixture.store, api: fixture.api, options: options, time: fixture.time.source, logger: logger
        ) { _ in listens.signal() }
        Task.detached {
            do { try await server.run() } catch { fatalError("\(error)") }
        }
        listens.wait()
        self.port = port
    }

    /// Sends bytes and the end of them, and returns what comes until the end, or until it is a stream's beginning.
    func exchange(_ bytes: [UInt8]) throws -> [UInt8] {
        let descriptor = try LoopbackSocket.connect(port: port)
        defer { close(descriptor) }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var (rest, answer) = (bytes[...], [UInt8]())
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let wanted = Int16(rest.isEmpty ? POLLIN : POLLIN | POLLOUT)
            var source = pollfd(fd: descriptor, events: wanted, revents: 0)
            // The process is ended where this takes too long.
            poll(&source, 1, -1)
            if !rest.isEmpty, source.revents & Int16(POLLOUT | POLLERR | POLLHUP) != 0 {
                let sent = rest.withUnsafeBytes {
                    send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                rest = sent > 0 ? rest.dropFirst(sent) : errno == EAGAIN ? rest : []
                if rest.isEmpty { shutdown(descriptor, Int32(SHUT_WR)) }
            }
            guard source.revents & Int16(POLLIN | POLLERR | POLLHUP) != 0 else { continue }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EAGAIN { continue }
            guard count > 0 else { return answer }
            answer += buffer[..<count]
            if Data(answer.prefix(500)).range(of: Data("text/event-stream".utf8)) != nil { return answer }
        }
    }

    /// The statuses of the answers.
    static func statuses(of answer: [UInt8]) -> [Int] {
        let data = Data(answer)
        var statuses: [Int] = []
        var rest = data.startIndex..<data.endIndex
        while let found = data.range(of: Data("HTTP/1.1 ".utf8), in: rest) {
            statuses.append(Int(String(decoding: data[found.upperBound...].prefix(3), as: UTF8.self)) ?? 0)
            rest = found.upperBound..<data.endIndex
        }
        return statuses
    }

    /// What is behind the header of the first answer.
    static func body(of answer: [UInt8]) -> Data {
        let data = Data(answer)
        return data.range(of: Data("\r\n\r\n".utf8)).map { data[$0.upperBound...] } ?? Data()
    }
}

/// A request, as the bytes that are sent.
struct FuzzRequest {
    var method: String
    var path: [UInt8]
    var token: String?
    var headers: [(name: String, value: String)] = []
    var body: [UInt8]?

    init(_ method: String, _ path: String, token: String? = nil, body: String? = nil) {
        (self.method, self.path, self.token) = (method, Array(path.utf8), token)
        self.body = body.map { Array($0.utf8) }
    }

    var bytes: [UInt8] {
        var head = "\r\n"
        var fields = [("Host", "127.0.0.1")] + headers
        if let token { fields.append(("Authorization", "Bearer " + token)) }
        if let body { fields += [("Content-Type", "application/json"), ("Content-Length", "\(body.count)")] }
        head += fields.map { "\($0): \($1)\r\n" }.joined() + "\r\n"
        return Array((method + " ").utf8) + path + Array((" HTTP/1.1" + head).utf8) + (body ?? [])
    }
}
