package import StoreModel

/// The answer to `POST purchases` as JSON: `{"key": …, "productIdentifier": …, "quantity": …, "result": {"state": "purchased",
/// "signedTransaction": …, "transactionIdentifier": …, "date": …}}`, where `state` is `purchased`, `deferred`, `failed` (with
/// `error`) or `revoked`, and the date counts milliseconds since 1970.
extension PurchaseOutcome: Codable {
    private struct Wire: Codable {
        var key: IdempotencyKey
        var productIdentifier: ProductIdentifier
        var quantity: Int
        var result: WireResult
    }

    package init(from decoder: any Decoder) throws {
        let wire = try Wire(from: decoder)
        self.init(
            key: wire.key, productIdentifier: wire.productIdentifier, quantity: wire.quantity,
            result: try wire.result.decoded())
    }

    package func encode(to encoder: any Encoder) throws {
        try Wire(
            key: key, productIdentifier: productIdentifier, quantity: quantity, result: WireResult(result)
        ).encode(to: encoder)
    }
}

private struct WireResult: Codable {
    enum State: String, Codable { case purchased, deferred, failed, revoked }

    var state: State
    var signedTransaction: SignedTransaction?
    var transactionIdentifier: TransactionIdentifier?
    var date: Timestamp?
    var error: StoreError?

    init(_ result: PurchaseOutcome.Result) {
        switch result {
        case .purchased(let signed, let identifier, let moment):
            (state, signedTransaction, transactionIdentifier, date) = (.purchased, signed, identifier, moment)
        case .revoked(let signed, let identifier, let moment):
            (state, signedTransaction, transactionIdentifier, date) = (.revoked, signed, identifier, moment)
        case .deferred: state = .deferred
        case .failed(let failure): (state, error) = (.failed, failure)
        }
    }

    func decoded() throws -> PurchaseOutcome.Result {
        switch (state, signedTransaction, transactionIdentifier, date, error) {
        case (.purchased, let signed?, let identifier?, let date?, _): return .purchased(signed, identifier, date)
        case (.revoked, let signed?, let identifier?, let date?, _): return .revoked(signed, identifier, date)
        case (.deferred, _, _, _, _): return .deferred
        case (.failed, _, _, _, let error?): return .failed(error)
        default:
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "A result of this state has more than what was sent."))
        }
    }
}
