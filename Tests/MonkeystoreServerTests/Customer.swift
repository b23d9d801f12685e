import StoreModel
import StoreWire
import TestSupport
import Testing

/// A customer of a `ServerProgram` that is running.
struct Customer: Sendable {
    let serving: Serving
    let token: String

    /// Signs in to an account that was made with `password`.
    init(_ name: String, password: String, at serving: Serving) async throws {
        self.serving = serving
        let answer = try await serving.send(
            "POST", "/store/v1/sessions", body: #"{"account": "\#(name)", "password": "\#(password)"}"#)
        token = try answer.decode(StoreWire.Session.self).token
    }

    /// Buys; five credits by default.
    func buy(
        _ key: String, _ product: String = "com.xamarin.storekit.testing.consume5credits"
    ) async throws -> (SignedTransaction, String) {
        let answer = try await serving.send(
            "POST", "/store/v1/purchases",
            body: #"{"key": "\#(key)", "productIdentifier": "\#(product)", "quantity": 1}"#, token: token)
        let outcome = try answer.decode(PurchaseOutcome.self)
        return try (#require(outcome.signed), #require(outcome.transactionIdentifier).rawValue)
    }

    /// The app receipt, or the legacy receipt of a transaction.
    func receipt(of transaction: String? = nil) async throws -> String {
        let path = transaction.map { "transactions/\($0)/receipt" } ?? "receipt"
        let answer = try await serving.send("GET", "/store/v1/" + path, token: token)
        return try answer.decode(StoreWire.Receipt.self).receiptData
    }
}
