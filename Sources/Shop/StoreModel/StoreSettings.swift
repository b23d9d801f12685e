/// The faults and settings with which a developer tests a storefront: on the settings screen, as an
/// administrator, or in a test. The store obeys them and keeps them, so they outlive the program.
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
    /// How far the store's clock is ahead of the machine's, in milliseconds; negative if it is behind.
    package var clockOffsetMilliseconds: Int64 = 0
    /// How far the clock may be ahead or behind: a hundred years. Anything beyond that is a mistake.
    package static let clockOffsets = -100 * 366 * 86_400_000...(100 * 366 * 86_400_000 as Int64)
    /// The times that the clock may show: those at which the store's certificates are valid.
    package static let moments = 978_307_200_000...(4_102_444_800_000 as Int64)
    /// Whether the clock may be set like this, given the machine's time.
    package func hasRightClock(at now: Timestamp) -> Bool {
        Self.clockOffsets.contains(clockOffsetMilliseconds)
            && Self.moments.contains((frozenAt ?? moment(at: now)).milliseconds)
    }
    /// The time at which the store's clock is stopped; nil while it runs.
    package var frozenAt: Timestamp?
    /// What verifyReceipt answers to everything, if it is set: 21005, 21009, 21010, or 21100…21199.
    package var verificationStatus: Int?
    /// Whether such an answer says that the caller may try again; 21100…21199 only.
    package var isVerificationRetryable = true

    /// The possible values of `verificationStatus`: those that say nothing about the receipt.
    package static let verificationStatuses = Set([21005, 21009, 21010]).union(21100...21199)

    /// The number of the App Store Server API error with which every request is refused, if it is set. So a
    /// developer's server also meets errors that cannot happen in this store.
    package var serverAPIError: Int?

    /// How fast the periods of subscriptions pass (`timeRate`). Applies to periods that begin from now on.
    package var timeRate = TimeRate.realTime
    /// Renewals of subscriptions are not paid (`shouldEnterBillingRetryOnRenewal`).
    package var failsRenewals = false
    /// An unpaid subscription may be used for a while (`billingGracePeriodIsEnabled`).
    package var allowsGracePeriod = false

    /// Whether a sandbox notification that was not taken is tried again as often as a production one. Apple's
    /// store tries it once.
    package var retriesSandboxNotifications = false
    /// What goes wrong with each notification that is made from now on; nil if nothing does.
    package var notificationFault: NotificationFault?

    /// What the network may do to notifications, so that a developer's server meets it.
    package enum NotificationFault: String, Hashable, Sendable, Codable, CaseIterable {
        /// Each goes out ten minutes after it was made.
        case late
        /// Each notification that was taken goes out once more.
        case twice
        /// Each goes out at some time in the minute after it was made, so that they overtake one another.
        case shuffled
    }

    /// No faults at all.
    public init() {}

    /// Reads settings that an earlier version or a person wrote. They may leave out fields,
    /// which keep their defaults.
    public init(from decoder: any Decoder) throws { try Change(from: decoder).apply(to: &self) }

    /// Writes each setting, and null for each one that is not set. So a reader sees which settings there are,
    /// and a `Change` takes all of them.
    public func encode(to encoder: any Encoder) throws { try encode(to: encoder, leavingOut: nil) }

    private func encode(to encoder: any Encoder, leavingOut known: StoreSettings?) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        for field in Self.fields where known.map({ field.isSame($0, self) }) != true {
            try field.put(self, &values)
        }
    }

    /// What differs from known settings, as a `Change` reads it.
    package struct Difference: Encodable {
        private let known: StoreSettings
        private let wanted: StoreSettings

        package init(from known: StoreSettings, to wanted: StoreSettings) {
            (self.known, self.wanted) = (known, wanted)
        }

        package func encode(to encoder: any Encoder) throws {
            try wanted.encode(to: encoder, leavingOut: known)
        }
    }

    /// These settings, with what differs between known and wanted ones changed to the wanted.
    package func changed(from known: StoreSettings, to wanted: StoreSettings) -> StoreSettings {
        var settings = self
        for field in Self.fields where !field.isSame(known, wanted) { field.copy(wanted, &settings) }
        return settings
    }

    /// Takes over the settings that other packages can name. All others stay as they are.
    package mutating func takePublicFields(of wanted: StoreSettings) {
        for field in Self.publicFields { field.copy(wanted, &self) }
    }

    private enum CodingKeys: String, CodingKey {
        case asksToBuy, interruptsPurchases, nextFailure, everyFailure, delayMilliseconds, network,
            disablesDialogs
        case clockOffsetMilliseconds, frozenAt, verificationStatus, isVerificationRetryable, serverAPIError
        case timeRate, failsRenewals, allowsGracePeriod, retriesSandboxNotifications, notificationFault
    }

    /// What is done with each setting, whatever its type.
    private struct Field: Sendable {
        let key: CodingKeys
        let isSame: @Sendable (StoreSettings, StoreSettings) -> Bool
        let copy: @Sendable (_ other: StoreSettings, _ settings: inout StoreSettings) -> Void
        let put: @Sendable (StoreSettings, inout KeyedEncodingContainer<CodingKeys>) throws -> Void
        let take: @Sendable (KeyedDecodingContainer<CodingKeys>, inout StoreSettings) throws -> Void

        init<Value: Codable & Equatable & Sendable>(
            _ key: CodingKeys, _ path: any WritableKeyPath<StoreSettings, Value> & Sendable
        ) {
            self.key = key
            isSame = { $0[keyPath: path] == $1[keyPath: path] }
            copy = { $1[keyPath: path] = $0[keyPath: path] }
            put = { try $1.encode($0[keyPath: path], forKey: key) }
            take = { values, settings in
                guard let value = try values.decodeIfPresent(Value.self, forKey: key) else { return }
                settings[keyPath: path] = value
            }
        }
    }

    /// The settings that other packages can name.
    private static let publicFields: [Field] = [
        Field(.asksToBuy, \.asksToBuy),
        Field(.interruptsPurchases, \.interruptsPurchases),
        Field(.nextFailure, \.nextFailure),
        Field(.everyFailure, \.everyFailure),
        Field(.delayMilliseconds, \.delayMilliseconds),
        Field(.network, \.network),
    ]

    private static let otherFields: [Field] = [
        Field(.disablesDialogs, \.disablesDialogs),
        Field(.clockOffsetMilliseconds, \.clockOffsetMilliseconds),
        Field(.frozenAt, \.frozenAt),
        Field(.verificationStatus, \.verificationStatus),
        Field(.isVerificationRetryable, \.isVerificationRetryable),
        Field(.serverAPIError, \.serverAPIError),
        Field(.timeRate, \.timeRate),
        Field(.failsRenewals, \.failsRenewals),
        Field(.allowsGracePeriod, \.allowsGracePeriod),
        Field(.retriesSandboxNotifications, \.retriesSandboxNotifications),
        Field(.notificationFault, \.notificationFault),
    ]

    private static let fields = publicFields + otherFields

    /// The settings that a text names, for the server's `PUT settings` and for stores of tests. All others
    /// stay as they are, and null stands for a new store's value.
    package struct Change: Sendable, Decodable {
        private let named: [Field]
        private let values: StoreSettings

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            named = StoreSettings.fields.filter { container.contains($0.key) }
            var values = StoreSettings()
            for field in StoreSettings.fields { try field.take(container, &values) }
            self.values = values
        }

        package func apply(to settings: inout StoreSettings) {
            for field in named { field.copy(values, &settings) }
        }
    }

    /// The time on the store's clock, given the machine's; at most a hundred years away from it.
    package func moment(at now: Timestamp) -> Timestamp {
        let ahead =
            frozenAt.map { frozen in
                let (ahead, isTooFar) = frozen.milliseconds.subtractingReportingOverflow(now.milliseconds)
                return isTooFar ? (frozen < now ? .min : .max) : ahead
            } ?? clockOffsetMilliseconds
        let offsets = Self.clockOffsets
        return Timestamp(
            milliseconds: now.milliseconds + min(max(ahead, offsets.lowerBound), offsets.upperBound))
    }

    /// Moves the store's clock, and stops it or lets it run. `now` is the machine's time.
    package mutating func moveClock(by milliseconds: Int64, isFrozen: Bool, at now: Timestamp) {
        let ahead =
            frozenAt == nil ? clockOffsetMilliseconds : moment(at: now).milliseconds - now.milliseconds
        let (offset, isTooFar) = ahead.addingReportingOverflow(milliseconds)
        clockOffsetMilliseconds = isTooFar ? .max : offset
        frozenAt = nil
        if isFrozen { frozenAt = moment(at: now) }
    }
}
