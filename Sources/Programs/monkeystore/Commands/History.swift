internal import ArgumentParser
internal import FoundationEssentials
internal import PaymentQueueKit
internal import StoreApplication
internal import StoreModel
internal import Storefront

/// The command `monkeystore history`, which lists the account's transactions as a table or as JSON.
struct History: ParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "history",
        abstract: "List the transactions of the account, in the order in which they came to this device.",
        discussion: """
            Without an option these are the newest 100. If there are older ones, standard error says how to see them.
            """)

    /// How many transactions are in memory at once while all are printed.
    private static let pageSize = 500

    @OptionGroup var options: StoreOptions
    @Option(help: ArgumentHelp("At most how many, at least 1; without it, 100.", valueName: "count"))
    var limit: Int?
    @Option(
        help: ArgumentHelp(
            "Only those older than this one: its transaction identifier, or its idempotency key.",
            valueName: "transaction"))
    var before: String?
    @Flag(help: "All of them, however many.") var all = false
    @Flag(help: "Print an array of transactions.") var json = false

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit is 1 or a larger number, not \(limit).") }
        if all, limit != nil || before != nil {
            throw ValidationError("--all prints everything: leave out --limit and --before.")
        }
    }

    func run() throws {
        try CommandRun.run(options) { application in
            let journal = application.journal
            if all { return try printAll(of: journal) }
            let page = try journal.page(place(in: journal), limit: limit ?? 100)
            try show { try $0(page.transactions.reversed()) }
            if page.hasOlder, let oldest = page.transactions.last {
                let name = oldest.transactionIdentifier?.rawValue ?? oldest.key.rawValue
                complain("Older transactions: monkeystore history --before \(name)")
            }
        }
    }

    private func place(in journal: PaymentJournal) throws -> TransactionPlace {
        guard let before else { return .newest }
        guard let key = try journal.key(named: before) else {
            throw fail(
                .badUsage,
                "There is no transaction '\(before)' in the history. "
                    + "monkeystore history --json names them.")
        }
        return .older(than: key)
    }

    private func printAll(of journal: PaymentJournal) throws {
        try show { print in
            var next: TransactionPlace? = .oldest
            while let place = next {
                let page = try journal.page(place, limit: Self.pageSize)
                try print(page.transactions.reversed())
                next = page.hasNewer ? page.transactions.first.map { .newer(than: $0.key) } : nil
            }
        }
    }

    /// Prints transactions page by page. A table reads all of them twice, because the widest cell may be in
    /// the last one.
    private func show(_ forEachPage: (([PaymentTransaction]) throws -> Void) throws -> Void) throws {
        if json {
            var array = Output.JSONArray()
            try forEachPage { try array.print($0.map(TransactionJSON.init)) }
            array.end()
        } else {
            var table = Output.Table()
            try forEachPage { table.measure($0.map(Self.row)) }
            try forEachPage { table.print($0.map(Self.row)) }
        }
    }

    /// What was paid in all, and for how long.
    private static func words(_ charge: Charge) -> String {
        let price = "\(Decimal(charge.price.milliunits) / 1000) \(charge.price.currency)"
        return [price, charge.offer?.rawValue, charge.expiresDate.map { "until \($0.rfc3339)" }].compactMap(
            \.self
        )
        .joined(separator: ", ")
    }

    static func row(_ transaction: PaymentTransaction) -> [String] {
        [
            transaction.transactionDate?.rfc3339 ?? transaction.addedDate.rfc3339,
            transaction.revocationDate != nil
                ? "refunded" : transaction.isLapsed ? "lapsed" : transaction.state.name,
            "\(transaction.payment.quantity) x \(transaction.payment.productIdentifier)",
            transaction.transactionIdentifier?.rawValue
                ?? transaction.error.map { "\($0.domain.rawValue) \($0.code)" } ?? "-",
        ] + (transaction.charge.map { [words($0)] } ?? [])
    }
}
