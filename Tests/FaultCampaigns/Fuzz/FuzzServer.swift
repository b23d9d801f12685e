internal import Foundation
internal import Glibc
internal import Logging
internal import StoreServer
internal import TestSupport

/// The server of a `FuzzStore`, in this process: the targets that send requests use it.
struct FuzzServer: Sendable {
    static let adminToken = "a token for the administrator"
    static let hostToken = "a token for the host"

    let port: UInt16

    /// Serves until the process ends.
    init(_ fixture: FuzzStore) throws {
        var options = ServerOptions(adminToken: Self.adminToken)
        options.hostToken = Self.hostToken
        options.accountRate = nil
        options.accountPurchases = nil
        options.newUses = nil
        options.newAccounts = nil
        options.signIns = nil
        let port = try LoopbackSocket.freePort()
        options.listening.port = Int(port)
        let logger = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
        let listens = DispatchSemaphore(value: 0)
        var server = try HTTPService.store(
            ServedStore(fixture.store, options: options, time: fixture.time.source),
            options: options, time: fixture.time.source, logger: logger)
        server.onListening = { _ in listens.signal() }
        Task.detached { [server] in
            do { try await server.run() } catch { fatalError("\(error)") }
        }
        listens.wait()
        self.port = port
    }

    /// Sends bytes and their end, and returns the answer up to its end, or up to the beginning of a stream.
    func exchange(_ bytes: [UInt8]) throws -> RawAnswer {
        let descriptor = try LoopbackSocket.connect(port: port)
        defer { close(descriptor) }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        if bytes.isEmpty { shutdown(descriptor, Int32(SHUT_WR)) }
        var (rest, answer) = (bytes[...], [UInt8]())
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let wanted = Int16(rest.isEmpty ? POLLIN : POLLIN | POLLOUT)
            var source = pollfd(fd: descriptor, events: wanted, revents: 0)
            // `FuzzCampaign` ends the process if this takes too long.
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
            guard count > 0 else { return RawAnswer(answer) }
            answer += buffer[..<count]
            if Data(answer.prefix(500)).range(of: Data("text/event-stream".utf8)) != nil {
                return RawAnswer(answer)
            }
        }
    }
}
