/// Whether a notification is written down where its environment has no address to send it to.
enum NotificationKeeping: Hashable, Sendable {
    /// It is not: a server that comes later asks for the history of transactions.
    case whereAddressed
    /// It is, for a caller who answers with it. It is never sent.
    case always
    /// It is, and has this UUID, so that the same caller finds it again.
    case named(String)

    /// The UUID that it is to have; nil for any.
    var uuid: String? { if case .named(let uuid) = self { uuid } else { nil } }
}
