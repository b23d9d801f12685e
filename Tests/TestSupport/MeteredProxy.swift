internal import Foundation
internal import Glibc
package import StoreModel
internal import Synchronization

/// A proxy between clients and a server of this machine. It counts what goes to the clients, and can hold
/// it back or lose it.
package final class MeteredProxy: Sendable {
    private struct State {
        var target: UInt16
        var count = 0
        var limit = Int.max
        var network = StoreSettings.Network.up
    }

    /// The system's own buffers are small, so that what is counted is about what a client has received.
    private static let buffer = 32 << 10

    /// `POLLRDHUP`, which the module does not have.
    private static let hangUp: Int16 = 0x2000

    package let port: UInt16
    private let listener: Int32
    private let state: Mutex<State>
    private let condition = NSCondition()
    private let connections = Mutex<[OpenSockets]>([])

    package init(target: UInt16) throws {
        state = Mutex(State(target: target))
        (listener, port) = try LoopbackSocket.listen()
        let listener = listener
        Thread.detachNewThread { [weak self] in
            while let client = LoopbackSocket.accept(at: listener) {
                guard let self else { break }
                if network == .down { close(client) } else { serve(client) }
            }
            close(listener)
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    package var address: String { "http://127.0.0.1:\(port)" }

    /// What becomes of requests and answers. While it is down, no connection is taken.
    package var network: StoreSettings.Network {
        get { state.withLock { $0.network } }
        set {
            state.withLock { $0.network = newValue }
            if newValue == .down { cut() }
        }
    }

    /// The port of the server. If it changes, connections to the one before are cut.
    package var target: UInt16 {
        get { state.withLock { $0.target } }
        set {
            state.withLock { $0.target = newValue }
            cut()
        }
    }

    /// How many bytes went to clients.
    package var count: Int { state.withLock { $0.count } }

    /// Holds back everything after so many bytes in all; nil holds nothing back.
    package func hold(at count: Int?) { change { $0.limit = count ?? .max } }

    /// Returns when so many bytes have gone to clients. Throws a `ToolError` if that takes five minutes.
    package func wait(for count: Int) throws {
        let end = Date(timeIntervalSinceNow: 300)
        condition.lock()
        defer { condition.unlock() }
        while self.count < count {
            guard condition.wait(until: end) else {
                throw ToolError(description: "waited in vain for \(count) bytes: \(self.count) have gone")
            }
        }
    }

    /// Changes what threads wait for, and wakes them. A thread that looks at it has the condition's lock, so
    /// it does not begin to wait between the change and the broadcast.
    private func change(_ body: (inout State) -> Void) {
        condition.lock()
        defer { condition.unlock() }
        state.withLock { body(&$0) }
        condition.broadcast()
    }

    /// Closes all connections, like a broken line that both ends notice.
    package func cut() {
        for open in connections.withLock({ $0 }) { open.cut() }
    }

    /// From now on nothing goes back from this side to the server, not even the kernel's acknowledgements:
    /// the line is dead, and nobody has closed it.
    ///
    /// - Throws: `ToolError` if the kernel lets only root attach a filter to a socket.
    package func goDead() throws {
        hold(at: count)
        for open in connections.withLock({ $0 }) { try open.goDead() }
    }

    private func serve(_ client: Int32) {
        guard let server = try? LoopbackSocket.connect(port: target, patience: 0) else {
            close(client)
            return
        }
        var size = Int32(Self.buffer)
        setsockopt(client, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        let open = OpenSockets(client, server)
        connections.withLock { $0.append(open) }
        if network == .down { open.cut() }
        Thread.detachNewThread { [self] in pass(from: client, to: server, isMetered: false, open) }
        Thread.detachNewThread { [self] in pass(from: server, to: client, isMetered: true, open) }
    }

    private func pass(from source: Int32, to sink: Int32, isMetered: Bool, _ open: OpenSockets) {
        defer { open.end() }
        var bytes = [UInt8](repeating: 0, count: Self.buffer)
        while true {
            let room = isMetered ? waitForRoom(on: sink) : bytes.count
            guard room > 0, case let count = recv(source, &bytes, min(room, bytes.count), 0), count > 0 else {
                return
            }
            if isMetered, network == .answersLost { return }
            guard LoopbackSocket.send(Array(bytes.prefix(count)), to: sink) else { return }
            if isMetered { change { $0.count += count } }
        }
    }

    /// Waits until something may go to a client, and returns how much; 0 if the client is gone.
    private func waitForRoom(on client: Int32) -> Int {
        condition.lock()
        defer { condition.unlock() }
        while true {
            let room = state.withLock { $0.limit - $0.count }
            if room > 0 { return room }
            // Wakes now and then: this thread is not told if a client is killed meanwhile.
            _ = condition.wait(until: Date(timeIntervalSinceNow: 0.05))
            var watched = pollfd(fd: client, events: Self.hangUp, revents: 0)
            if poll(&watched, 1, 0) > 0 { return 0 }
        }
    }

    /// Two sockets that are closed when both directions have ended.
    private final class OpenSockets: Sendable {
        private let sockets: [Int32]
        private let ended = Mutex(0)

        init(_ sockets: Int32...) { self.sockets = sockets }

        func cut() {
            // Other descriptors may have the numbers of closed ones by now.
            ended.withLock { if $0 < 2 { shutDown() } }
        }

        func goDead() throws { try ended.withLock { if $0 < 2 { try attachDeafFilter() } } }

        private func attachDeafFilter() throws {
            // sock_filter and sock_fprog, which the module does not have: one instruction, BPF_RET, which
            // takes no byte of a packet.
            var instruction = UInt64(6).littleEndian
            try withUnsafeMutablePointer(to: &instruction) { instruction in
                var filter = (length: UInt16(1), instructions: instruction)
                let size = socklen_t(MemoryLayout.size(ofValue: filter))
                for socket in sockets
                where setsockopt(socket, SOL_SOCKET, SO_ATTACH_FILTER, &filter, size) != 0 {
                    throw ToolError(
                        description: "no filter for a socket: \(String(cString: strerror(errno)))")
                }
            }
        }

        private func shutDown() {
            for socket in sockets { shutdown(socket, Int32(SHUT_RDWR)) }
        }

        func end() {
            let isLast = ended.withLock { ended in
                shutDown()
                ended += 1
                return ended == 2
            }
            if isLast { for socket in sockets { close(socket) } }
        }
    }
}
