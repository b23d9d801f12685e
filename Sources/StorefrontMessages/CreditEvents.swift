/// The balance is known, or changed.
package struct BalanceChanged: Hashable, Sendable {
    /// What changed it.
    package enum Cause: Hashable, Sendable {
        /// It was read at the start, or another program changed it.
        case loaded
        /// Credits were bought.
        case purchase
        /// Credits were spent.
        case spend
        /// The store gave the money back.
        case refund
        /// The credits are on another machine now, on which a backup of this one was restored.
        case moved
        /// The ledger was edited by hand, and what was edited does not count.
        case correction
    }

    /// Credits; below zero after the refund of credits that were spent.
    package let balance: Int
    /// By how much it changed.
    package let change: Int
    /// What changed it.
    package let cause: Cause

    /// A balance and how it came about.
    package init(balance: Int, change: Int, cause: Cause) {
        self.balance = balance
        self.change = change
        self.cause = cause
    }
}

/// There were not enough credits to spend.
package struct SpendRefused: Hashable, Sendable {
    /// The credits that were asked for.
    package let credits: Int
    /// The credits that are there.
    package let balance: Int

    /// A refusal.
    package init(credits: Int, balance: Int) {
        self.credits = credits
        self.balance = balance
    }
}

/// The credit ledger does not hold what was written to it.
package struct LedgerTampered: Hashable, Sendable {
    /// One sentence for each thing that was found, naming the entry.
    package let findings: [String]
    /// The balance that counts.
    package let balance: Int

    /// What the ledger's audit found.
    package init(findings: [String], balance: Int) {
        self.findings = findings
        self.balance = balance
    }
}
