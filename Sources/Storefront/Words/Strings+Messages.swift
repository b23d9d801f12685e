internal import StoreModel

// The sentences of the status line: what happened, what it means for the money, the next key. Each fits in 78 cells.
extension Strings {
    // MARK: States that stay

    var restrictedState: String { say(en: "In-app purchases are not allowed; nothing is charged. s: settings") }
    func networkDownState(isQueued: Bool) -> String {
        isQueued
            ? say(en: "Network down. Your purchase is queued and goes on when it is back.  r retry")
            : say(en: "Network down. Nothing is charged meanwhile; prices come when it is back.")
    }
    var requestFailedByNetworkState: String {
        say(en: "No connection to the store, so no prices. Nothing was charged.  r retry")
    }
    func requestFailedState(_ error: StoreError) -> String {
        say(en: "No prices: \(failureWords(error)) (\(error.code)). Nothing was charged. r retry")
    }

    // MARK: Purchases

    func failure(_ error: StoreError) -> String {
        // Trouble with the device's own files comes as a whole sentence.
        if error.domain == .device, let message = error.message { return message }
        let what = "\(failureWords(error)) (\(error.code))."
        if error.isNetworkFailure { return say(en: "\(what) Nothing was charged. Enter tries again.") }
        return switch (error.domain, error.code) {
        case (.storeKit, 0): say(en: "\(what) Nothing was charged. Enter tries again.")
        case (.storeKit, 4): say(en: "\(what) Nothing was charged. s: settings")
        case (.storeKit, 5): say(en: "\(what) Nothing was charged. r reads the prices.")
        case (.storeServer, 5002): say(en: "\(what) Nothing was charged. Enter tries again.")
        case (.storeServer, 5020): say(en: "\(what) Nothing was charged. Reset it, then Enter.")
        case (.backup, 1): say(en: "\(what) Nothing was charged here.")
        case (.backup, 2): say(en: "\(what) Nothing was charged again.")
        case (StoreError.interrupted.domain, StoreError.interrupted.code):
            say(en: "\(what) Nothing was charged so far. t: resolve it")
        default: say(en: "\(what) Nothing was charged. t shows the details.")
        }
    }
    var declined: String { say(en: "The request to buy was declined. Nothing was charged.") }
    func lapsed(_ title: String) -> String { say(en: "The request to buy \(title) lapsed. Nothing was charged.") }
    var deferred: String { say(en: "Waiting for approval. Nothing is charged before it comes.  t transactions") }
    func credited(_ pieces: String) -> String { say(en: "Bought \(pieces). The credits are yours.") }
    func revoked(_ pieces: String) -> String { say(en: "Refunded \(pieces): money and credits went back.") }
    func refusedUnknown(_ product: String) -> String { say(en: "\(product) is not sold here. Nothing was charged.") }
    func refusedQuantity(_ quantity: Int) -> String {
        say(en: "A quantity is 1 to 10, not \(quantity). Nothing was charged.")
    }
    func deliveryFailed(_ pieces: String, _ reason: DeliveryFailed.Reason) -> String {
        let why =
            switch reason {
            case .unknownProduct: say(en: "This program does not know what it is worth.")
            case .notVerified(let failure): notVerified(failure)
            case .undeliverable(let sentence): sentence
            }
        return say(en: "\(pieces) is paid and stays in the queue; it is offered again at the next start. \(why)")
    }
    private func notVerified(_ failure: TransactionVerifier.Failure) -> String {
        switch failure {
        case .malformed: say(en: "Its receipt cannot be read.")
        case .wrongSignature: say(en: "Its receipt does not carry the store's signature.")
        case .wrongApplication(let other): say(en: "Its receipt is for another application, \(other).")
        case .wrongAccount: say(en: "Its receipt is for another account.")
        case .wrongEnvironment(let other): say(en: "Its receipt is from another environment, \(other.rawValue).")
        }
    }

    // MARK: Keys that do nothing now

    var alreadyBuying: String {
        say(en: "This is being bought already. Nothing is charged twice; wait for the answer.")
    }
    var tooEarly: String { say(en: "Key typed ahead: ignored. Look at the total first, then answer.") }
    var pasteIgnored: String { say(en: "Pasted text does nothing here, so nothing was bought. Use the keys.") }
    var whyLoading: String { say(en: "The prices are on their way. Nothing is charged before they are here.") }
    var whyNetworkDown: String { say(en: "No prices without the network. Nothing was charged.  r retry") }
    var whyDisabled: String { say(en: "In-app purchases are not allowed. Nothing was charged. s: settings") }
    func whyNotAvailable(_ product: String) -> String {
        say(en: "The store does not know \(product). Nothing was charged.")
    }
    var whyNoCredits: String { say(en: "No credit, no banana. Buy credits first: 1 or 2, then Enter.") }
    func spendRefused(credits: Int, balance: Int) -> String {
        say(en: "A banana costs \(credits); there are \(balance) credits. None was spent. Buy some first.")
    }
    var balanceUnknown: String { say(en: "The credits are not counted yet. None was spent.") }
    var requestingPrices: String { say(en: "Asking the store for prices.") }
    func corrected(balance: Int) -> String {
        say(en: "The ledger was corrected: \(balance) credits count. Nothing was charged.")
    }
}
