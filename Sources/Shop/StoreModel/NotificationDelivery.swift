/// A notification to the developer's server, with what became of it: a line of the delivery log. The store's
/// administration and the inspector of a transaction show it.
package struct NotificationDelivery: Hashable, Sendable, Codable {
    package enum State: String, Hashable, Sendable, Codable {
        /// The developer's server took it.
        case delivered
        /// An attempt is due, now or later.
        case waiting
        /// The last attempt failed, and no other follows.
        case givenUp
        /// There was no address when it was made.
        case notSent
    }

    package struct Attempt: Hashable, Sendable, Codable {
        /// On the store's clock, like all dates here.
        package let date: Timestamp
        /// The answer, in one of Apple's words, as in the notification history.
        package let result: String

        package init(date: Timestamp, result: String) {
            self.date = date
            self.result = result
        }
    }

    /// Its place in the log; the newest has the highest.
    package let number: Int64
    /// A UUID.
    package let identifier: String
    package let environment: StoreEnvironment
    package let notificationType: String
    package let subtype: String?
    package let created: Timestamp
    /// When the next attempt is due; nil if no attempt is, or if one is due at once.
    package let nextAttempt: Timestamp?
    package let attempts: [Attempt]
    package let state: State
    /// What the developer's server gets: a JWS. It is left out of long lists.
    package var signedPayload: String?

    /// The date in the database for an attempt that is due at once, wherever the store's clock is moved. An
    /// earlier date means the same.
    package static let atOnce = Timestamp(milliseconds: 0)

    /// Such a date that differs from that of the attempt before, for one more attempt.
    package static func atOnce(after last: Timestamp?) -> Timestamp {
        last.map { $0 <= atOnce ? $0.advanced(by: .milliseconds(-1)) : atOnce } ?? atOnce
    }

    package init(
        number: Int64, identifier: String, environment: StoreEnvironment, notificationType: String,
        subtype: String?, created: Timestamp, isDelivered: Bool, nextAttempt: Timestamp?, attempts: [Attempt]
    ) {
        self.number = number
        self.identifier = identifier
        self.environment = environment
        self.notificationType = notificationType
        self.subtype = subtype
        self.created = created
        self.nextAttempt = nextAttempt.flatMap { $0 > Self.atOnce ? $0 : nil }
        self.attempts = attempts
        state =
            if nextAttempt != nil { .waiting } else if isDelivered { .delivered } else {
                attempts.isEmpty ? .notSent : .givenUp
            }
    }

    private enum CodingKeys: String, CodingKey {
        case number
        case identifier = "notificationUUID"
        case environment, notificationType, subtype, created, nextAttempt, attempts, state, signedPayload
    }
}
