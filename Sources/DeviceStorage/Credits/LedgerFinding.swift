/// Something in the credit ledger that is not as this program wrote it. `LedgerScan` finds it in an audit, and
/// `SpendingManager` posts it on the bus as a sentence for the user.
package enum LedgerFinding: Hashable, Sendable, CustomStringConvertible {
    /// An entry's seal does not fit what it says.
    case edited(Int)
    case missing(ClosedRange<Int>)
    /// An entry is there which this program never wrote.
    case added(Int)
    /// An entry is there which this program never wrote, and which carries the seal of another.
    case copied(Int, of: Int)
    /// An entry was sealed after another one than the one before it.
    case unconnected(Int)
    case headEdited
    case headMissing
    /// The head is one that the ledger had earlier.
    case headSetBack
    /// The mark is gone or does not hold. The ledger may be an earlier copy, or have been emptied.
    case markMissing
    /// The head does not hold, and nothing else shows which entry was the last.
    case endUnknown

    /// What was found, and what it means for the credits; names the entry.
    package var description: String {
        switch self {
        case .edited(let entry):
            "Entry \(entry) of the credit ledger was edited, and does not count; only a purchase that its signed "
                + "transaction still proves does."
        case .missing(let entries) where entries.count == 1:
            "Entry \(entries.lowerBound) of the credit ledger is missing; credits that it added do not count, credits "
                + "that it spent do."
        case .missing(let entries):
            "Entries \(entries.lowerBound) to \(entries.upperBound) of the credit ledger are missing; credits that they "
                + "added do not count, credits that they spent do."
        case .added(let entry):
            "Entry \(entry) of the credit ledger was not written by this program, and does not count."
        case .copied(let entry, let original):
            "Entry \(entry) of the credit ledger is a copy of entry \(original), and does not count."
        case .unconnected(let entry):
            "Entry \(entry) of the credit ledger does not continue the entry before it; credits that came in between "
                + "do not count."
        case .headEdited:
            "The balance of the credit ledger was edited; the balance of its last entry counts."
        case .headMissing:
            "The balance of the credit ledger was removed; the balance of its last entry counts."
        case .headSetBack:
            "The balance of the credit ledger was set back to an earlier one; what was spent since then counts as spent."
        case .markMissing:
            "The mark of the credit ledger's end is missing, so credits that may have been spent do not count; what is bought "
                + "from now on does."
        case .endUnknown:
            "Nothing shows any more where the credit ledger ended, so credits that may have been spent do not count."
        }
    }
}
