/// What a payment changed about a subscription that goes on, without a charge: `PurchaseOutcome`
/// and `PaymentTransaction` carry it in the state `changed`. From its date on, the subscription is
/// for the payment's product.
public struct RenewalChange: Hashable, Sendable, Codable {
    /// What changes with the next renewal.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The subscription becomes the payment's product, as after a downgrade.
        case product
        /// The subscription goes on with an offer.
        case offer
        /// The subscription goes on as it is: a cancellation, or a change to another product, is withdrawn.
        case renewal
    }

    /// What changes.
    public var kind: Kind
    /// From when: the moment of the next renewal.
    public var date: Timestamp

    package init(_ kind: Kind, from date: Timestamp) {
        self.kind = kind
        self.date = date
    }
}
