internal import ArgumentParser
internal import DeviceStorage
internal import StoreApplication

/// The command `monkeystore audit`, which looks for edits in the credit ledger and the record of what is owned.
struct Audit: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Look through the whole credit ledger, and the record of what is owned.",
        discussion: """
            A start looks only at what was written since the last checkpoint. What was edited is named, and does not count.
            """)

    @OptionGroup var options: StoreOptions
    @Flag(help: "Print {\"entries\": N, \"balance\": N, \"findings\": […]}.") var json = false

    func run() throws {
        try Session.run(options) { application in
            let length = try application.credits.entries(limit: 1).first?.sequence ?? 0
            let line = ProgressLine("Auditing")
            let audit = application.auditWhole { count in
                line.show(min(Double(count) / Double(max(length, 1)), 1))
                return true
            }
            line.end()
            guard let audit else { throw ExitStatus.dataUnusable.exitCode }
            var findings = application.spending.findings.map(\.description)
            if application.owned.isTampered { findings.append(explain(EntitlementError.tampered)) }
            if json {
                try Output.json(AuditRecord(entries: audit.entryCount, balance: audit.balance, findings: findings))
            } else if findings.isEmpty {
                printLine("Nothing was edited: \(audit.entryCount) entries, \(audit.balance) monkey credits.")
            } else {
                printLine("\(audit.balance) monkey credits count.")
            }
            if !findings.isEmpty { throw ExitStatus.ledgerTampered.exitCode }
        }
    }
}

private struct AuditRecord: Encodable {
    var entries: Int
    var balance: Int
    var findings: [String]
}
