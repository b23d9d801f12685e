package import Crypto
internal import Foundation
package import StoreModel

/// A store's signature without a store: signs transactions with a fresh key (JWS, ES256).
package struct SigningStore: Sendable {
    /// The application that it sells for.
    package static let bundleIdentifier = "com.example.monkeystore"

    /// The account; its number at this store is the same text.
    package let account: AccountIdentifier
    private let key = P256.Signing.PrivateKey()

    package init(account: AccountIdentifier = .random()) { self.account = account }

    /// A verifier that trusts this store, for its account and application.
    package func verifier() throws -> TransactionVerifier {
        try TransactionVerifier(
            publicKey: Array(key.publicKey.x963Representation), bundleIdentifier: Self.bundleIdentifier,
            appTransaction: account.rawValue, environment: .sandbox)
    }

    /// What the store would sign for a purchase. `date` is the purchase date in milliseconds.
    package func payload(
        _ identifier: TransactionIdentifier, of product: ProductIdentifier, quantity: Int = 1,
        date: Int64 = 1_795_000_000_000, revocationDate: Int64? = nil
    ) -> TransactionPayload {
        let date = Timestamp(milliseconds: date)
        let revocation = revocationDate.map(Timestamp.init(milliseconds:))
        return TransactionPayload(
            transactionId: identifier, originalTransactionId: identifier, bundleId: Self.bundleIdentifier,
            productId: product, type: .consumable, quantity: quantity, purchaseDate: date,
            originalPurchaseDate: date, signedDate: revocation ?? date, environment: .sandbox,
            appAccountToken: nil, storefront: "USA", price: 990 * Int64(quantity), currency: "USD",
            revocationDate: revocation, appTransactionId: account.rawValue)
    }

    package func sign(_ payload: TransactionPayload) throws -> SignedTransaction {
        SignedTransaction(rawValue: try key.sign(#"{"alg":"ES256"}"#.utf8, JSONEncoder().encode(payload)))
    }

    package func transaction(_ payload: TransactionPayload) throws -> PaymentTransaction {
        PaymentTransaction(
            key: IdempotencyKey(rawValue: "key of \(payload.transactionId)"),
            payment: Payment(product: payload.productId, quantity: payload.quantity),
            state: .purchased, transactionIdentifier: payload.transactionId,
            transactionDate: payload.purchaseDate, signedTransaction: try sign(payload),
            addedDate: payload.purchaseDate, revocationDate: payload.revocationDate)
    }

    package func purchase(
        _ identifier: TransactionIdentifier, of product: ProductIdentifier, quantity: Int = 1,
        date: Int64 = 1_795_000_000_000
    ) throws -> PaymentTransaction {
        try transaction(payload(identifier, of: product, quantity: quantity, date: date))
    }
}

extension P256.Signing.PrivateKey {
    /// Signs a header and a payload as a JSON Web Signature in its compact form.
    package func sign(_ header: some Sequence<UInt8>, _ payload: some Sequence<UInt8>) throws -> String {
        let text = Base64URL.encode(header) + "." + Base64URL.encode(payload)
        return text + "." + Base64URL.encode(try signature(for: Data(text.utf8)).rawRepresentation)
    }

    /// Signs a token with this header and these claims.
    package func sign(_ header: [String: any Sendable], _ claims: [String: any Sendable]) throws -> String {
        try sign(
            JSONSerialization.data(withJSONObject: header), JSONSerialization.data(withJSONObject: claims))
    }
}
