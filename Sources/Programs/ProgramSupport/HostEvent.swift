internal import FoundationEssentials

/// What an SSH host says to the program that started it: a line of JSON for each event, on its standard
/// output. `Host` of `monkeystore-ssh` says it, and `SSHHost` of `monkeystore-server` reads it.
package enum HostEvent: Hashable, Sendable, Codable {
    /// Visitors can come. The host's key has this fingerprint. `confinesFiles`: whether the kernel keeps
    /// visitors' processes away from files that are not theirs (Landlock).
    case listening(fingerprint: String, confinesFiles: Bool)
    /// The port cannot be listened on; the number of the system's error.
    case cannotListen(error: Int32)
    /// A visitor is in the store, by its name there and by what people call it.
    case came(visitor: String, label: String)
    /// A visitor who is in the store has come in elsewhere, and the visit before ends.
    case moved(visitor: String, label: String)
    /// A visitor is in the store no more.
    case left(visitor: String, end: VisitEnd)

    package init?(line: some StringProtocol) {
        guard let event = try? JSONDecoder().decode(Self.self, from: Data(line.utf8)) else { return nil }
        self = event
    }

    /// The line, without its end.
    package var line: String {
        // All of it are texts and numbers.
        (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

/// Why a visit ended. `Host` of `monkeystore-ssh` knows it, and what the presenter of a demo reads says it.
package enum VisitEnd: String, Hashable, Sendable, Codable, CaseIterable {
    /// The visitor left.
    case left
    /// No key was pressed for a while.
    case idle
    /// The connection is gone.
    case disconnected
    /// The same visitor has opened the store elsewhere. A visitor has left so
    /// only if that visit was over sooner.
    case elsewhere
    /// The host ended this visit.
    case ended
    /// The host closes.
    case closed
    /// The storefront could not go on.
    case failed

    /// What a storefront exits with after an idle visit: 128 and SIGALRM. The visitor's client gets 0.
    package static let idleStatus: Int32 = 142

    /// - Parameters:
    ///   - status: what the storefront exited with, 128 and the number if a signal ended it.
    ///   - isConnected: whether the visitor still is.
    ///   - isReplaced: whether the same visitor has come in elsewhere.
    ///   - isClosing: whether the host ends all visits.
    package init(status: Int32, isConnected: Bool, isReplaced: Bool, isClosing: Bool) {
        self =
            switch status {
            case 0, 130: .left
            case Self.idleStatus: .idle
            case _ where isReplaced: .elsewhere
            case _ where isClosing: .closed
            case _ where !isConnected: .disconnected
            case 129: .disconnected
            case 143, 137: .ended
            default: .failed
            }
    }
}
