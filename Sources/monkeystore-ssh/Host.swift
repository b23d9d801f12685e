internal import CConfinement
internal import CSSHHost
internal import Glibc

/// Lets visitors in. A process for each connection speaks SSH, and holds nothing else; when somebody has signed in, the storefront
/// starts on a terminal, and the connection's process gets that terminal.
///
/// A storefront can open no socket. It asks for one here, and gets a connection to the store.
struct Host {
    /// How long somebody may take to sign in and to ask for the store, in seconds.
    private static let grace: Int32 = 20
    /// How long visitors have to leave when the host ends.
    private static let farewell = Duration.seconds(3)

    private struct Connection {
        let process: pid_t
        /// To the connection's process.
        let channel: Int32
        let address: String
    }

    private struct Visit {
        let process: pid_t
        /// The number of its connection.
        let connection: Int
        /// Where the storefront hands over `calls`.
        var channel: Int32?
        /// Where its calls of socket(2) wait.
        var calls: Int32?
    }

    private let listener: Int32
    private let storefront: StorefrontProgram
    private let storeSocket: String
    private let silence: UInt32
    private let signals = csh_signals()
    private var places: Places
    /// By their number; a later one has a higher number.
    private var connections: [Int: Connection] = [:]
    private var visits: [pid_t: Visit] = [:]
    private var lastConnection = 0
    /// What removes what visitors left; and whether somebody has left since it began.
    private var tidying: pid_t?
    private var isUntidy = false

    /// - Parameters:
    ///   - listener: a socket that listens for clients.
    ///   - storeSocket: where the store listens.
    ///   - silence: after how many milliseconds without an acknowledgement a connection is dead.
    init(listener: Int32, storefront: StorefrontProgram, storeSocket: String, silence: UInt32, places: Places) {
        self.listener = listener
        self.storefront = storefront
        self.storeSocket = storeSocket
        self.silence = silence
        self.places = places
    }

    /// Lets visitors in until a signal or the end of the standard input ends it. Then the visits end, each with a goodbye.
    mutating func run() {
        while !wait(for: [STDIN_FILENO, listener], milliseconds: -1) { accept() }
        close(listener)
        visits.keys.forEach { kill($0, SIGTERM) }
        let end = ContinuousClock.now + Self.farewell
        // The connections' processes end when what was drawn last has been read.
        while !visits.isEmpty || !connections.isEmpty, ContinuousClock.now < end { _ = wait(for: [], milliseconds: 20) }
    }

    /// Waits until something happens, and takes it, but for what is new at `others`.
    ///
    /// - Returns: whether it is time to end.
    private mutating func wait(for others: [Int32], milliseconds: Int32) -> Bool {
        let own = [signals] + connections.values.map(\.channel) + visits.values.compactMap { $0.channel ?? $0.calls }
        var sources = (own + others).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        poll(&sources, nfds_t(sources.count), milliseconds)
        let events = Dictionary(sources.filter { $0.revents != 0 }.map { ($0.fd, Int32($0.revents)) }) { $1 }
        // First what was asked, and then who has gone: a descriptor of theirs may become another's.
        for (process, visit) in visits {
            if let channel = visit.channel, events[channel] != nil { takeCalls(of: process, from: channel) }
            if let calls = visit.calls, let event = events[calls] {
                answer(calls, of: process, hasCall: event & Int32(POLLIN) != 0)
            }
        }
        for (number, connection) in connections where events[connection.channel] != nil {
            takeRequest(of: number, connection)
        }
        let isAsked = events[signals] != nil && csh_take_signals(signals)
        reap()
        return isAsked || (others.contains(STDIN_FILENO) && events[STDIN_FILENO] != nil)
    }

    // MARK: Connections

    private mutating func accept() {
        var client = csh_client()
        while csh_accept(listener, silence, &client) {
            defer { close(client.connection) }
            var ends: [Int32] = [-1, -1]
            guard cc_channel(&ends) == 0 else { continue }
            let process = csh_start_connection(client.connection, ends[1], Self.grace)
            close(ends[1])
            guard process > 0 else {
                close(ends[0])
                continue
            }
            lastConnection += 1
            let address = withUnsafeBytes(of: client.address) { $0.prefix { $0 != 0 }.map(\.self) }
            connections[lastConnection] = Connection(
                process: process, channel: ends[0], address: String(decoding: address, as: UTF8.self))
            if let old = places.connected(lastConnection, from: client.network), let connection = connections[old] {
                kill(connection.process, SIGKILL)
                // Its place is free now, and not when the process is gone.
                places.disconnected(old)
            }
        }
    }

    private mutating func takeRequest(of number: Int, _ connection: Connection) {
        var request = csh_request()
        var nothing: Int32 = -1
        let count = cc_receive(connection.channel, &request, MemoryLayout<csh_request>.size, &nothing)
        if nothing >= 0 { close(nothing) }
        guard count != -1 else { return }
        // One request, and as it should be; whoever sends something else has lost its mind.
        guard count == MemoryLayout<csh_request>.size, !visits.values.contains(where: { $0.connection == number })
        else { return drop(connection) }
        if let refusal = places.visit(number, by: request.fingerprintText) {
            return reply(to: connection, .refused(refusal.sentence))
        }
        guard let visit = storefront.start(for: request, from: connection.address) else {
            return reply(to: connection, .refused(Places.Refusal.full.sentence))
        }
        visits[visit.process] = Visit(process: visit.process, connection: number, channel: visit.channel)
        reply(to: connection, .opened(terminal: visit.terminal))
        close(visit.terminal)
    }

    private func drop(_ connection: Connection) { kill(connection.process, SIGKILL) }

    private enum Reply {
        case opened(terminal: Int32)
        case refused(String)
        case ended(status: Int32)
    }

    private func reply(to connection: Connection, _ reply: Reply) {
        var message = csh_reply()
        var terminal: Int32 = -1
        switch reply {
        case .opened(let descriptor):
            message.kind = Int32(CSH_OPENED.rawValue)
            terminal = descriptor
        case .refused(let sentence):
            message.kind = Int32(CSH_REFUSED.rawValue)
            message.status = 5
            withUnsafeMutableBytes(of: &message.sentence) { $0.copyBytes(from: sentence.utf8.prefix($0.count - 1)) }
        case .ended(let status):
            message.kind = Int32(CSH_ENDED.rawValue)
            message.status = status
        }
        _ = cc_send(connection.channel, &message, MemoryLayout<csh_reply>.size, terminal)
    }

    // MARK: Visits

    private mutating func takeCalls(of process: pid_t, from channel: Int32) {
        var message: UInt8 = 0
        var calls: Int32 = -1
        guard cc_receive(channel, &message, 1, &calls) != -1 else { return }
        close(channel)
        visits[process]?.channel = nil
        visits[process]?.calls = calls >= 0 ? calls : nil
    }

    private mutating func answer(_ calls: Int32, of process: pid_t, hasCall: Bool) {
        // Where the process has gone, asking for its next call may wait for ever.
        if hasCall { return csh_answer_socket(calls, storeSocket) }
        close(calls)
        visits[process]?.calls = nil
    }

    /// Takes leave of the processes that have ended, and has what they left tidied up, one time after the other.
    private mutating func reap() {
        var status: Int32 = 0
        while case let process = waitpid(-1, &status, WNOHANG), process > 0 {
            if process == tidying {
                tidying = nil
            } else if let visit = visits.removeValue(forKey: process) {
                isUntidy = true
                [visit.channel, visit.calls].compactMap(\.self).forEach { close($0) }
                if let connection = connections[visit.connection] {
                    let signal = status & 0x7F
                    reply(to: connection, .ended(status: signal == 0 ? status >> 8 & 0xFF : 128 + signal))
                }
            } else if let (number, connection) = connections.first(where: { $0.value.process == process }) {
                close(connection.channel)
                connections[number] = nil
                places.disconnected(number)
            }
        }
        if isUntidy, tidying == nil {
            isUntidy = false
            tidying = storefront.tidy()
        }
    }
}
