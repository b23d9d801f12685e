internal import StoreModel

extension Strings {
    var transactionsTitle: String { say(en: "Transactions") }
    func transactionsCount(_ count: Int) -> String {
        count == 1 ? say(en: "1 transaction") : say(en: "\(count) transactions")
    }
    var transactionsLoading: String { say(en: "Reading the transactions…") }
    var transactionsEmpty: String { say(en: "Nothing bought yet. Esc goes back to the store.") }
    var detailHeading: String { say(en: "Detail") }

    /// The word for a transaction: its state, or what became of it since.
    func standing(_ transaction: PaymentTransaction) -> String {
        if transaction.revocationDate != nil { return say(en: "refunded") }
        return switch transaction.state {
        case .purchasing: say(en: "purchasing")
        case .purchased: say(en: "purchased")
        case .failed: say(en: "failed")
        case .restored: say(en: "restored")
        case .deferred: say(en: "deferred")
        }
    }

    var detailIdentifier: String { say(en: "Transaction") }
    var detailKey: String { say(en: "Payment key") }
    var detailProduct: String { say(en: "Product") }
    var detailAdded: String { say(en: "Added") }
    var detailDate: String { say(en: "Purchased") }
    var detailError: String { say(en: "Error") }
    var detailFinished: String { say(en: "Finished") }
    var detailRefunded: String { say(en: "Refunded") }
    var detailOriginal: String { say(en: "Brings back") }
    var detailActions: String { say(en: "Actions") }
    var noIdentifierYet: String { say(en: "none before it is purchased") }
    var noActions: String { say(en: "nothing can be done to it") }

    /// An error with its domain and its code, in words, and what the store itself says about it.
    func errorDetail(_ error: StoreError) -> String {
        let message = error.message.map { ": \($0)" } ?? ""
        return say(en: "\(error.code) \(failureWords(error)) (\(error.domain.rawValue))\(message)")
    }

    /// An error in a few words, without its number.
    func failureWords(_ error: StoreError) -> String {
        if error.isNetworkFailure { return say(en: "No connection to the store") }
        return switch (error.domain, error.code) {
        case (.storeKit, 0): say(en: "Cannot connect to the store")
        case (.storeKit, 1): say(en: "The store refused this program")
        case (.storeKit, 2): say(en: "Cancelled")
        case (.storeKit, 3): say(en: "The payment is not valid")
        case (.storeKit, 4): say(en: "In-app purchases are not allowed")
        case (.storeKit, 5): say(en: "The product is no longer sold")
        case (.storeServer, 5002): say(en: "The store had an unknown error")
        case (.storeServer, 5020): say(en: "Forgotten password")
        case (.account, 401): say(en: "Nobody is signed in")
        case (.account, 409): say(en: "This account exists already")
        case (.account, 429): say(en: "Too many attempts to sign in")
        case (StoreError.interrupted.domain, StoreError.interrupted.code): say(en: "The account needs attention")
        case (.backup, 1): say(en: "Your credits moved away")
        case (.backup, 2): say(en: "Your other machine has this")
        default: say(en: "The store refused")
        }
    }
}

extension Strings {
    /// What an action on a transaction is called, in a word.
    func transactionAction(_ action: TransactionAction) -> String {
        switch action {
        case .approve: say(en: "approve")
        case .decline: say(en: "decline")
        case .lapse: say(en: "lapse")
        case .resolve: say(en: "resolve")
        case .refund: say(en: "refund")
        case .reverseRefund: say(en: "reverse refund")
        }
    }
}
