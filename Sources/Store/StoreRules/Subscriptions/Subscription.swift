internal import Crypto
package import StoreModel

/// An account's subscription in one group, and its state, as `SubscriptionTable` keeps it. Its
/// moves, which `Checkout` makes, are in `Subscription+Moves`, `+Purchase` and `+Actions`;
/// nothing here knows a clock or a disk.
package struct Subscription: Hashable, Sendable, Codable {
    package enum Phase: Hashable, Sendable, Codable {
        /// Paid, until it expires.
        case active
        /// The renewal was not paid, but may still be used.
        case gracePeriod(until: Timestamp, retryUntil: Timestamp)
        /// The renewal was not paid; it is tried again.
        case billingRetry(until: Timestamp)
        /// It has ended; a purchase begins it again.
        case expired(ExpirationReason)
        /// The money for its last period went back.
        case revoked
    }

    package enum PriceConsent: String, Hashable, Sendable, Codable {
        case notAsked, pending, accepted, declined
    }

    /// The offer that a period is bought with.
    package struct Offer: Hashable, Sendable, Codable {
        let kind: Int
        let identifier: String
        let mode: OfferMode
        let price: Int64
        let period: SubscriptionPeriod
        /// How many periods come after this one.
        var remaining: Int
    }

    package let account: AccountIdentifier
    package let group: String
    /// The store's number of the purchase that it began with.
    package let original: Int64
    package let originalDate: Timestamp
    package var phase = Phase.active
    /// The product of this period, and the product from the next renewal on.
    package var product: ProductIdentifier
    package var renewalProduct: ProductIdentifier
    package var isAutoRenewing = true
    /// The period that was paid last, from 1: each is paid once.
    package var period: Int64 = 0
    /// The store's number of that period's purchase.
    package var transaction: Int64
    package var start: Timestamp
    /// When that period ends.
    package private(set) var expires: Timestamp
    /// The price that was paid for it, in thousandths.
    package var price: Int64 = 0
    /// When it began without an interruption since (`recentSubscriptionStartDate`).
    package var since: Timestamp
    /// The day of the month on which it renews, as far as months have it: the anchor of its plan's
    /// calendar months. It holds from period to period, and begins anew with each purchase, plan and
    /// end that is not the calendar's.
    package private(set) var renewalDay: Int
    package var offer: Offer?
    /// An offer that was redeemed for the next period.
    package var nextOffer: Offer?
    package var hadIntroductoryOffer = false
    package var priceConsent = PriceConsent.notAsked
    /// Whether this customer's means of payment fails.
    package var hasBillingProblem = false
    /// How often the developer's server put the renewal off.
    package var extensions = 0
    /// The developer's name for the last of these requests.
    package var extensionRequest: String?
    /// How often it was saved: of two copies of the store, the one in which it changed more often knows more.
    package var changes: Int64 = 0

    /// The transaction identifier that stays the same (`originalTransactionId`).
    package var originalIdentifier: TransactionIdentifier {
        PurchaseRecord.transactionIdentifier(of: original)
    }

    /// The number of the current period's purchase (`webOrderLineItemId`). It follows from the subscription
    /// and the period, so that a store which forgot a renewal and makes it again gives it the same.
    package var webOrderLineItem: String {
        let digest = SHA256.hash(data: Array("period \(original) \(period)".utf8)).prefix(7)
        return String(digest.reduce(Int64(1)) { $0 << 8 | Int64($1) })
    }

    /// Begins a period at `start`. `isContinued`: it is the next one of the plan before, whose anchor it
    /// keeps. A period whose end is not the calendar's leaves an anchor of its own, and so does an offer that
    /// is paid once: what is paid after it has the plan's own length.
    package mutating func beginPeriod(
        of plan: SubscriptionPlan, with offer: Offer?, at start: Timestamp, isContinued: Bool,
        _ rate: TimeRate
    ) {
        if !isContinued { renewalDay = start.dayOfMonth }
        self.start = start
        self.offer = offer
        let ownLength = offer.flatMap { $0.mode == .payAsYouGo ? nil : $0.period }
        let length = ownLength ?? plan.terms.period
        expires = rate.end(of: length, from: start, day: renewalDay)
        if ownLength != nil || !rate.countsMonths(of: length) { renewalDay = expires.dayOfMonth }
    }

    /// Ends the current period at another time: what follows is counted from there.
    package mutating func endPeriod(at date: Timestamp) {
        expires = date
        renewalDay = date.dayOfMonth
    }

    /// The time of its next move by itself; nil where there will be none.
    package var due: Timestamp? {
        switch phase {
        case .active: expires
        case .gracePeriod(let until, _), .billingRetry(let until): until
        case .expired, .revoked: nil
        }
    }

    /// Whether a renewal waits for its money.
    package var isUnpaid: Bool { status == .gracePeriod || status == .billingRetry }

    /// Whether a purchase now begins with the introductory offer of its product.
    package var mayHaveIntroductoryOffer: Bool {
        (status == .expired || status == .revoked) && !hadIntroductoryOffer
    }

    /// Its status in Apple's numbers.
    package var status: SubscriptionStatus {
        switch phase {
        case .active: .active
        case .gracePeriod: .gracePeriod
        case .billingRetry: .billingRetry
        case .expired: .expired
        case .revoked: .revoked
        }
    }
}

/// Why a subscription is over; the numbers are Apple's (`expirationIntent`).
package enum ExpirationReason: Int, Hashable, Sendable, Codable {
    /// The customer cancelled.
    case voluntary = 1
    case billingError = 2
    /// The customer did not agree to a higher price.
    case priceIncrease = 3
    /// The product was not on sale when it was to be renewed.
    case productUnavailable = 4
    case other = 5
}
