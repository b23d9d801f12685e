internal import ArgumentParser
internal import ProgramSupport
internal import StoreRules

/// The command `audit`, with which operators check that charges, signed transactions and deliveries agree.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Check that charges, signed transactions and deliveries agree, account by account.",
        discussion:
            "May run while the server does. Exit code 2 if something is wrong. It reads the whole file, and looks for damage, too. For a large file that takes long, and store.sqlite-wal beside it grows meanwhile."
    )

    @OptionGroup var data: DataOptions
    @Flag(help: "The whole result as JSON.")
    var json = false

    func run() async throws {
        let audit = try data.existingStore().auditOfAll()
        if json {
            try printJSON(audit)
        } else {
            for finding in audit.findings { printLine("WRONG  \(finding)") }
            for debt in audit.debts { printLine("debt   \(debt)") }
            for books in audit.accounts where !books.isClosed {
                printLine(
                    "open   \(books.account): \(counted(books.charges, "charge")), "
                        + "\(counted(books.transactions, "transaction")), \(books.deliveries) delivered")
            }
            printLine(summary(of: audit))
            for bundle in data.address == nil ? FurtherApplication.bundles(in: data.folder) : [] {
                let folder = FurtherApplication.folder(of: bundle, in: data.folder).quotedForShell
                printLine(
                    "\(bundle) is a store of its own: monkeystore-server audit --data-dir \(folder)")
            }
        }
        if !audit.findings.isEmpty { throw ExitCode(ServerExitStatus.booksWrong.rawValue) }
    }

    private func summary(of audit: StoreAudit) -> String {
        func sum(_ count: KeyPath<StoreAudit.Books, Int>) -> Int {
            audit.accounts.map { $0[keyPath: count] }.reduce(0, +)
        }
        return
            "\(counted(audit.accounts.count, "account")): \(counted(sum(\.charges), "charge")), "
            + "\(counted(sum(\.transactions), "transaction")), \(sum(\.deliveries)) delivered, "
            + "\(sum(\.refunds)) refunded; "
            + (audit.findings.isEmpty ? "nothing is wrong" : "\(audit.findings.count) wrong")
    }
}
