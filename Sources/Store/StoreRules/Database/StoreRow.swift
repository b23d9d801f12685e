/// A row of a query's result, from an engine. The store's tables take its
/// values by the names of their columns.
package struct StoreRow: Sendable {
    package let columns: [String]
    package let values: [StoreValue]

    package init(columns: [String], values: [StoreValue]) {
        self.columns = columns
        self.values = values
    }

    /// The value of a column by its name. The query must have the column, and its values must have the type
    /// that is asked for.
    package subscript<Value: StoreValueConvertible>(_ column: String) -> Value { self[index(of: column)] }

    /// The value of a column by its name; nil for NULL.
    package subscript<Value: StoreValueConvertible>(_ column: String) -> Value? { self[index(of: column)] }

    private func index(of column: String) -> Int {
        // PostgreSQL folds names.
        let index = columns.firstIndex(of: column) ?? columns.firstIndex(of: column.lowercased())
        guard let index else { preconditionFailure("no column \(column)") }
        return index
    }

    /// The number in a row with one column; nil for any other row.
    package var onlyNumber: Int64? { values.count == 1 ? Int64(storeValue: values[0]) : nil }

    subscript<Value: StoreValueConvertible>(_ index: Int) -> Value {
        guard let value = Value(storeValue: values[index]) else {
            preconditionFailure("\(columns[index]) is no \(Value.self)")
        }
        return value
    }

    subscript<Value: StoreValueConvertible>(_ index: Int) -> Value? {
        values[index] == .null ? nil : .some(self[index])
    }
}
