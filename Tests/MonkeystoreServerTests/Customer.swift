import Foundation
import StoreModel
import StoreWire

/// A customer of a `ServerProgram` that runs.
struct Customer: Sendable {
    let serving: Serving
    let token: String

    /// Signs in to an account that was made with `password`.
    init(_ name: String, password: String, at serving: Serving) async throws {
        self.serving = serving
        let answer = try await serving.send(
            "POST", "/store/v1/sessions", body: #"{"account": "\#(name)", "password": "\#(password)"}"#)
        token = try JSONDecoder().decode(StoreWire.Session.self, from: Data(answer.body.utf8)).token
    }

    func buy(_ key: String) async throws -> (SignedTransaction, String) {
        let product = "com.xamarin.storekit.testing.consume5credits"
        let answer = try await serving.send(
            "POST", "/store/v1/purchases",
            body: #"{"key": "\#(key)", "productIdentifier": "\#(product)", "quantity": 1}"#, token: token)
        let outcome = try JSONDecoder().decode(PurchaseOutcome.self, from: Data(answer.body.utf8))
        guard case .purchased(let signed, let identifier, _) = outcome.result else {
            throw StoreError.unknownServerError
        }
        return (signed, identifier.rawValue)
    }

    /// The app receipt, or the legacy receipt of a transaction.
    func receipt(of transaction: String? = nil) async throws -> String {
        let path = transaction.map { "transactions/\($0)/receipt" } ?? "receipt"
        let answer = try await serving.send("GET", "/store/v1/" + path, token: token)
        return try JSONDecoder().decode(StoreWire.Receipt.self, from: Data(answer.body.utf8)).receiptData
    }
}
