internal import StoreModel

/// One message of the bus, as the log shows it.
struct LogEntry: Hashable, Sendable {
    let date: Timestamp
    let name: String
    let detail: String

    /// The log keeps this many.
    static let most = 200
}
