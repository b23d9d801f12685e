/// What Xcode's transaction manager and `SKTestSession` do to a store, for the managers of the settings,
/// transactions and subscriptions screens. `AccountSession` does it in the same process; `HTTPStore` does it
/// over HTTP, most of it with an administrator's token. None of it goes through the customer's network, whose
/// faults the settings simulate.
package protocol StoreAdministration: Sendable {
    /// The settings as far as they are known here, without waiting. A store at an address sends each change.
    func settings() async throws(StoreAdministrationError) -> StoreSettings
    /// The settings in force. A store at an address is asked for them.
    func currentSettings() async throws(StoreAdministrationError) -> StoreSettings
    /// Changes what differs from the settings that the caller knows, at once and for every program on the
    /// same store. All others stay as the store has them.
    func apply(
        _ settings: StoreSettings, over known: StoreSettings
    ) async throws(StoreAdministrationError)
    /// Does something to the purchase with a key. All keys may also be identifiers of transactions.
    func perform(_ action: TransactionAction, on key: IdempotencyKey) async throws(StoreAdministrationError)
    /// The possible actions for the purchases with these keys, at most 1000. The answer
    /// leaves out unknown keys.
    func actions(
        for keys: [IdempotencyKey]
    ) async throws(StoreAdministrationError) -> [IdempotencyKey: Set<TransactionAction>]
    /// What the store has about the purchase with a key. It only reads.
    func record(of key: IdempotencyKey) async throws(StoreAdministrationError) -> TransactionRecord
    /// Plays a scenario with the account, either all of its steps or none. It buys, and
    /// moves the store's clock.
    func play(_ scenario: Scenario) async throws(StoreAdministrationError)
    /// The account's subscriptions, each with the actions that are possible from here. Anything that was due
    /// has happened first.
    func subscriptions() async throws(StoreAdministrationError) -> [SubscriptionSummary]
    /// Does something to a subscription. The actions in `SubscriptionAction.customers` need no administrator.
    func perform(
        _ action: SubscriptionAction, on original: TransactionIdentifier
    ) async throws(StoreAdministrationError) -> SubscriptionSummary
}

extension StoreAdministration {
    package func currentSettings() async throws(StoreAdministrationError) -> StoreSettings {
        try await settings()
    }
}

/// Something that the administration can do to a purchase.
public enum TransactionAction: String, Hashable, Sendable, Codable, CaseIterable {
    /// Let a deferred purchase go through (`approveAskToBuyTransaction`).
    case approve
    /// Turn a deferred purchase down (`declineAskToBuyTransaction`). Its transaction fails with
    /// `StoreError.paymentCancelled`, and nothing is charged.
    case decline
    /// Let a deferred purchase's request run out. The purchase goes away, as if it had not been made. At
    /// Apple's store that happens after 24 hours; here a request does not run out by itself.
    case lapse
    /// Clear the trouble of an interrupted purchase (`resolveIssueForTransaction`):
    /// a new transaction is purchased.
    case resolve
    /// Give the money back, always, at once (`refundTransaction`).
    case refund
    /// Take a refund back: the customer pays after all, and has the purchase again.
    case reverseRefund = "reverse-refund"
}

/// Why the administration refused; the words are `SKTestError`'s.
public enum StoreAdministrationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no such transaction.
    case noTransactionFound
    /// The transaction is not in a state for that.
    case invalidAction
    /// Families cannot share the product, so nobody stops sharing it.
    case notShareable
    /// Several accounts have a payment with that key. Nothing was done.
    case keyOfSeveral
    /// A forged certificate needs the keys of the root and the intermediate certificate, and the store does
    /// not have them.
    case noAuthorityKeys
    /// The store does this only for an administrator.
    case notEntitled
    /// The scenario does not begin, or does not go on. Nothing was done.
    case cannotPlay(ScenarioRefusal)
    /// The store's catalogue no longer has the purchase's product, so it cannot go on. Nothing was charged.
    case notInCatalogue(ProductIdentifier)
    /// The store's database could not be used.
    case serviceUnavailable(StorageError)
    /// The store at an address did not answer as a store does. The error says why. It may have
    /// done what was asked.
    case failed(StoreError, store: String)

    /// What happened, in English, for logs and developers.
    public var description: String {
        switch self {
        case .noTransactionFound: "There is no such transaction."
        case .invalidAction: "The transaction is not in a state for that."
        case .notShareable:
            "Families share only non-consumables and renewing subscriptions that the catalogue marks with "
                + "familyShareable; nothing was changed."
        case .keyOfSeveral:
            "Several accounts have a payment with this key. Name the account, too."
        case .noAuthorityKeys:
            "This forgery needs the keys of the root and the intermediate certificate. Start a new store with a "
                + "key that signing-key --with-authority-keys wrote."
        case .notEntitled: "The admin token is missing or wrong."
        case .cannotPlay(let refusal): refusal.description
        case .notInCatalogue(let product):
            "\(product.rawValue.debugDescription) is not in this catalogue, so nothing was charged; start with "
                + "the catalogue that it was bought from."
        case .serviceUnavailable(let error): error.description
        case .failed(let error, let store): "The store at \(store) refused: \(error)"
        }
    }
}
