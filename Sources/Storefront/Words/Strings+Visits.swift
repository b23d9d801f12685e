// Visitors whom a host lets in.
extension Strings {
    var hostTitle: String { say(en: "From your host") }
    var guestTitle: String { say(en: "Welcome, guest") }
    var guestBody: String {
        say(
            en:
                "You came without an SSH key, so nobody can know you again: what you buy is gone when you leave. With a key "
                + "(ssh-keygen makes one) your credits are here the next time.")
    }
    var idleWarning: String { say(en: "Are you there? The store closes soon. Any key keeps it open.") }
}

/// The last sentence to a visitor.
public enum Goodbye: Hashable, Sendable {
    /// The visitor left.
    case left
    /// The visitor pressed no key for too long.
    case idle
    /// The visit was ended from outside: the host closes, or the same visitor has come in elsewhere.
    case ended

    /// The sentence: what happened, and what it means for the money.
    public func sentence(isGuest: Bool) -> String { Strings().goodbye(self, isGuest: isGuest) }
}

extension Strings {
    fileprivate func goodbye(_ goodbye: Goodbye, isGuest: Bool) -> String {
        let why =
            switch goodbye {
            case .left: say(en: "Goodbye.")
            case .idle: say(en: "Goodbye: no key was pressed for a while.")
            case .ended: say(en: "This visit was ended: the store closes, or was opened elsewhere with your key.")
            }
        let credits =
            isGuest
            ? say(en: "What a guest buys ends with the visit; come with an SSH key to keep it.")
            : say(en: "Your credits are safe: come back with the same key.")
        return why + " " + credits
    }
}
