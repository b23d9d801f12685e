/// The faults and settings with which a developer tests a storefront, from the settings screen, as an administrator or
/// in a test. The store obeys them, and keeps them, so they outlive the program.
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
    /// How far the clock may be ahead: a hundred years. What lies farther ahead or behind is a mistake, and no date.
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

    /// The number of the App Store Server API's error that it refuses every request with, while it is set. So a developer's
    /// server meets those, too, that cannot come about in this store.
    package var serverAPIError: Int?

    /// How fast the periods of subscriptions pass (`timeRate`); counts for periods that begin from now on.
    package var timeRate = TimeRate.realTime
    /// Renewals of subscriptions are not paid (`shouldEnterBillingRetryOnRenewal`).
    package var failsRenewals = false
    /// An unpaid subscription may be used for a while (`billingGracePeriodIsEnabled`).
    package var allowsGracePeriod = false

    /// No faults at all.
    public init() {}

    /// Settings that an earlier version wrote, or that a person wrote by hand, may leave out what stays as it is.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys, else usual: Value) throws -> Value {
            try values.decodeIfPresent(Value.self, forKey: key) ?? usual
        }
        asksToBuy = try value(.asksToBuy, else: asksToBuy)
        interruptsPurchases = try value(.interruptsPurchases, else: interruptsPurchases)
        nextFailure = try values.decodeIfPresent(StoreError.self, forKey: .nextFailure)
        everyFailure = try values.decodeIfPresent(StoreError.self, forKey: .everyFailure)
        delayMilliseconds = try value(.delayMilliseconds, else: delayMilliseconds)
        network = try value(.network, else: network)
        disablesDialogs = try value(.disablesDialogs, else: disablesDialogs)
        clockOffsetMilliseconds = try value(.clockOffsetMilliseconds, else: clockOffsetMilliseconds)
        frozenAt = try values.decodeIfPresent(Timestamp.self, forKey: .frozenAt)
        verificationStatus = try values.decodeIfPresent(Int.self, forKey: .verificationStatus)
        isVerificationRetryable = try value(.isVerificationRetryable, else: isVerificationRetryable)
        serverAPIError = try values.decodeIfPresent(Int.self, forKey: .serverAPIError)
        // A rate that is none of Xcode's is no reason to lose the other settings.
        timeRate = TimeRate(rawValue: try value(.timeRate, else: timeRate.rawValue)) ?? timeRate
        failsRenewals = try value(.failsRenewals, else: failsRenewals)
        allowsGracePeriod = try value(.allowsGracePeriod, else: allowsGracePeriod)
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
        let ahead = frozenAt == nil ? clockOffsetMilliseconds : moment(at: now).milliseconds - now.milliseconds
        let (offset, isTooFar) = ahead.addingReportingOverflow(milliseconds)
        clockOffsetMilliseconds = isTooFar ? .max : offset
        frozenAt = nil
        if isFrozen { frozenAt = moment(at: now) }
    }
}
