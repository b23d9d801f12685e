/// What became of a payment, as JSON: `{"state": "purchased", "signedTransaction": …, "transactionIdentifier": …,
/// "date": …}`, where `state` is `purchased`, `deferred`, `failed` (with `error`) or `revoked`, and the date counts
/// milliseconds since 1970.
extension PurchaseOutcome.Result: Codable {
    private enum State: String, Codable { case purchased, deferred, failed, revoked }
    private enum CodingKeys: String, CodingKey { case state, signedTransaction, transactionIdentifier, date, error }

    /// Reads the form above.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func transaction() throws -> (SignedTransaction, TransactionIdentifier, Timestamp) {
            (
                try values.decode(SignedTransaction.self, forKey: .signedTransaction),
                try values.decode(TransactionIdentifier.self, forKey: .transactionIdentifier),
                try values.decode(Timestamp.self, forKey: .date)
            )
        }
        switch try values.decode(State.self, forKey: .state) {
        case .purchased:
            let (signed, identifier, date) = try transaction()
            self = .purchased(signed, identifier, date)
        case .revoked:
            let (signed, identifier, date) = try transaction()
            self = .revoked(signed, identifier, date)
        case .deferred: self = .deferred
        case .failed: self = .failed(try values.decode(StoreError.self, forKey: .error))
        }
    }

    /// Writes the form above.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        func transaction(_ signed: SignedTransaction, _ identifier: TransactionIdentifier, _ date: Timestamp) throws {
            try values.encode(signed, forKey: .signedTransaction)
            try values.encode(identifier, forKey: .transactionIdentifier)
            try values.encode(date, forKey: .date)
        }
        switch self {
        case .purchased(let signed, let identifier, let date):
            try values.encode(State.purchased, forKey: .state)
            try transaction(signed, identifier, date)
        case .revoked(let signed, let identifier, let date):
            try values.encode(State.revoked, forKey: .state)
            try transaction(signed, identifier, date)
        case .deferred: try values.encode(State.deferred, forKey: .state)
        case .failed(let error):
            try values.encode(State.failed, forKey: .state)
            try values.encode(error, forKey: .error)
        }
    }
}
