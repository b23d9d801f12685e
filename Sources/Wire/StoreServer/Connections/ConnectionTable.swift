internal import NIOCore
internal import NIOSSL
internal import Synchronization

/// The open connections of an `HTTPService`, up to a limit. Each `ConnectionGuard` reports its own. If a
/// connection exceeds the limit, another is closed, from the network with the most connections: one without a
/// request first, then an idle one, then one that is being answered. If the new connection is from that same
/// network, it does not close one that is being answered: it is closed itself. If too many bytes wait, of
/// answers that clients do not take and of bodies whose requests are not answered, the connection with the
/// most is closed, from the network with the most. So a crowd can neither fill the memory nor keep others
/// out, whatever it sends or leaves unread.
final class ConnectionTable: Sendable {
    /// The stages of a connection. Those in the first stage are closed first.
    private enum Stage: Int, Comparable {
        /// No request has arrived in full.
        case new
        /// A request was answered, and no other has arrived in full.
        case idle
        case answering

        static func < (one: Stage, other: Stage) -> Bool { one.rawValue < other.rawValue }
    }

    private struct Connection {
        let channel: any Channel
        var stage = Stage.new
        var since: UInt64
        /// The bytes of an answer that its client does not take, and of a body that is not answered.
        var waitingBytes = 0

        /// Returns the stage before.
        mutating func move(to stage: Stage, since moment: UInt64) -> Stage {
            since = moment
            return exchange(&self.stage, with: stage)
        }
    }

    private struct State {
        var answering = 0
        var refusals = 0
        var waitingBytes = 0
        /// Counts changes, to tell which came first.
        var moment: UInt64 = 0
        var connections: [ClientNetwork: [ObjectIdentifier: Connection]] = [:]
        /// The network of each connection. A channel no longer has an address when it is closed.
        var networks: [ObjectIdentifier: ClientNetwork] = [:]

        mutating func add(_ channel: any Channel) {
            moment += 1
            let (network, id) = (ClientNetwork(channel.remoteAddress), ObjectIdentifier(channel))
            networks[id] = network
            connections[network, default: [:]][id] = Connection(channel: channel, since: moment)
        }

        mutating func move(_ channel: any Channel, to stage: Stage) {
            moment += 1
            let id = ObjectIdentifier(channel)
            // Each request moves its connection twice, so the connection is looked up once only.
            guard let network = networks[id],
                let before = connections[network]?[id]?.move(to: stage, since: moment)
            else { return }
            answering += (stage == .answering ? 1 : 0) - (before == .answering ? 1 : 0)
        }

        @discardableResult
        mutating func remove(_ id: ObjectIdentifier) -> (any Channel)? {
            guard let network = networks.removeValue(forKey: id),
                let connection = connections[network]?.removeValue(forKey: id)
            else { return nil }
            if connection.stage == .answering { answering -= 1 }
            waitingBytes -= connection.waitingBytes
            if connections[network]?.isEmpty == true { connections[network] = nil }
            return connection.channel
        }

        mutating func wait(_ bytes: Int, on id: ObjectIdentifier) {
            guard let network = networks[id], let before = connections[network]?[id]?.waitingBytes else {
                return
            }
            waitingBytes += bytes - before
            connections[network]?[id]?.waitingBytes = bytes
        }

        /// Removes the connection with the most waiting bytes, from the network with the most.
        mutating func giveUp() -> (any Channel)? {
            let most = connections.values.max { Self.bytes($0) < Self.bytes($1) }
            guard let largest = most?.max(by: { $0.value.waitingBytes < $1.value.waitingBytes }) else {
                return nil
            }
            return remove(largest.key)
        }

        private static func bytes(_ connections: [ObjectIdentifier: Connection]) -> Int {
            connections.values.reduce(0) { $0 + $1.waitingBytes }
        }

        /// Removes the connection that has to make room for a new one, or the new one itself.
        mutating func makeRoom(for new: ObjectIdentifier) -> (any Channel)? {
            guard let most = connections.max(by: { $0.value.count < $1.value.count }) else { return nil }
            let least = most.value.lazy.filter { $0.key != new }
                .min { ($0.value.stage, $0.value.since) < ($1.value.stage, $1.value.since) }
            guard let least, least.value.stage < .answering || most.key != networks[new] else {
                return remove(new)
            }
            return remove(least.key)
        }
    }

    private let capacity: Int
    private let mostWaitingBytes: Int
    private let state = Mutex(State())

    init(_ limits: ConnectionLimits) {
        capacity = limits.connections
        mostWaitingBytes = limits.waitingBytes
    }

    var count: Int { state.withLock { $0.networks.count } }

    /// The number of connections on which a request is being answered.
    var answering: Int { state.withLock { $0.answering } }

    /// How many connections were closed before they were set up.
    var refusals: Int { state.withLock { $0.refusals } }

    /// The bytes of all answers that clients do not take, and of all bodies that are not answered.
    var waitingBytes: Int { state.withLock { $0.waitingBytes } }

    /// Notes how many bytes wait on a connection. Closes connections if too many bytes wait in all.
    func waiting(_ bytes: Int, on channel: any Channel) {
        let victims = state.withLock { state -> [any Channel] in
            state.wait(bytes, on: ObjectIdentifier(channel))
            var victims: [any Channel] = []
            while state.waitingBytes > mostWaitingBytes, let victim = state.giveUp() {
                victims.append(victim)
            }
            return victims
        }
        for victim in victims { victim.closeAtOnce() }
    }

    /// Adds a new connection. If that is one too many, closes another one or this one.
    func opened(_ channel: any Channel) {
        let victim = state.withLock { state -> (any Channel)? in
            state.add(channel)
            return state.networks.count > capacity ? state.makeRoom(for: ObjectIdentifier(channel)) : nil
        }
        victim?.closeAtOnce()
    }

    /// Counts a connection that was closed before it was set up, because its network opens too many.
    func refused() { state.withLock { $0.refusals += 1 } }

    func answering(_ channel: any Channel) { state.withLock { $0.move(channel, to: .answering) } }

    func idle(_ channel: any Channel) { state.withLock { $0.move(channel, to: .idle) } }

    func closed(_ channel: any Channel) {
        state.withLock { _ = $0.remove(ObjectIdentifier(channel)) }
    }
}

extension Channel {
    /// Closes without the closing messages of TLS: with them, the descriptor would stay open until the
    /// client's arrives.
    fileprivate func closeAtOnce() {
        eventLoop.execute { [self] in
            if let tls = try? pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self) {
                tls.close(promise: nil)
            } else {
                pipeline.syncOperations.triggerUserOutboundEvent(ConnectionEnd.atOnce, promise: nil)
                close(promise: nil)
            }
        }
    }
}
