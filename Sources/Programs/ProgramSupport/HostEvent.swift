internal import FoundationEssentials
internal import StoreModel

/// What an SSH host tells the program that started it: one line of JSON for each event, on standard output.
/// `Host` of `monkeystore-ssh` writes it, and `SSHHost` of `monkeystore-server` reads it.
package enum HostEvent: Hashable, Sendable, Codable {
    /// Visitors can come. The host's key has this fingerprint. `confinesFiles` is whether the kernel keeps
    /// visitors' processes away from files that are not theirs (Landlock).
    case listening(fingerprint: String, confinesFiles: Bool)
    /// The host cannot listen on the port; the number is the system's error.
    case cannotListen(error: Int32)
    /// A visitor is in the store: the name there, and what people call the visitor.
    case came(visitor: String, label: String)
    /// A visitor who is in the store has come in elsewhere, so the earlier visit ends.
    case moved(visitor: String, label: String)
    /// A visitor is no longer in the store.
    case left(visitor: String, end: VisitEnd)
    /// Somebody was turned away. `others` were turned away since the last event of this kind.
    case turnedAway(label: String, address: String, reason: TurnedAway, others: Int)

    package init?(line: some StringProtocol) {
        guard let event = try? JSONDecoder().decode(Self.self, from: Data(line.utf8)) else { return nil }
        self = event
    }

    /// The line, without its end.
    package var line: String {
        // The event holds only texts and numbers, so this does not fail.
        (try? SentJSON.text(self)) ?? ""
    }
}

/// Why somebody was turned away. `Host` of `monkeystore-ssh` decides it, and the presenter of a demo reads it.
package enum TurnedAway: String, Hashable, Sendable, Codable, CaseIterable {
    /// There are as many visitors as there may be.
    case full
    /// There are as many visitors of the network as there may be.
    case networkFull
    /// The visitor's network has brought too many new visitors.
    case newcomers
    /// The same key has two visits already.
    case occupied
    /// The system has no room for another process.
    case noRoom
    /// The visitor's terminal cannot show the storefront.
    case noScreen
    /// The storefront could not begin.
    case failed
}

/// Why a visit ended. `Host` of `monkeystore-ssh` decides it, and the presenter of a demo reads it.
package enum VisitEnd: String, Hashable, Sendable, Codable, CaseIterable {
    /// The visitor left.
    case left
    /// No key was pressed for a while.
    case idle
    /// The connection is gone.
    case disconnected
    /// The same visitor has opened the store elsewhere, before this visit was over.
    case elsewhere
    /// The host ended this visit.
    case ended
    /// The host closes.
    case closed
    /// The visitor's terminal cannot show the storefront.
    case noScreen
    /// The storefront could not go on.
    case failed

    /// A storefront's exit status if the visitor's terminal cannot show it.
    package static let noScreenStatus: Int32 = 2
    /// A storefront's exit status after an idle visit: 128 plus SIGALRM. The visitor's client gets 0.
    package static let idleStatus: Int32 = 142

    /// How long a visit that is told to end may take, with its goodbye. Then it is killed.
    package static let timeLimit = Duration.seconds(3)

    /// - Parameters:
    ///   - status: the storefront's exit status; 128 plus the number if a signal ended it.
    ///   - isConnected: whether the visitor is still connected.
    ///   - isReplaced: whether the same visitor has come in elsewhere.
    ///   - isClosing: whether the host ends all visits.
    package init(status: Int32, isConnected: Bool, isReplaced: Bool, isClosing: Bool) {
        self =
            switch status {
            case 0, 130: .left
            case Self.idleStatus: .idle
            case Self.noScreenStatus: .noScreen
            case _ where isReplaced: .elsewhere
            case _ where isClosing: .closed
            case _ where !isConnected: .disconnected
            case 129: .disconnected
            case 143, 137: .ended
            default: .failed
            }
    }
}
