internal import ArgumentParser
internal import DeviceStorage
internal import StoreApplication
internal import Storefront

/// The command `monkeystore audit`, which checks and counts everything that this device knows about
/// the account.
struct Audit: ParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "audit",
        abstract: "Check all purchases and uses on this device, and count them again.",
        discussion: """
            A start looks only at the sums. This says what another program has changed, leaves out what the store did not sign, \
            and asks the store for what is missing.
            """)

    @OptionGroup var options: StoreOptions
    @Flag(help: "Print {\"purchases\": N, \"uses\": N, \"balance\": N, \"findings\": […]}.") var json = false

    func run() throws {
        try CommandRun.run(options) { application in
            let rows = try application.replica.rowCount()
            let line = ProgressLine("Auditing")
            let counted = application.account.recount { count in
                line.show(min(Double(count) / Double(max(rows, 1)), 1))
                return true
            }
            line.end()
            guard let counted else { throw ExitStatus.dataUnusable.exitCode }
            let balance = try application.replica.credits()
            let missing = try application.replica.creditsOfMissingUses()
            let findings = application.account.findings.map(\.sentence)
            if json {
                try Output.json(
                    AuditRecord(
                        purchases: counted.purchases, uses: counted.uses, balance: balance, findings: findings
                    ))
            } else if findings.isEmpty {
                printLine(
                    "Nothing was changed from outside. Purchases: \(counted.purchases), uses: \(counted.uses), monkey credits: \(balance)."
                )
            } else {
                printLine("Your balance is \(creditsPhrase(balance)).")
            }
            // Otherwise the balance contradicts what is counted.
            if !json, missing > 0 {
                printLine(
                    "Uses that are no longer here took \(creditsPhrase(missing)); only the high-water mark in keys/ knows of them."
                )
            }
            if !findings.isEmpty { throw ExitStatus.accountRecounted.exitCode }
        }
    }
}

private struct AuditRecord: Encodable {
    var purchases: Int
    var uses: Int
    var balance: Int
    var findings: [String]
}
