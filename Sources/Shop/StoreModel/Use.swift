/// What was used from an account: credits, or pieces of a consumable product. It never changes, and counts
/// once, however often it is sent.
package struct Use: Hashable, Sendable, Codable, Identifiable {
    /// The range of a use's amount.
    package static let amounts = 1...1_000_000_000

    /// A UUID in lower case, which the device makes before it asks.
    package let id: UseIdentifier
    /// The product whose pieces were used; nil for credits.
    package let productIdentifier: ProductIdentifier?
    /// How much, within `amounts`.
    package let amount: Int
    /// When, on the device's clock: for people to read. It can be written as a date.
    package let date: Timestamp

    package init(
        id: UseIdentifier, of productIdentifier: ProductIdentifier? = nil, amount: Int, date: Timestamp
    ) {
        self.id = id
        self.productIdentifier = productIdentifier
        self.amount = amount
        self.date = date
    }

    /// A use from outside. Throws `DecodingError` if the amount is outside `amounts`, or the date is outside
    /// `Timestamp.written`.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(UseIdentifier.self, forKey: .id)
        productIdentifier = try container.decodeIfPresent(ProductIdentifier.self, forKey: .productIdentifier)
        amount = try container.decode(Int.self, forKey: .amount)
        date = try container.decode(Timestamp.self, forKey: .date)
        guard Self.amounts.contains(amount) else {
            throw DecodingError.dataCorruptedError(
                forKey: .amount, in: container,
                debugDescription: "not 1 to \(Self.amounts.upperBound)")
        }
        guard Timestamp.written.contains(date) else {
            throw DecodingError.dataCorruptedError(
                forKey: .date, in: container, debugDescription: "not in the years 1 to 9999")
        }
    }
}
