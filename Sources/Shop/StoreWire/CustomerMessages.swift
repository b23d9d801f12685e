// Paths, headers, JSON bodies and names of events of the customer's routes: for `StoreServer`, which has
// these routes, and for `HTTPStore` and other clients. Other modules write the module's name, too, such as
// `StoreWire.Session`. If a request is refused or cannot be answered, the answer's body is a `StoreError`.
package import StoreModel

/// The beginning of all customers' paths.
package let customerPrefix = "/store/v1"
/// The header that identifies the device, for receipts and content only: a UUID that the device made for
/// itself. An app receipt is bound to it.
package let deviceHeader = "Store-Device"

/// The body of `POST accounts` (201, or 409 if the name is taken) and `POST sessions` (200, or 401).
package struct Credentials: Hashable, Sendable, Codable {
    package var account: String
    package var password: String

    package init(account: String, password: String) {
        self.account = account
        self.password = password
    }
}

/// The body of `POST visits`, whose bearer token is the host's `VisitorName.voucher(for:hostToken:)`. The
/// answer is a `Session` for this one account.
package struct Visit: Hashable, Sendable, Codable {
    /// The fingerprint of the visitor's key, `SHA256:…`, or `guest-` and a UUID.
    package var visitor: String

    package init(visitor: String) { self.visitor = visitor }
}

/// The answer to `POST accounts`, `POST sessions` and `POST visits`: the account that the client acts for
/// from now on.
package struct Session: Hashable, Sendable, Codable {
    package var account: AccountIdentifier
    package var name: String
    package var environment: StoreEnvironment
    /// The number by which the client knows the account's transactions (`appTransactionId`).
    package var appTransactionIdentifier: String
    /// What later requests send as `Authorization: Bearer …`. A secret.
    package var token: String

    package init(
        account: AccountIdentifier, name: String, environment: StoreEnvironment,
        appTransactionIdentifier: String,
        token: String
    ) {
        self.account = account
        self.name = name
        self.environment = environment
        self.appTransactionIdentifier = appTransactionIdentifier
        self.token = token
    }
}

/// The answer to `GET certificates`: the certificates that the store signs with.
package struct Certificates: Hashable, Sendable, Codable {
    /// The application that the store sells for.
    package var bundleIdentifier: String
    /// Leaf, intermediate and root, each as base64 of its DER.
    package var chain: [String]

    package init(bundleIdentifier: String, chain: [String]) {
        self.bundleIdentifier = bundleIdentifier
        self.chain = chain
    }
}

/// The body of `POST certificates/proof`: the store has to prove that it has the key of its certificates.
/// Anybody can fetch the certificates, so a server that sends them need not be the store.
package struct ProofQuery: Hashable, Sendable, Codable {
    package var nonce: ProofNonce

    package init(nonce: ProofNonce) { self.nonce = nonce }
}

/// The answer to `POST certificates/proof`.
package struct Proof: Hashable, Sendable, Codable {
    package var certificates: Certificates
    /// The leaf's signature over the nonce's message (P-256, SHA-256, 64 bytes in base64).
    package var signature: String

    package init(certificates: Certificates, signature: String) {
        self.certificates = certificates
        self.signature = signature
    }
}

/// The answer to `GET products`: everything that is on sale, in the order of the catalogue.
package struct ProductsListing: Hashable, Sendable, Codable {
    package var identifiers: [ProductIdentifier]

    package init(identifiers: [ProductIdentifier]) { self.identifiers = identifiers }
}

/// The body of `POST products`; the answer is a `ProductsResponse`. Prices can be seen without signing in.
package struct ProductsQuery: Hashable, Sendable, Codable {
    package static let mostIdentifiers = 1000

    /// At most `mostIdentifiers`.
    package var identifiers: [ProductIdentifier]

    package init(identifiers: [ProductIdentifier]) { self.identifiers = identifiers }
}

/// The body of `POST transactions/ID/finish` (204). (`POST purchases` takes a `PurchaseRequest`
/// and answers with a `PurchaseOutcome`.)
package struct Finish: Hashable, Sendable, Codable {
    /// When the store signed the version of the transaction that was dealt with.
    package var signedDate: Timestamp
}

/// The body of `POST purchases/restored`; the answer is a `RestoredPurchases`.
package struct RestoreQuery: Hashable, Sendable, Codable {
    /// Where the previous page ended; missing for the first page.
    package var cursor: RestoredPurchases.Cursor?
    package var limit: Int

    package init(cursor: RestoredPurchases.Cursor?, limit: Int) {
        self.cursor = cursor
        self.limit = limit
    }
}

/// The answer to `GET receipt`: the account's app receipt as base64.
package struct Receipt: Hashable, Sendable, Codable {
    package var receiptData: String

    package init(receiptData: String) { self.receiptData = receiptData }

    private enum CodingKeys: String, CodingKey { case receiptData = "receipt-data" }
}

/// The body of the administrator's `POST purchases/actions`. The answer has the possible actions for each
/// key, without the keys that the store does not know.
package struct ActionsQuery: Hashable, Sendable, Codable {
    package static let mostKeys = 1000

    package var account: AccountOrName
    /// At most `mostKeys`.
    package var keys: [IdempotencyKey]

    package init(account: AccountOrName, keys: [IdempotencyKey]) {
        self.account = account
        self.keys = keys
    }
}

/// The names of the events that `GET updates` sends (server-sent events). A client that reconnects sends the
/// identifier of the last `account` event as `Last-Event-ID`, and is told at once if it missed something.
/// Only the store reads that identifier.
package enum Event {
    /// The account has changed; data: its revision. An exchange returns what is new. If only a subscription
    /// or the account's clock has changed, and no purchase or use, the revision is the same as before.
    package static let account = "account"
    /// The store's own fault switch changed; data: `true` if requests get through.
    package static let network = "network"
    /// The store's settings changed; data: `StoreSettings`.
    package static let settings = "settings"
}
