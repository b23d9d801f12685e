// Amounts of money, and `PriceLocale`, which screens and commands use to write prices.
// The catalogue makes both.

/// An amount in one currency: the price of a product or a payment. The unit is a thousandth of the
/// currency's main unit, as in the prices that the store signs (`0.99` is 990). Every currency with up to
/// three decimals fits exactly.
public struct Money: Hashable, Sendable, Codable {
    /// The amount in thousandths of the main unit.
    public var milliunits: Int64
    /// The currency's ISO 4217 code, for example `USD`.
    public var currency: String

    package init(milliunits: Int64, currency: String) {
        self.milliunits = milliunits
        self.currency = currency
    }

    /// The largest amount, in thousandths. The total of a payment with this price does not overflow.
    private static let largest: Int64 = 999_999_999_999_999

    /// Reads an amount from outside. Throws if it is larger than any price.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        milliunits = try values.decode(Int64.self, forKey: .milliunits)
        currency = try values.decode(String.self, forKey: .currency)
        guard milliunits.magnitude <= Self.largest else {
            throw DecodingError.dataCorruptedError(
                forKey: .milliunits, in: values, debugDescription: "No price is as large.")
        }
    }

    /// Whether it can be a price: not negative, in a currency of three capital letters.
    package var isPrice: Bool {
        let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return milliunits >= 0 && currency.utf8.count == 3 && currency.utf8.allSatisfy(letters.contains)
    }

    /// The price of several pieces. What is out of range becomes the nearest amount that there is.
    package static func * (unit: Money, quantity: Int) -> Money {
        let (total, isTooFar) = unit.milliunits.multipliedReportingOverflow(by: Int64(quantity))
        let nearest = (unit.milliunits < 0) == (quantity < 0) ? Int64.max : .min
        return Money(milliunits: isTooFar ? nearest : total, currency: unit.currency)
    }
}

/// The format of prices: the counterpart of `SKProduct.priceLocale`. The store sends it with each product.
/// `Product.localizedPrice` uses it whatever the reader's own locale is. The screens use it for English
/// readers and in the reader's own language; other readers see the same currency in their own format.
package struct PriceLocale: Hashable, Sendable, Codable {
    package var identifier: String
    /// What comes before the digits, for example `$`.
    package var prefix: String
    /// What comes after the digits, for example `\u{a0}€`.
    package var suffix: String
    /// What comes between whole units and decimals.
    package var decimalSeparator: String
    /// What comes between groups of digits; empty if nothing does.
    package var groupingSeparator: String
    /// How many digits make the group next to the decimals; 0 if there are no groups.
    package var primaryGroupingSize: Int
    /// How many digits make each further group (2 in India, elsewhere the same as the first).
    package var secondaryGroupingSize: Int
    /// How many decimals the currency shows at least, 0…3. A number outside is taken as the nearest one.
    package var fractionDigits: Int
    /// How many digits must come before the first separator: 1, or 2 if `1234` has no separator (Spain,
    /// Poland, Portugal).
    package var minimumGroupingDigits: Int

    package init(
        identifier: String, prefix: String, suffix: String, decimalSeparator: String,
        groupingSeparator: String,
        primaryGroupingSize: Int, secondaryGroupingSize: Int, fractionDigits: Int,
        minimumGroupingDigits: Int = 1
    ) {
        self.identifier = identifier
        self.prefix = prefix
        self.suffix = suffix
        self.decimalSeparator = decimalSeparator
        self.groupingSeparator = groupingSeparator
        self.primaryGroupingSize = primaryGroupingSize
        self.secondaryGroupingSize = secondaryGroupingSize
        self.fractionDigits = fractionDigits
        self.minimumGroupingDigits = minimumGroupingDigits
    }

    /// Writes an amount exactly: if it is finer than the currency shows, it has as many decimals as it needs.
    package func string(for money: Money) -> String {
        // Clamped here, not when it is set: a locale may come from another party's JSON.
        var fractionDigits = min(max(fractionDigits, 0), 3)
        let amount = money.milliunits.magnitude
        while !amount.isMultiple(of: Self.steps[fractionDigits]) { fractionDigits += 1 }
        var text = grouped(String(amount / 1000))
        if fractionDigits > 0 {
            text += separator + (amount % 1000 / Self.steps[fractionDigits]).padded(to: fractionDigits)
        }
        return (money.milliunits < 0 ? "-" : "") + prefix + text + suffix
    }

    /// How many thousandths the last decimal stands for, by the number of decimals.
    private static let steps: [UInt64] = [1000, 100, 10, 1]

    /// For a currency that shows no decimals, a store may send no separator.
    private var separator: String {
        decimalSeparator.isEmpty ? (groupingSeparator == "." ? "," : ".") : decimalSeparator
    }

    private func grouped(_ digits: String) -> String {
        guard primaryGroupingSize > 0, !groupingSeparator.isEmpty,
            digits.count - primaryGroupingSize >= max(minimumGroupingDigits, 1)
        else { return digits }
        var rest = digits.dropLast(primaryGroupingSize)
        var groups = [digits.suffix(primaryGroupingSize)]
        let size = secondaryGroupingSize > 0 ? secondaryGroupingSize : primaryGroupingSize
        while !rest.isEmpty {
            groups.insert(rest.suffix(size), at: 0)
            rest = rest.dropLast(size)
        }
        return groups.joined(separator: groupingSeparator)
    }
}
