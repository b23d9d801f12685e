internal import DeviceStorage
internal import PaymentQueueKit
internal import StoreModel
internal import StoreRules
internal import TestSupport

/// Compares the books of the store with those of the devices of `FleetCampaign`, account by account: each
/// device has what the store has, nothing is doubled, and nothing is lost, even if an older copy of the
/// store's database was put back.
struct FleetBooks {
    /// Purchases that were charged.
    private(set) var charges = 0
    /// How many of those were refunded.
    private(set) var refunds = 0
    /// A sentence for each difference.
    private(set) var disagreements: [String]

    /// Compares the books of a server and devices that have stopped.
    init(of store: AppStore, and devices: [AccountIdentifier: [FleetDevice]]) throws {
        let audit = try store.audit()
        disagreements = audit.findings
        let books = Dictionary(uniqueKeysWithValues: audit.accounts.map { ($0.account, $0) })
        for (account, devices) in devices {
            func disagree(_ sentence: String) { disagreements.append("\(account): \(sentence)") }
            let signed = try store.signedTransactions(of: account)
            let (credits, mark) = try store.sums(of: account)
            let book = books[account]
            charges += book?.charges ?? 0
            refunds += book?.refunds ?? 0
            if book?.isClosed == false || book?.charges ?? 0 != signed.count {
                disagree("\(signed.count) transactions, and the audit says \(book, default: "nothing").")
            }
            let worth = signed.values.compactMap(\.unverifiedPayload).reduce(0) {
                $0 + ($1.revocationDate == nil ? MonkeyCredits.worth(of: $1) ?? 0 : 0)
            }
            if worth != credits { disagree("paid for \(worth) credits, and has \(credits).") }
            for (number, device) in devices.enumerated() {
                func disagree(_ sentence: String) {
                    disagreements.append("\(account), device \(number + 1): \(sentence)")
                }
                let replica = device.replica
                if try replica.credits() != credits {
                    disagree("\(try replica.credits()) credits, not \(credits).")
                }
                if try replica.exchangeRequest().since != mark { disagree("does not know everything.") }
                let known = try replica.known(.purchases, limit: .max).map {
                    TransactionIdentifier(rawValue: $0.id)
                }
                let versions = try zip(known, replica.signed(for: known))
                if Dictionary(versions, uniquingKeysWith: { $1 }) != signed {
                    disagree("\(known.count) purchases, or other versions, not the store's \(signed.count).")
                }
                let listed = try device.journal.page(.newest, limit: .max).transactions
                let numbers = listed.compactMap(\.transactionIdentifier)
                if listed.count != numbers.count || Set(numbers) != Set(signed.keys)
                    || !listed.allSatisfy(\.isFinished)
                {
                    disagree("\(listed.count) payments in its list, not the \(signed.count) transactions.")
                }
                _ = try replica.recount()
                for finding in replica.takeFindings() { disagree("\(finding)") }
            }
        }
    }
}
