internal import ArgumentParser
internal import PaymentCore
internal import StoreModel

struct History: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List every transaction of this device, oldest first.")

    @OptionGroup var options: StoreOptions
    @Flag(help: "Print an array of transactions.") var json = false

    func run() throws {
        try Session.run(options) { application in
            let transactions = try application.journal.transactions().reversed()
            if json {
                try Output.json(transactions.map(TransactionRecord.init))
            } else {
                Output.table(
                    transactions.map { transaction in
                        [
                            transaction.transactionDate?.rfc3339 ?? transaction.addedDate.rfc3339,
                            transaction.revocationDate == nil ? transaction.state.name : "refunded",
                            "\(transaction.payment.quantity) x \(transaction.payment.productIdentifier)",
                            transaction.transactionIdentifier?.rawValue
                                ?? transaction.error.map { "\($0.domain.rawValue) \($0.code)" } ?? "-",
                        ]
                    })
            }
        }
    }
}
