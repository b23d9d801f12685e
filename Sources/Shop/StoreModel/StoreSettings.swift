/// The faults and settings with which a developer tests a storefront, from the settings screen, as an
/// administrator or in a test. The store obeys them, and keeps them, so they outlive the program.
public struct StoreSettings: Hashable, Sendable, Codable {
    /// The state of the network between the customer and the store.
    public enum Network: String, Hashable, Sendable, Codable, CaseIterable {
        /// Requests arrive and answers come back.
        case up
        /// No request arrives.
        case down
        /// Requests arrive, and their answers are lost.
        case answersLost
    }

    /// Each purchase waits for approval first (`askToBuyEnabled`).
    public var asksToBuy = false
    /// Each purchase fails until it is resolved (`interruptedPurchasesEnabled`).
    public var interruptsPurchases = false
    /// The next purchase fails with this, once.
    public var nextFailure: StoreError?
    /// Each purchase fails with this (`failTransactionsEnabled`).
    public var everyFailure: StoreError?
    /// How long the store takes to answer, in milliseconds, 0…60,000.
    public var delayMilliseconds = 0
    /// The state of the network between the customer and the store.
    public var network = Network.up
    /// Purchases with test money go through without a confirmation sheet (`disableDialogs`).
    package var disablesDialogs = false
    /// How far the store's clock is ahead of the machine's, in milliseconds; negative where it is behind.
    package var clockOffsetMilliseconds: Int64 = 0
    /// How far the clock may be ahead: a hundred years. What lies farther ahead or
    /// behind is a mistake, and no date.
    package static let clockOffsets = -100 * 366 * 86_400_000...(100 * 366 * 86_400_000 as Int64)
    /// The moments at which the clock may stand: those that the store's certificates are valid at.
    package static let frozenMoments = 978_307_200_000...(4_102_444_800_000 as Int64)
    package var hasRightClock: Bool {
        Self.clockOffsets.contains(clockOffsetMilliseconds)
            && frozenAt.map { Self.frozenMoments.contains($0.milliseconds) } ?? true
    }
    /// The moment at which the store's clock stands; nil while it goes.
    package var frozenAt: Timestamp?
    /// What verifyReceipt answers to everything, while it is set: 21005, 21009, 21010, or 21100…21199.
    package var verificationStatus: Int?
    /// Whether such an answer says that it helps to ask again; 21100…21199 only.
    package var isVerificationRetryable = true

    /// The statuses that `verificationStatus` can be: those that say nothing about the receipt.
    package static let verificationStatuses = Set([21005, 21009, 21010]).union(21100...21199)

    /// The number of the App Store Server API's error that it refuses every request with, while it is set. So
    /// a developer's server meets those, too, that cannot come about in this store.
    package var serverAPIError: Int?

    /// How fast the periods of subscriptions pass (`timeRate`); counts for periods that begin from now on.
    package var timeRate = TimeRate.realTime
    /// Renewals of subscriptions are not paid (`shouldEnterBillingRetryOnRenewal`).
    package var failsRenewals = false
    /// An unpaid subscription may be used for a while (`billingGracePeriodIsEnabled`).
    package var allowsGracePeriod = false

    /// Whether a notification of the sandbox that was not taken is tried again as one of production
    /// is. Apple's store tries it once.
    package var retriesSandboxNotifications = false
    /// What goes wrong on the way of each notification that is made from now on; nil if they go out in order.
    package var notificationFault: NotificationFault?

    /// What the network may do to notifications, so that a developer's server meets it.
    package enum NotificationFault: String, Hashable, Sendable, Codable, CaseIterable {
        /// Each goes out ten minutes after it was made.
        case late
        /// Each that was taken goes out once more.
        case twice
        /// Each goes out at some moment of the minute after it was made, so that they overtake one another.
        case shuffled
    }

    /// No faults at all.
    public init() {}

    /// Settings that an earlier version wrote, or that a person wrote by hand,
    /// may leave out what stays as it is.
    public init(from decoder: any Decoder) throws { try Change(from: decoder).apply(to: &self) }

    /// Writes each setting, and null for one that is not set: a reader sees which there are,
    /// and a `Change` takes all of them.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(asksToBuy, forKey: .asksToBuy)
        try values.encode(interruptsPurchases, forKey: .interruptsPurchases)
        try values.encode(nextFailure, forKey: .nextFailure)
        try values.encode(everyFailure, forKey: .everyFailure)
        try values.encode(delayMilliseconds, forKey: .delayMilliseconds)
        try values.encode(network, forKey: .network)
        try values.encode(disablesDialogs, forKey: .disablesDialogs)
        try values.encode(clockOffsetMilliseconds, forKey: .clockOffsetMilliseconds)
        try values.encode(frozenAt, forKey: .frozenAt)
        try values.encode(verificationStatus, forKey: .verificationStatus)
        try values.encode(isVerificationRetryable, forKey: .isVerificationRetryable)
        try values.encode(serverAPIError, forKey: .serverAPIError)
        try values.encode(timeRate, forKey: .timeRate)
        try values.encode(failsRenewals, forKey: .failsRenewals)
        try values.encode(allowsGracePeriod, forKey: .allowsGracePeriod)
        try values.encode(retriesSandboxNotifications, forKey: .retriesSandboxNotifications)
        try values.encode(notificationFault, forKey: .notificationFault)
    }

    private enum CodingKeys: String, CodingKey {
        case asksToBuy, interruptsPurchases, nextFailure, everyFailure, delayMilliseconds, network,
            disablesDialogs
        case clockOffsetMilliseconds, frozenAt, verificationStatus, isVerificationRetryable, serverAPIError
        case timeRate, failsRenewals, allowsGracePeriod, retriesSandboxNotifications, notificationFault
    }

    /// The settings that a text names, for the server's `PUT settings` and for stores of tests: all others
    /// stay as they are, and null is what a new store has.
    package struct Change: Sendable, Decodable {
        private var changes: [@Sendable (inout StoreSettings) -> Void] = []

        package init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            try take(.asksToBuy, \.asksToBuy, values)
            try take(.interruptsPurchases, \.interruptsPurchases, values)
            try take(.nextFailure, \.nextFailure, values)
            try take(.everyFailure, \.everyFailure, values)
            try take(.delayMilliseconds, \.delayMilliseconds, values)
            try take(.network, \.network, values)
            try take(.disablesDialogs, \.disablesDialogs, values)
            try take(.clockOffsetMilliseconds, \.clockOffsetMilliseconds, values)
            try take(.frozenAt, \.frozenAt, values)
            try take(.verificationStatus, \.verificationStatus, values)
            try take(.isVerificationRetryable, \.isVerificationRetryable, values)
            try take(.serverAPIError, \.serverAPIError, values)
            try take(.timeRate, \.timeRate, values)
            try take(.failsRenewals, \.failsRenewals, values)
            try take(.allowsGracePeriod, \.allowsGracePeriod, values)
            try take(.retriesSandboxNotifications, \.retriesSandboxNotifications, values)
            try take(.notificationFault, \.notificationFault, values)
        }

        package func apply(to settings: inout StoreSettings) {
            for change in changes { change(&settings) }
        }

        private mutating func take<Value: Decodable & Sendable>(
            _ key: CodingKeys, _ path: any WritableKeyPath<StoreSettings, Value> & Sendable,
            _ values: KeyedDecodingContainer<CodingKeys>
        ) throws {
            let value = try values.decodeIfPresent(Value.self, forKey: key)
            guard value != nil || values.contains(key) else { return }
            changes.append { $0[keyPath: path] = value ?? StoreSettings()[keyPath: path] }
        }
    }

    /// The moment on the store's clock, at a moment on the machine's; at most a hundred years away from it.
    package func moment(at now: Timestamp) -> Timestamp {
        let ahead =
            frozenAt.map { frozen in
                let (ahead, isTooFar) = frozen.milliseconds.subtractingReportingOverflow(now.milliseconds)
                return isTooFar ? (frozen < now ? .min : .max) : ahead
            } ?? clockOffsetMilliseconds
        let offsets = Self.clockOffsets
        return now.advanced(by: .milliseconds(min(max(ahead, offsets.lowerBound), offsets.upperBound)))
    }

    /// Moves the store's clock, and stops it or lets it go on, at a moment on the machine's.
    package mutating func moveClock(by milliseconds: Int64, isFrozen: Bool, at now: Timestamp) {
        let ahead =
            frozenAt == nil ? clockOffsetMilliseconds : moment(at: now).milliseconds - now.milliseconds
        let (offset, isTooFar) = ahead.addingReportingOverflow(milliseconds)
        clockOffsetMilliseconds = isTooFar ? .max : offset
        frozenAt = nil
        if isFrozen { frozenAt = moment(at: now) }
    }
}
