internal import Crypto
internal import Foundation
internal import StoreModel
internal import StoreRules
internal import TestSupport

#if AppleServices
internal import AppleServices
#endif

/// A store in this process with one of each: customers in both environments, purchases, a subscription
/// and receipts.
struct FuzzStore: Sendable {
    static let password = "correct horse"
    static let device = "7d4c0a52-2c5e-4d53-9c1f-8f3a1a6b9c01"
    /// A use on the account, by its identifier.
    static let use = "019a0000-0000-7000-8000-000000000001"

    let store: AppStore
    let time = ManualTime()
    /// The customer of the sandbox whom the inputs are about.
    let customer: AccountSession
    let token: String
    /// A token of another customer, who buys between the inputs.
    let honestToken: String
    /// The numbers of the customer's purchases: credits and a subscription.
    let transactions: [TransactionIdentifier]
    let subscription: TransactionIdentifier

    init(folder: String) throws {
        let store = try AppStore.bundled(in: folder + "/store", time: time.source)
        self.store = store
        (customer, token) = try Self.customer("anna", at: store)
        honestToken = try Self.customer("honest", at: store).1
        let session = customer
        transactions = try ["consume5credits", "consume10credits", "greyscale", "monthlybunch"].map { name in
            let product = ProductIdentifier(rawValue: "com.xamarin.storekit.testing.\(name)")
            return try waiting { try await Self.buy(product, as: session) }
        }
        subscription = transactions[3]
    }

    /// Whether the Server API accepts a request with this header.
    func isAuthorized(_ header: String) throws -> Bool {
        #if AppleServices
        try ServerAPI(store: store).fault(of: header) == nil
        #else
        false
        #endif
    }

    static func customer(
        _ name: AccountName, in environment: StoreEnvironment = .sandbox, at store: AppStore
    ) throws -> (AccountSession, String) {
        let (_, token) = try waiting {
            try await store.createAccount(name: name, password: password, environment: environment)
        }
        guard let session = try store.session(for: token, device: device) else {
            throw ToolError(description: "\(name) is not signed in")
        }
        return (session, token.rawValue)
    }

    static func buy(
        _ product: ProductIdentifier, as session: AccountSession
    ) async throws -> TransactionIdentifier {
        let outcome = try await session.purchase(PurchaseRequest(product))
        guard let bought = outcome.transactionIdentifier else {
            throw ToolError(description: "not bought: \(outcome)")
        }
        return bought
    }

    func signedTransaction(_ transaction: TransactionIdentifier) throws -> SignedTransaction {
        let session = customer
        let outcomes = try waiting { try await session.unsettledPurchases(including: []) }
        for case .purchased(let signed, transaction, _) in outcomes.map(\.result) { return signed }
        throw ToolError(description: "\(transaction) is not there")
    }

    /// The token of a developer's server, with these claims or with valid ones.
    func developerToken(claims: [UInt8]? = nil) throws -> String {
        let api = try ServerAPIKey(keys: store.keys)
        let now = store.time.now().milliseconds / 1000
        let header = #"{"alg":"ES256","kid":"\#(api.keyIdentifier)","typ":"JWT"}"#
        let usual =
            #"{"iss":"\#(api.issuerIdentifier)","aud":"appstoreconnect-v1","bid":"\#(BundleIdentifier.standard.rawValue)","#
            + #""iat":\#(now),"exp":\#(now + 3600)}"#
        let key = try P256.Signing.PrivateKey(pemRepresentation: api.pem)
        return try key.sign(header.utf8, claims ?? Array(usual.utf8))
    }

    /// The findings of the audit; nil if there are none.
    func audit() throws -> String? {
        let findings = try store.audit().findings
        return findings.isEmpty ? nil : "the audit: \(findings.prefix(3))"
    }
}
