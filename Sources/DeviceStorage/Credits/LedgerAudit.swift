/// The result of an audit of the credit ledger (`CreditManager.audit`), which `SpendingManager` reports on the bus.
package struct LedgerAudit: Hashable, Sendable {
    /// What does not hold, in the order of the entries; empty when the ledger is as this program wrote it, or when what
    /// was found was found by an earlier audit. Each describes itself in a sentence.
    package let findings: [LedgerFinding]
    /// The credits that count.
    package let balance: Int
    package let entryCount: Int

    /// How many entries may follow a checkpoint before an audit makes another.
    static let checkpointInterval = 100

    package init(findings: [LedgerFinding], balance: Int, entryCount: Int) {
        self.findings = findings
        self.balance = balance
        self.entryCount = entryCount
    }

    /// How much of the ledger an audit looks at.
    package enum Extent: Hashable, Sendable {
        /// What was written since the checkpoint, which an audit leaves behind where it has found everything right: for every
        /// start, which takes as long however long the ledger is.
        case sinceCheckpoint
        case whole
    }
}
