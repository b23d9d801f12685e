package import StoreModel

// Converts values to and from columns, for `PurchaseTable`, `SubscriptionTable` and the other tables of the
// store: identifiers and words are kept as texts, moments as milliseconds, the rest as JSON.

extension StoreValueConvertible where Self: RawRepresentable, RawValue: StoreValueConvertible {
    package var storeValue: StoreValue { rawValue.storeValue }

    package init?(storeValue: StoreValue) {
        guard let value = RawValue(storeValue: storeValue) else { return nil }
        self.init(rawValue: value)
    }
}

extension AccountIdentifier: StoreValueConvertible {}
extension IdempotencyKey: StoreValueConvertible {}
extension UseIdentifier: StoreValueConvertible {}
extension ProductIdentifier: StoreValueConvertible {}
extension StoreEnvironment: StoreValueConvertible {}
extension StoreErrorDomain: StoreValueConvertible {}
extension ProductKind: StoreValueConvertible {}
extension PurchaseStatus: StoreValueConvertible {}
extension RefundReason: StoreValueConvertible {}

extension Timestamp: StoreValueConvertible {
    package var storeValue: StoreValue { .integer(milliseconds) }

    package init?(storeValue: StoreValue) {
        guard let value = Int64(storeValue: storeValue) else { return nil }
        self.init(milliseconds: value)
    }
}

extension Decodable {
    /// Reads JSON from a column.
    package init(
        storedJSON json: String, table: String, row: some CustomStringConvertible, column: String
    ) throws {
        do { self = try ReceivedJSON.decode(from: json.utf8) } catch {
            throw UnreadableRow(table: table, row: row, column: column)
        }
    }
}
