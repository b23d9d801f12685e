package import StoreModel

/// A time zone. Its distance from UTC depends on the moment, because of summer time.
package struct TimeZoneOffset: Hashable, Sendable {
    /// UTC itself.
    package static let utc = TimeZoneOffset.fixed(0)

    /// What tells it from other zones.
    private let name: String
    /// Seconds east of UTC at a moment.
    let seconds: @Sendable (Timestamp) -> Int

    package init(named name: String, seconds: @escaping @Sendable (Timestamp) -> Int) {
        self.name = name
        self.seconds = seconds
    }

    /// A zone without summer time, so many seconds east of UTC.
    package static func fixed(_ seconds: Int) -> TimeZoneOffset {
        TimeZoneOffset(named: String(seconds)) { _ in seconds }
    }

    package static func == (left: TimeZoneOffset, right: TimeZoneOffset) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
