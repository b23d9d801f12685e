internal import CConfinement
internal import CSSHHost
internal import Glibc
internal import ProgramSupport
internal import StoreModel

/// The SSH host of `monkeystore-server demo`, which `HostCommand` runs. For each connection, a confined
/// process speaks SSH. When the visitor has signed in, the host starts the storefront on a terminal and
/// passes the terminal to the connection's process.
///
/// A storefront cannot open sockets. If it calls socket(2), the host answers with a connection to the store.
struct Host {
    /// How long a process may take to end by itself.
    private static let patience = Duration.seconds(10)
    /// How many clients are accepted before the others are served again.
    private static let clientsAtOnce = 16

    private struct Connection {
        let process: pid_t
        let channel: Int32
        let address: String
        /// Whether the visitor has asked for the store. A visitor asks once.
        var hasAsked = false
    }

    private struct Visit {
        let process: pid_t
        let connection: Int
        let visitor: VisitorName
        let label: String
        /// Whether the same visitor has come in elsewhere.
        var isReplaced = false
        /// Whether the storefront has confined itself and shows the store.
        var isShown = false
        /// What the host reads: first the channel on which the storefront sends a descriptor, and then that
        /// descriptor, on which its calls of socket(2) wait. Nil after the end of either.
        var descriptor: Int32?
    }

    private let listener: Int32
    private let connectionProgram: ConnectionProgram
    private let storefront: StorefrontProgram
    private let storeSocket: String
    private let silence: UInt32
    private let signals = csh_signals()
    private var places: Places
    private var labels = VisitorLabels()
    private var turnedAway = TurnedAwayLimit()
    private var isClosing = false
    /// By number. A later connection has a higher number.
    private var connections: [Int: Connection] = [:]
    private var visits: [pid_t: Visit] = [:]
    /// The visitors whose arrival was announced, and whose departure was not.
    private var present: Set<VisitorName> = []
    /// When processes are killed if they have not ended by themselves.
    private var deadlines: [pid_t: ContinuousClock.Instant] = [:]
    /// Whether the system had no room for a client. The host then waits a little before it tries again.
    private var isCrowded = false
    private var lastConnection = 0
    /// The process that removes unused data, and whether a visitor has left since it started.
    private var tidying: pid_t?
    private var isUntidy = false

    /// A connection counts as dead after `silence` milliseconds without an acknowledgement.
    init(
        listener: Int32, connectionProgram: ConnectionProgram, storefront: StorefrontProgram,
        storeSocket: String,
        silence: UInt32, places: Places
    ) {
        self.listener = listener
        self.connectionProgram = connectionProgram
        self.storefront = storefront
        self.storeSocket = storeSocket
        self.silence = silence
        self.places = places
    }

    /// Serves visitors until a signal comes or standard input ends. Then the visits end, each with a goodbye.
    mutating func run() {
        while !wait(for: isCrowded ? [STDIN_FILENO] : [STDIN_FILENO, listener]) { accept() }
        close(listener)
        isClosing = true
        storefront.folder.noteClosing()
        visits.keys.forEach { kill($0, SIGTERM) }
        // Nobody waits for clients that may ask too late, or never.
        for connection in connections.values where !connection.hasAsked { drop(connection) }
        let end = ContinuousClock.now + VisitEnd.timeLimit
        // A connection's process ends when the last output has been read.
        while !visits.isEmpty || !connections.isEmpty, ContinuousClock.now < end {
            _ = wait(for: [], milliseconds: 20)
        }
        visits.keys.forEach { kill($0, SIGKILL) }
    }

    /// Waits for events, and handles all but those of `others`. Returns whether the host should end.
    private mutating func wait(for others: [Int32], milliseconds: Int32? = nil) -> Bool {
        let milliseconds = milliseconds ?? (isCrowded ? 100 : deadlines.isEmpty ? -1 : 1000)
        let own =
            [signals] + connections.values.map(\.channel) + visits.values.compactMap(\.descriptor)
        var sources = (own + others).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        poll(&sources, nfds_t(sources.count), milliseconds)
        let events = Dictionary(sources.filter { $0.revents != 0 }.map { ($0.fd, Int32($0.revents)) }) { $1 }
        // Requests are handled before processes that have ended, because a closed descriptor may be reused.
        for (process, visit) in visits {
            guard let descriptor = visit.descriptor, let event = events[descriptor] else { continue }
            if visit.isShown {
                answer(descriptor, of: process, hasCall: event & Int32(POLLIN) != 0)
            } else {
                takeCalls(of: process, from: descriptor)
            }
        }
        for (number, connection) in connections where events[connection.channel] != nil {
            takeRequest(of: number, connection)
        }
        let isAsked = events[signals] != nil && csh_take_signals(signals)
        reap()
        let now = ContinuousClock.now
        for (process, deadline) in deadlines where deadline <= now { kill(process, SIGKILL) }
        return isAsked || (others.contains(STDIN_FILENO) && events[STDIN_FILENO] != nil)
    }

    // MARK: Connections

    private mutating func accept() {
        var client = csh_client()
        isCrowded = false
        for _ in 0..<Self.clientsAtOnce {
            guard csh_accept(listener, silence, &client) else {
                isCrowded = errno != EAGAIN && errno != ECONNABORTED && errno != EINTR
                return
            }
            defer { close(client.connection) }
            guard places.admits(client.network, at: .now) else { continue }
            var ends: [Int32] = [-1, -1]
            guard cc_channel(&ends) == 0 else { return isCrowded = true }
            defer { close(ends[1]) }
            guard let process = connectionProgram.start(client.connection, channel: ends[1]) else {
                close(ends[0])
                return isCrowded = true
            }
            lastConnection += 1
            let address = withUnsafeBytes(of: client.address) { $0.prefix { $0 != 0 }.map(\.self) }
            connections[lastConnection] = Connection(
                process: process, channel: ends[0], address: String(decoding: address, as: UTF8.self))
            endLater(process, in: .seconds(Int(ConnectionProgram.grace)) + Self.patience)
            if let old = places.connected(lastConnection, from: client.network),
                let connection = connections[old]
            {
                kill(connection.process, SIGKILL)
                // Its place is free now, even before the process has ended.
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
        // It must be one well-formed request. A process that sends anything else has been taken over.
        // A storefront that started while the host closes would not get the signal to end.
        guard count == MemoryLayout<csh_request>.size, !connection.hasAsked, !isClosing else {
            return drop(connection)
        }
        connections[number]?.hasAsked = true
        let known = request.visitor
        let isNew = known.map { !storefront.folder.hasData(of: $0) } ?? true
        if let refusal = places.visit(number, by: known?.rawValue, isNew: isNew, at: .now) {
            report(refusal.reason, of: request.label.description, from: connection.address)
            return end(connection, .refused(refusal.sentence(isGuest: known == nil)))
        }
        let visitor = known ?? .newGuest()
        let label = labels.label(of: visitor.rawValue, typed: request.label)
        guard let visit = storefront.start(for: visitor, called: label, request, from: connection.address)
        else {
            places.left(number)
            noteAbsence(of: visitor)
            report(.noRoom, of: label, from: connection.address)
            return end(connection, .refused(Places.Refusal.full.sentence(isGuest: known == nil)))
        }
        for other in visits.values where other.visitor == visitor { visits[other.process]?.isReplaced = true }
        visits[visit.process] = Visit(
            process: visit.process, connection: number, visitor: visitor, label: label,
            descriptor: visit.channel)
        deadlines[connection.process] = nil
        reply(to: connection, .opened(terminal: visit.terminal))
        close(visit.terminal)
    }

    /// Sends the last message. The connection's process must end after it.
    private mutating func end(_ connection: Connection, _ message: Reply) {
        reply(to: connection, message)
        endLater(connection.process, in: Self.patience)
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
            withUnsafeMutableBytes(of: &message.sentence) {
                $0.copyBytes(from: sentence.utf8.prefix($0.count - 1))
            }
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
        visits[process]?.descriptor = calls >= 0 ? calls : nil
        guard calls >= 0, let visit = visits[process] else { return }
        visits[process]?.isShown = true
        // A visitor who was turned away does not count as having come.
        let isNew = present.insert(visit.visitor).inserted
        Self.say(
            isNew
                ? .came(visitor: visit.visitor.rawValue, label: visit.label)
                : .moved(visitor: visit.visitor.rawValue, label: visit.label))
    }

    private mutating func answer(_ calls: Int32, of process: pid_t, hasCall: Bool) {
        // If no call is waiting, receiving one could block for ever.
        if hasCall { return csh_answer_socket(calls, storeSocket) }
        close(calls)
        visits[process]?.descriptor = nil
    }

    // MARK: The end of processes

    private mutating func left(_ visit: Visit, _ status: Int32) {
        if let descriptor = visit.descriptor { close(descriptor) }
        places.left(visit.connection)
        let connection = connections[visit.connection]
        let visitEnd = VisitEnd(
            status: status, isConnected: connection != nil, isReplaced: visit.isReplaced, isClosing: isClosing
        )
        // A window that cannot show the store has replaced no other one.
        if visitEnd == .noScreen {
            for other in visits.values where other.visitor == visit.visitor {
                visits[other.process]?.isReplaced = false
            }
        }
        noteAbsence(of: visit.visitor)
        if !hasVisit(visit.visitor), present.remove(visit.visitor) != nil {
            Self.say(.left(visitor: visit.visitor.rawValue, end: visitEnd))
        } else if !visit.isShown, let connection, let why = reason(visitEnd) {
            report(why, of: visit.label, from: connection.address)
        }
        if let connection { end(connection, .ended(status: visitEnd == .idle ? 0 : status)) }
    }

    /// Why a visitor was turned away whose visit ended before the store was shown; nil if the visitor left.
    private func reason(_ end: VisitEnd) -> TurnedAway? {
        switch end {
        case .noScreen: .noScreen
        case .failed: places.isFull(with: present.count) ? .full : .failed
        case .left, .idle, .disconnected, .elsewhere, .ended, .closed: nil
        }
    }

    /// Reports that somebody was turned away.
    private mutating func report(_ reason: TurnedAway, of label: String, from address: String) {
        guard let others = turnedAway.note(at: .now) else { return }
        Self.say(.turnedAway(label: label, address: address, reason: reason, others: others))
    }

    private func hasVisit(_ visitor: VisitorName) -> Bool { visits.values.contains { $0.visitor == visitor } }

    /// Keeps a label for the visitor's next visit, unless there is a visit still.
    private mutating func noteAbsence(of visitor: VisitorName) {
        guard !hasVisit(visitor) else { return }
        // A guest does not come again.
        if visitor.isGuest { labels.forget(visitor.rawValue) } else { labels.left(visitor.rawValue) }
    }

    /// Reports an event to the program that started this one.
    static func say(_ event: HostEvent) {
        let line = Array((event.line + "\n").utf8)
        _ = write(STDOUT_FILENO, line, line.count)
    }

    private mutating func endLater(_ process: pid_t, in duration: Duration) {
        deadlines[process] = ContinuousClock.now + duration
    }

    /// Handles the processes that have ended, and starts to remove unused data if visitors have left.
    private mutating func reap() {
        var status: Int32 = 0
        while case let process = waitpid(-1, &status, WNOHANG), process > 0 {
            deadlines[process] = nil
            if process == tidying {
                tidying = nil
            } else if let visit = visits.removeValue(forKey: process) {
                isUntidy = true
                left(visit, status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F)
            } else if let (number, connection) = connections.first(where: { $0.value.process == process }) {
                close(connection.channel)
                connections[number] = nil
                places.disconnected(number)
                // The storefront gets SIGHUP, which it may ignore.
                for visit in visits.values where visit.connection == number {
                    endLater(visit.process, in: Self.patience)
                }
            }
        }
        if isUntidy, tidying == nil {
            isUntidy = false
            tidying = storefront.tidy()
        }
    }
}
