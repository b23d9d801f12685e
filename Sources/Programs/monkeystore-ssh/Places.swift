internal import ProgramSupport

/// Decides for `Host` which connections and visitors may come in or stay. A connection waits until it asks
/// for the store. If too many of one network wait, the oldest of them is closed. If too many wait in all, the
/// oldest of the network with the most is closed. A visitor's connection is never closed to make room. A
/// network that connects too fast is turned away before a connection of it costs a process, and one that
/// brings new visitors too fast before they cost an account.
struct Places {
    /// How many connections of one network may wait: as many as may visit, but at least ten.
    func waiting(of network: UInt64) -> Int { max(10, limit(of: network)) }
    /// How many connections may wait in all.
    var waiting: Int { max(100, 2 * visitors) }
    /// How many visitors beyond the limit get a storefront, which tells them that the store is full.
    static let turnedAway = 10
    /// How often a network may connect in the long run. As many connections as may wait may come at once.
    static let pause = Duration.milliseconds(200)
    /// How often a network may bring a new visitor in the long run: as often as it may make an account over
    /// HTTP. As many as may visit may come at once, but at least a hundred.
    static let newcomerPause = Duration.seconds(60)
    private static let newcomersAtOnce = 100
    private static let thisMachine: UInt64 = 0

    enum Refusal: Equatable {
        case full
        /// The same key has two visits already.
        case occupied
        /// All places of the visitor's network are taken.
        case networkFull(limit: Int)
        /// The visitor's network has brought too many new visitors.
        case newcomers

        /// What the presenter is told.
        var reason: TurnedAway {
            switch self {
            case .full: .full
            case .occupied: .occupied
            case .networkFull: .networkFull
            case .newcomers: .newcomers
            }
        }

        /// What the visitor is told. A guest has no credits yet.
        func sentence(isGuest: Bool) -> String {
            let safe = isGuest ? "" : " Your credits are safe."
            return switch self {
            case .full: "The store is full.\(safe) Come back in a few minutes."
            case .occupied: VisitorHostError.occupied.sentence(isGuest: isGuest)
            case .networkFull(let limit):
                limit == 1
                    ? "1 visitor is here from your network, and no more may come in.\(safe) Come back when they have left."
                    : "\(limit) visitors are here from your network, and no more may come in.\(safe) Come back when one of them has left."
            // Whoever has credits is not new.
            case .newcomers:
                "Too many new visitors have come from your network. Come back in a few minutes."
            }
        }
    }

    /// Whether there are as many visitors as there may be.
    func isFull(with visitors: Int) -> Bool { visitors >= self.visitors }

    private struct Place {
        let network: UInt64
        var isVisit = false
        /// The fingerprint of the visitor's key; nil for a guest.
        var fingerprint: String?
    }

    /// How often each network does something, such as connect: once in each `pause` in the long run.
    private struct Pace {
        let pause: Duration
        /// When a network may do it as often as is allowed at once again. Those in the past mean nothing.
        var rested: [UInt64: ContinuousClock.Instant] = [:]

        /// Whether a network may do it now, of which this counts as one time. This machine always may.
        mutating func allows(_ network: UInt64, atOnce: Int, at now: ContinuousClock.Instant) -> Bool {
            guard network != Places.thisMachine else { return true }
            let rests = max(now, rested[network] ?? now) + pause
            guard rests - now <= pause * atOnce else { return false }
            rested[network] = rests
            if rested.count > 1024 { rested = rested.filter { $0.value > now } }
            return true
        }
    }

    private let visitors: Int
    private let visitorsOfNetwork: Int?
    /// By the connection's number. A later connection has a higher number.
    private var places: [Int: Place] = [:]
    private var arrivals = Pace(pause: Places.pause)
    private var newcomers = Pace(pause: Places.newcomerPause)

    /// - Parameter visitorsOfNetwork: how many visitors may come from one network. If it is nil, half of all
    ///   may, and from this machine all.
    init(visitors: Int, visitorsOfNetwork: Int?) {
        self.visitors = visitors
        self.visitorsOfNetwork = visitorsOfNetwork
    }

    /// How many of a network get a storefront. If all may be of this machine, so may those who are told that
    /// the store is full.
    private func limit(of network: UInt64) -> Int {
        visitorsOfNetwork ?? (network == Self.thisMachine ? visitors + Self.turnedAway : (visitors + 1) / 2)
    }

    /// Whether a client of a network that connects now may come in.
    mutating func admits(_ network: UInt64, at now: ContinuousClock.Instant) -> Bool {
        arrivals.allows(network, atOnce: waiting(of: network), at: now)
    }

    /// Notes that a client has connected, and returns the connection that it pushes out.
    mutating func connected(_ connection: Int, from network: UInt64) -> Int? {
        places[connection] = Place(network: network)
        let networks = Dictionary(grouping: places.filter { !$0.value.isVisit }, by: \.value.network)
            .mapValues { $0.map(\.key).sorted() }
        if networks[network]!.count > waiting(of: network) { return networks[network]![0] }
        guard networks.values.reduce(0, { $0 + $1.count }) > waiting else { return nil }
        return networks.values.max { $0.count < $1.count }![0]
    }

    /// A waiting connection asks for the store. An earlier visit with the same `fingerprint` then ends.
    /// `isNew` is whether the visitor is a guest, or has a key without data here.
    mutating func visit(
        _ connection: Int, by fingerprint: String?, isNew: Bool, at now: ContinuousClock.Instant
    ) -> Refusal? {
        guard let network = places[connection]?.network else { return .full }
        let own = places.count { $0.value.isVisit && $0.value.fingerprint == fingerprint }
        guard fingerprint == nil || own < 2 else { return .occupied }
        let others = places.filter {
            $0.value.isVisit && ($0.value.fingerprint == nil || $0.value.fingerprint != fingerprint)
        }
        guard others.count < visitors + Self.turnedAway else { return .full }
        let limit = limit(of: network)
        guard others.count(where: { $0.value.network == network }) < limit else {
            return .networkFull(limit: limit)
        }
        // This check comes last: a visitor who is turned away before it does not count. If somebody chose the
        // limit of visitors, many people may be behind one address.
        if isNew, visitorsOfNetwork == nil,
            !newcomers.allows(network, atOnce: max(Self.newcomersAtOnce, limit), at: now)
        {
            return .newcomers
        }
        places[connection]?.isVisit = true
        places[connection]?.fingerprint = fingerprint
        return nil
    }

    /// Notes that a visitor has left the store, and is still connected.
    mutating func left(_ connection: Int) { places[connection]?.isVisit = false }

    /// Notes that a connection has ended.
    mutating func disconnected(_ connection: Int) { places[connection] = nil }
}

/// Limits for `Host` how often it reports that somebody was turned away, because a crowd must not push
/// everything else off the presenter's terminal.
struct TurnedAwayLimit {
    static let pause = Duration.seconds(5)

    private var next: ContinuousClock.Instant?
    private var unreported = 0

    /// Notes that somebody is turned away. Returns how many others were since the last report; nil if it is
    /// too early for another one.
    mutating func note(at now: ContinuousClock.Instant) -> Int? {
        if let next, now < next {
            unreported += 1
            return nil
        }
        next = now + Self.pause
        defer { unreported = 0 }
        return unreported
    }
}
