internal import Crypto
package import StoreModel

/// An account's subscription in one group, and its state, as `SubscriptionTable` keeps it. `Checkout` makes
/// its moves, which are in `Subscription+Moves`, `+Purchase` and `+Actions`. Its periods begin and end at whole
/// seconds, as Apple's do. Nothing here uses a clock or a disk.
package struct Subscription: Hashable, Sendable, Codable {
    package enum Phase: Hashable, Sendable, Codable {
        /// Paid, until it expires.
        case active
        /// The renewal was not paid, but the subscription may still be used.
        case gracePeriod(until: Timestamp, retryUntil: Timestamp)
        /// The renewal was not paid; it is tried again.
        case billingRetry(until: Timestamp)
        /// It has ended; a purchase begins it again.
        case expired(ExpirationReason)
        /// Its last period was refunded.
        case revoked
    }

    package enum PriceConsent: String, Hashable, Sendable, Codable {
        case notAsked, pending, accepted, declined
    }

    /// Whether the customer agrees to a higher price of a product.
    package struct PriceQuestion: Hashable, Sendable, Codable {
        let product: ProductIdentifier
        var answer: PriceConsent
    }

    /// The offer that applies to a period.
    package struct Offer: Hashable, Sendable, Codable {
        let kind: CatalogueOffer.Kind
        let identifier: String
        let mode: OfferMode
        let price: Int64
        /// How long the whole offer is. With `payAsYouGo`, its periods are as long as the plan's.
        let period: SubscriptionPeriod
        /// How many periods come after this one.
        var remaining: Int
    }

    /// A request of the developer's server to postpone the renewal.
    package struct Extension: Hashable, Sendable, Codable {
        /// The developer's name for it.
        package let request: String
        let date: Timestamp
    }

    package let account: AccountIdentifier
    package let group: String
    /// The store's number of the purchase that it began with.
    package let original: Int64
    package let originalDate: Timestamp
    package var phase = Phase.active
    /// The phase before the refund of its last period, for the refund's reversal.
    package var refundedPhase: Phase?
    /// The product of this period. The next property is the product from the next renewal on.
    package var product: ProductIdentifier
    package var renewalProduct: ProductIdentifier
    package var isAutoRenewing = true
    /// The period that was paid last, counted from 1; each is paid once.
    package var period: Int64 = 0
    /// The store's number of that period's purchase.
    package var transaction: Int64
    package var start: Timestamp
    /// When that period ends.
    package private(set) var expires: Timestamp
    /// The price that was paid for it, in thousandths.
    package var price: Int64 = 0
    /// When its present run without interruption began (`recentSubscriptionStartDate`).
    package var since: Timestamp
    /// The day of the month on which it renews, or the month's last day if the month is shorter. Its plan's
    /// calendar months are counted from this day. It stays the same from period to period. It is set anew by
    /// a purchase, by a change of plan, and by a period that does not end by the calendar.
    package private(set) var renewalDay: Int
    package var offer: Offer?
    /// An offer that was redeemed for the next period.
    package var nextOffer: Offer?
    package var hadIntroductoryOffer = false
    /// The last question about a higher price; nil if none concerns the next renewal.
    package var priceQuestion: PriceQuestion?
    /// Whether this customer's means of payment fails.
    package var hasBillingProblem = false
    /// How the developer's server postponed its renewals.
    package var extensions: [Extension] = []
    /// How often its customer, or an operator who ended or refunded it, decided about the renewal. Of two
    /// copies of the store, the one with more of these decisions has the later one.
    package var decisions: Int64 = 0
    /// How often it was saved. Of two copies of the store, the one that saved it more often has the
    /// later state.
    package var changes: Int64 = 0

    /// The transaction identifier that stays the same (`originalTransactionId`).
    package var originalIdentifier: TransactionIdentifier {
        PurchaseRecord.transactionIdentifier(of: original)
    }

    /// The number of the current period's purchase (`webOrderLineItemId`). It is computed from the
    /// subscription and the period. So if the store forgot a renewal and makes it again, the number is
    /// the same.
    package var webOrderLineItem: String {
        let digest = SHA256.hash(data: Array("period \(original) \(period)".utf8)).prefix(7)
        return String(digest.reduce(Int64(1)) { $0 << 8 | Int64($1) })
    }

    /// Begins the next period. A period that does not end by the calendar sets a new `renewalDay`. An offer
    /// with its own length (`free` or `payUpFront`) sets one, too, so that the period after it has the
    /// plan's length.
    ///
    /// - Parameters:
    ///   - isContinued: whether it follows a period of the same plan, and keeps `renewalDay`.
    ///   - paidUntil: the end of what was paid before.
    mutating func begin(
        _ plan: SubscriptionPlan, at moment: Timestamp, offer wanted: Offer?, isContinued: Bool,
        paidUntil: Timestamp, _ rules: SubscriptionRules
    ) {
        start = moment.wholeSecond
        if moment > paidUntil.advanced(by: rules.forgivenLapse) { since = start }
        product = plan.product
        renewalProduct = plan.product
        phase = .active
        isAutoRenewing = true
        priceQuestion = nil
        period += 1
        nextOffer = nil
        offer = wanted
        price = wanted?.price ?? plan.price
        if wanted?.kind == .introductory { hadIntroductoryOffer = true }
        if !isContinued { renewalDay = start.dayOfMonth }
        let ownLength = wanted.flatMap { $0.mode == .payAsYouGo ? nil : $0.period }
        let length = ownLength ?? plan.terms.period
        expires = rules.rate.end(of: length, from: start, day: renewalDay)
        if ownLength != nil || !rules.rate.countsMonths(of: length) { renewalDay = expires.dayOfMonth }
    }

    /// Ends the current period at another time. Later periods are counted from there.
    ///
    /// - Parameter day: the day on which it renews in longer months, if that is the last day of a shorter one.
    package mutating func endPeriod(at date: Timestamp, inLongerMonthsOn day: Int = 0) {
        let date = date.wholeSecond
        guard date != expires else { return }
        expires = date
        renewalDay = date.isOnLastDayOfMonth ? max(date.dayOfMonth, day) : date.dayOfMonth
    }

    /// What the customer says to a higher price. A question about another product than the one that it renews
    /// with waits until that one is chosen again.
    package var priceConsent: PriceConsent {
        priceQuestion.flatMap { $0.product == renewalProduct ? $0.answer : nil } ?? .notAsked
    }

    /// When it next moves by itself; nil if it will not.
    package var due: Timestamp? {
        switch phase {
        case .active: expires
        case .gracePeriod(let until, _), .billingRetry(let until): until
        case .expired, .revoked: nil
        }
    }

    /// Whether a renewal waits for its payment.
    package var isUnpaid: Bool { status == .gracePeriod || status == .billingRetry }

    /// Whether a purchase now would begin with the product's introductory offer.
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
    /// The product was not on sale when the renewal was due.
    case productUnavailable = 4
    case other = 5
}
