/// A row with a value that this program cannot read. Only requests for this row fail; the file itself may be
/// sound. `PurchaseTable`, `AccountTable` and the other tables of the store throw it.
package struct UnreadableRow: Error, Hashable, Sendable, CustomStringConvertible {
    package let table: String
    /// The row's key.
    package let row: String
    package let column: String

    package init(table: String, row: some CustomStringConvertible, column: String) {
        self.table = table
        self.row = row.description
        self.column = column
    }

    /// A reason for `StorageError.unusable`, which says the rest.
    package var description: String { "row \(row) of the table \(table) cannot be read: \(column)" }
}
