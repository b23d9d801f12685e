internal import StoreModel

/// The number of an order on a customer's bill: letters and digits. It is computed from the purchase's
/// number, so it is not stored.
package enum OrderIdentifier {
    private static let prefix = "MS"
    private static let width = 8

    /// The order of the payment with this number.
    package static func text(ofPurchase number: Int64) -> String {
        prefix + number.padded(to: width, radix: 36).uppercased()
    }

    /// The number of the payment; nil if `text` is not an order's number.
    package static func purchase(of text: String) -> Int64? {
        guard text.hasPrefix(prefix), let number = Int64(text.dropFirst(prefix.count), radix: 36),
            self.text(ofPurchase: number) == text
        else { return nil }
        return number
    }
}

extension PurchaseRecord {
    /// The number of its order; nil if nothing was charged. A purchase that repeats another one is free.
    package var orderIdentifier: String? {
        signed == nil || original != nil ? nil : OrderIdentifier.text(ofPurchase: number)
    }
}
