/// The store, as the payment queue sees it. In the same process it is the embedded store; over HTTP it is a
/// client. The code that calls it cannot tell which.
///
/// Every call may throw a network failure (`StoreError.isNetworkFailure`). After that, the caller cannot know
/// whether the store has seen the request, and sends the same one again.
package protocol StoreService: Sendable {
    /// Everything that is on sale, in the order of the catalogue. StoreKit has no such call: its applications
    /// ask servers of their own.
    func productIdentifiers() async throws(StoreError) -> [ProductIdentifier]

    /// The products with these identifiers that are on sale.
    func products(for identifiers: Set<ProductIdentifier>) async throws(StoreError) -> ProductsResponse

    /// Buys. The same key always gets the same outcome, and is charged once. A refusal is an outcome
    /// (`failed`), not a thrown error: a thrown error only says that there was no answer.
    func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseOutcome

    /// Accepts again what the device has and the store may have forgotten, and takes what was finished there.
    /// Then it returns what changed in the account since the device's mark: payments of all its devices,
    /// versions of transactions, finishes and uses. A request for approval that lapsed is reported as lapsed.
    func exchange(_ request: ExchangeRequest) async throws(StoreError) -> ExchangePage

    /// Compares a part of what the device has of the account with what the store has: the way back if the
    /// store does not know the device's mark.
    func compare(_ request: ComparisonRequest) async throws(StoreError) -> ComparisonPage

    /// Uses credits or pieces, once for each identifier. A refusal is an outcome; a thrown error only says
    /// that there was no answer.
    func use(_ use: Use) async throws(StoreError) -> UseOutcome

    /// One page of what a restore brings back: the account's finished purchases of restorable products, from
    /// any of its devices, and the refunds of such products, in the order in which that happened. It begins
    /// where the previous page ended, and has at most `limit` entries, 1…`RestoredPurchases.mostPerPage`.
    func restoredPurchases(
        after cursor: RestoredPurchases.Cursor?, limit: Int
    ) async throws(StoreError) -> RestoredPurchases

    /// The account's app receipt on this device, made now, in base64: for other parties, who verify
    /// it with the store.
    func appReceipt() async throws(StoreError) -> String

    /// The store's events from now on, other than answers to this client. Each caller gets a
    /// stream of its own.
    func updates() -> AsyncStream<StoreUpdate>
}

/// A payment on its way to the store.
package struct PurchaseRequest: Hashable, Sendable, Codable {
    /// Names the payment; the store charges once for each key.
    package var key: IdempotencyKey
    package var productIdentifier: ProductIdentifier
    package var quantity: Int
    /// The most that the customer agreed to pay for one piece, and the currency; nil if the customer was not
    /// asked. If the price is higher by then, or in another currency, the store refuses with
    /// `StoreError.priceChanged`.
    package var priceLimit: Money?
    /// The UUID by which the application knows its user; nil if it gave none.
    package var appAccountToken: String?
    /// True if the store has said before that the payment waits for approval. Then it waits again, also if
    /// the settings no longer ask for approval: an earlier copy of the store's database may have been put
    /// back. Nil for all other payments.
    package var waitsForApproval: Bool?

    package init(
        key: IdempotencyKey, productIdentifier: ProductIdentifier, quantity: Int, priceLimit: Money? = nil,
        appAccountToken: String? = nil, waitsForApproval: Bool? = nil
    ) {
        self.key = key
        self.productIdentifier = productIdentifier
        self.quantity = quantity
        self.priceLimit = priceLimit
        self.appAccountToken = appAccountToken
        self.waitsForApproval = waitsForApproval
    }

    /// How many fields its JSON has if none is null, with the two of the amount (`ReceivedJSON.decodeKnown`).
    package var fieldCount: Int {
        3 + (priceLimit == nil ? 0 : 3) + (appAccountToken == nil ? 0 : 1) + (waitsForApproval == nil ? 0 : 1)
    }
}

/// The outcome of a payment. As JSON it is `{"key": …, "productIdentifier": …, "quantity": …, "result":
/// {"state": "purchased", "signedTransaction": …, "transactionIdentifier": …, "date": …}}`, where `state` is
/// `purchased`, `deferred`, `changed` (with `change`), `failed` (with `error`) or `revoked`.
package struct PurchaseOutcome: Hashable, Sendable, Codable {
    package enum Result: Hashable, Sendable {
        /// Paid. The transaction is signed.
        case purchased(SignedTransaction, TransactionIdentifier, Timestamp)
        case deferred
        /// Done; nothing was charged, because a subscription changes at its next renewal, or goes on.
        case changed(RenewalChange)
        /// Refused; nothing was charged.
        case failed(StoreError)
        /// It was paid, and the money went back at this time. The transaction is signed again,
        /// with its revocation date.
        case revoked(SignedTransaction, TransactionIdentifier, Timestamp)
    }

    /// The payment's key. For a purchase that the store made itself (a resolved interruption), the store
    /// makes the key.
    package var key: IdempotencyKey
    package var productIdentifier: ProductIdentifier
    package var quantity: Int
    package var result: Result

    package init(key: IdempotencyKey, productIdentifier: ProductIdentifier, quantity: Int, result: Result) {
        self.key = key
        self.productIdentifier = productIdentifier
        self.quantity = quantity
        self.result = result
    }
}

extension PurchaseOutcome {
    /// The store's number for the transaction, if it has one.
    package var transactionIdentifier: TransactionIdentifier? { result.transaction?.identifier }
}

extension PurchaseOutcome.Result {
    /// The signed transaction with its number, if money went one way or the other.
    package var transaction: (signed: SignedTransaction, identifier: TransactionIdentifier)? {
        switch self {
        case .purchased(let signed, let identifier, _), .revoked(let signed, let identifier, _):
            (signed, identifier)
        case .deferred, .changed, .failed: nil
        }
    }

    package var signed: SignedTransaction? { transaction?.signed }
}

extension PurchaseOutcome.Result: Codable {
    private struct Coded: Codable {
        enum State: String, Codable { case purchased, deferred, changed, failed, revoked }

        var state: State
        var signedTransaction: SignedTransaction?
        var transactionIdentifier: TransactionIdentifier?
        var date: Timestamp?
        var error: StoreError?
        var change: RenewalChange?

        /// A field that every result in this state has.
        func required<Value>(_ field: KeyPath<Coded, Value?>) throws -> Value {
            guard let value = self[keyPath: field] else {
                throw DecodingError.dataCorrupted(
                    .init(
                        codingPath: [],
                        debugDescription: "A result of this state has more than what was sent."))
            }
            return value
        }
    }

    package init(from decoder: any Decoder) throws {
        let coded = try Coded(from: decoder)
        switch coded.state {
        case .purchased:
            self = .purchased(
                try coded.required(\.signedTransaction), try coded.required(\.transactionIdentifier),
                try coded.required(\.date))
        case .revoked:
            self = .revoked(
                try coded.required(\.signedTransaction), try coded.required(\.transactionIdentifier),
                try coded.required(\.date))
        case .deferred: self = .deferred
        case .changed: self = .changed(try coded.required(\.change))
        case .failed: self = .failed(try coded.required(\.error))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        let coded =
            switch self {
            case .purchased(let signed, let identifier, let date):
                Coded(
                    state: .purchased, signedTransaction: signed, transactionIdentifier: identifier,
                    date: date)
            case .revoked(let signed, let identifier, let date):
                Coded(
                    state: .revoked, signedTransaction: signed, transactionIdentifier: identifier, date: date)
            case .deferred: Coded(state: .deferred)
            case .changed(let change): Coded(state: .changed, change: change)
            case .failed(let error): Coded(state: .failed, error: error)
            }
        try coded.encode(to: encoder)
    }
}

/// A transaction that the application dealt with, in the version that it dealt with. A refund, and the
/// reversal of one, are signed again under the same number.
package struct FinishedTransaction: Hashable, Sendable, Codable {
    package var identifier: TransactionIdentifier
    /// When the store signed the version that was dealt with (`signedDate`).
    package var signedDate: Timestamp

    package init(identifier: TransactionIdentifier, signedDate: Timestamp) {
        self.identifier = identifier
        self.signedDate = signedDate
    }
}

/// Something that happened in the store.
package enum StoreUpdate: Hashable, Sendable {
    /// The account has changed; this is its last revision. An `exchange` returns what is new.
    case accountChanged(revision: Int64)
    /// The way to the store opened or closed.
    case networkChanged(isUp: Bool)
    case settingsChanged(StoreSettings)
}
