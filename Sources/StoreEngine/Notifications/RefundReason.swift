/// Why a customer wants the money back; the words are Apple's (`consumptionRequestReason`).
package enum RefundReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// It was not meant to be bought.
    case unintendedPurchase = "UNINTENDED_PURCHASE"
    /// It did not come, or did not work.
    case fulfillmentIssue = "FULFILLMENT_ISSUE"
    /// The customer is not satisfied.
    case unsatisfied = "UNSATISFIED_WITH_PURCHASE"
    /// The law entitles the customer to it.
    case legal = "LEGAL"
    case other = "OTHER"
}
