internal import StoreModel

extension Strings {
    // MARK: Confirmation sheet

    func confirmTitle(waiting: Int) -> String {
        waiting > 1 ? say(en: "Confirm purchase (1 of \(waiting))") : say(en: "Confirm purchase")
    }
    var sheetQuantity: String { say(en: "Quantity") }
    var sheetUnitPrice: String { say(en: "Unit price") }
    var sheetTotal: String { say(en: "Total") }
    var sheetAccount: String { say(en: "Account") }
    var sheetEnvironment: String { say(en: "Environment") }
    func environmentMeaning(_ environment: StoreEnvironment) -> String {
        switch environment {
        case .sandbox: say(en: "Sandbox: no real money")
        case .production: say(en: "Production: real money")
        }
    }
    var sheetBuy: String { say(en: "Buy") }
    var sheetCancel: String { say(en: "Cancel") }

    // MARK: Leaving

    var quitTitle: String { say(en: "A purchase is in flight") }
    var quitBody: String {
        say(en: "Leaving now is safe: the queue resumes at the next start, and nothing is charged twice.")
    }
    var quitLeave: String { say(en: "Quit") }
    var quitStay: String { say(en: "Stay") }

    // MARK: Notices

    var ledgerTitle: String { say(en: "Credit ledger") }
    func ledgerBody(balance: Int) -> String {
        say(
            en: "The ledger does not hold what was written to it. What was edited does not count; "
                + "the balance that counts is \(balance).")
    }
    var deliveryTitle: String { say(en: "Paid, but not delivered") }
    var noticeClose: String { say(en: "Close") }

    // MARK: Help

    var helpTitle: String { say(en: "Keys") }
}
