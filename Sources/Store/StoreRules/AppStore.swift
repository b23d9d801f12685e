internal import Crypto
internal import Foundation
package import StoreModel

/// The store: products, accounts, purchases and subscriptions, with a database and a place for keys. The
/// server's routes call it; `monkeystore`, `LocalStore` and tests of applications have one in their own
/// process. Programs and instances on the same directory are one store: each payment is charged once, no
/// matter which of them gets it. What one account may see and do is an `AccountSession`.
package final class AppStore: Sendable {
    package let application: AppIdentity
    package let keys: any KeyStore
    package let database: any DatabaseEngine
    package let signer: TransactionSigner
    /// The shared secret that a developer's server sends with receipts of subscriptions.
    package let sharedSecret: String
    package let assortment: Assortment
    package let purchaseTable: PurchaseTable
    let signedIn: SignedInAccounts
    /// They follow what happens in the store.
    let followers: [any FactFollower]
    let updateFeed: ChangeFeed
    /// Told when a follower has recorded something to be done, or when the clock or the settings change.
    package let wakeups: StreamListeners<Void>
    /// Makes the renewals when they are due.
    let renewals: WorkTimer
    package let time: TimeSource
    /// The cost of hashing a new password: scrypt's N.
    let passwordRounds: Int
    package let log: @Sendable (String) -> Void
    /// The same log, for what anybody can ask any number of times.
    private let limitedLog: @Sendable (String) -> Void

    /// Opens the store in a database, and makes it there at the first run. A store that sells for another
    /// application than the `wanted` one is not opened.
    ///
    /// - Parameters:
    ///   - signer: signs for this store, as it does for another one. With nil, the store has a key of its
    ///     own in `keys`.
    ///   - renewsCertificates: whether certificates that were lost are made anew, and all purchases and
    ///     notifications signed anew under them. With false, `StorageError.keyMissing` is thrown instead, or
    ///     `.unusable` if the purchases are signed under other certificates. A server that runs keeps the
    ///     certificates that it has read, so a command beside it must not renew them.
    ///   - followers: follow what happens there from now on.
    ///   - time: the clock that dates purchases; the delay in the settings waits on it.
    ///   - log: gets messages for the store's operator. Texts from elsewhere are quoted in them, with their
    ///     control characters escaped.
    package init(
        database: any DatabaseEngine, keys: any KeyStore, catalogue: Catalogue,
        application wanted: WantedApplication, signer: TransactionSigner? = nil,
        renewsCertificates: Bool = true, followers: [any FactFollower] = [],
        time: TimeSource = .system, passwordRounds: Int? = nil,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(StorageError) {
        let signer = try database.precisely {
            try Self.begin(
                in: database, signer: signer, keys: keys, renewsCertificates: renewsCertificates,
                application: wanted.orStandard, now: time.now(), log: log)
        }
        self.signer = signer
        let application = try database.precisely { try database.read(ApplicationTable.identity) }
        guard var application else { throw .damaged(path: database.name) }
        // Another program may have made the store in the meantime.
        try wanted.check(application, in: keys.path)
        if let version = wanted.version { application.version = version }
        self.application = application
        self.keys = keys
        self.database = database
        self.followers = followers
        signedIn = SignedInAccounts(isShared: database.isShared)
        // Whoever writes the file with an editor ends the line.
        let secret = try keys.key(named: Self.secretName) { Self.randomSecret() }
            .prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard !secret.isEmpty else { throw .damaged(path: keys.name(of: Self.secretName)) }
        sharedSecret = String(decoding: secret, as: UTF8.self)
        let purchases = PurchaseTable(signatureHeader: signer.header)
        purchaseTable = purchases
        try database.precisely {
            // A store does not sign anew what another store has signed.
            guard try database.read(AccountTable.embedded) == .embedded(signingWith: signer.publicKey) else {
                return
            }
            let isOurs = try database.read { try purchases.isSigned(by: signer, $0) }
            if isOurs.oldest && isOurs.newest { return }
            guard renewsCertificates else {
                // The audit tells which of the purchases is not right.
                if isOurs.oldest || isOurs.newest { return }
                throw StorageError.unusable(
                    path: keys.name(of: CertificateChain.fileName),
                    reason: Self.otherCertificates)
            }
            try database.write { database in
                try purchases.signAnew(by: signer, database) { _ in true }
                for follower in followers { try follower.signAnew(by: signer, database) }
            }
        }
        assortment = Assortment(catalogue)
        renewals = WorkTimer(time: time)
        updateFeed = ChangeFeed(database: database, renewals: renewals, log: log)
        wakeups = StreamListeners()
        self.time = time
        self.passwordRounds = passwordRounds ?? PasswordHash.rounds
        self.log = log
        limitedLog = LineLimit.limited(log, time: time)
    }

    /// Takes the place of a store, and sells from another catalogue. The former store must not be ended. What
    /// requests to it are still writing wakes this one, too: both have the same listeners and the same timer
    /// of renewals. Until `startRenewals` is called here, the former store makes them.
    package init(inPlaceOf former: AppStore, sellingFrom catalogue: Catalogue) {
        application = former.application
        keys = former.keys
        database = former.database
        signer = former.signer
        sharedSecret = former.sharedSecret
        assortment = Assortment(catalogue)
        purchaseTable = former.purchaseTable
        signedIn = former.signedIn
        followers = former.followers
        updateFeed = former.updateFeed
        wakeups = former.wakeups
        renewals = former.renewals
        time = former.time
        passwordRounds = former.passwordRounds
        log = former.log
        limitedLog = former.limitedLog
    }

    /// Why a command does not open the store if its certificates are not those of the purchases.
    package static let otherCertificates =
        "the store signed with others last; start the server once, which signs everything again"

    /// The place of the shared secret: the path of a file, or its name in a database.
    package var sharedSecretPath: String { keys.name(of: Self.secretName) }
    static let secretName = "shared-secret"

    /// Whether a store was opened with these keys before: the shared secret is made after the store.
    package static func wasOpened(with keys: any KeyStore) throws(StorageError) -> Bool {
        try keys.key(named: secretName) != nil
    }

    /// Ends what the store does by itself, for a store in another database to take its place: it makes no more
    /// renewals, and its streams of updates end, also those that begin later.
    package func end() {
        renewals.end()
        updateFeed.end()
    }

    /// A session of the account that the store made for itself. An embedded store has no other account.
    package func embeddedSession() throws(StorageError) -> AccountSession {
        let account = try database.precisely { try database.read(AccountTable.embedded) }
        guard let account else { throw .damaged(path: database.name) }
        try keys.check(signer.publicKey, of: account, in: database)
        return AccountSession(store: self, account: account)
    }

    /// A verifier that trusts this store's key, for its application and one account.
    package func verifier(for account: Account) -> TransactionVerifier {
        let verifier = try? TransactionVerifier(
            publicKey: signer.publicKey, bundleIdentifier: application.bundleIdentifier.rawValue,
            appTransaction: account.appTransactionIdentifier, environment: account.environment)
        // The public key comes from a private key, so it is valid.
        guard let verifier else { preconditionFailure("the store's public key cannot be used") }
        return verifier
    }

    /// Proves that this store has the key of its certificates: the leaf's signature over a client's nonce
    /// (64 bytes).
    package func proof(of nonce: ProofNonce) throws -> [UInt8] {
        try Array(signer.signature(for: nonce.message).rawRepresentation)
    }

    package func date(_ settings: StoreSettings) -> Timestamp { settings.moment(at: time.now()) }

    /// The moment on the store's clock, under the settings in force.
    package func date(_ database: any StoreTransaction) throws -> Timestamp {
        date(try SettingsTable.settings(database))
    }

    /// Everything that is on sale, in the order of the catalogue.
    package var productIdentifiers: [ProductIdentifier] { assortment.onSale.map(\.identifier) }

    /// The products that are on sale. Only the log says why an identifier is not, as with Apple's store.
    func response(for identifiers: Set<ProductIdentifier>) -> ProductsResponse {
        let found = assortment.onSale.filter { identifiers.contains($0.identifier) }
        let invalid = identifiers.subtracting(found.map(\.identifier)).sorted { $0.rawValue < $1.rawValue }
        logUnknown(invalid)
        return ProductsResponse(products: found, invalidProductIdentifiers: invalid)
    }

    /// Logs in one line which products are unknown; of many it names only the first.
    func logUnknown(_ identifiers: [ProductIdentifier]) {
        guard !identifiers.isEmpty else { return }
        let names = identifiers.prefix(3).map(\.rawValue.debugDescription).joined(separator: ", ")
        let others = identifiers.count > 3 ? " and \(identifiers.count - 3) others" : ""
        limitedLog("The catalogue has no product \(names)\(others).")
    }

    /// 32 hexadecimal digits, as App Store Connect makes them.
    private static func randomSecret() -> [UInt8] {
        (0..<32).map { _ in Array("0123456789abcdef".utf8).randomElement() ?? 0 }
    }

    /// The signer. The first run also makes the store's own account and its application. The key is made
    /// before the account, so if there is an account without a key, the key was lost.
    private static func begin(
        in database: any DatabaseEngine, signer given: TransactionSigner?, keys: any KeyStore,
        renewsCertificates: Bool, application: AppIdentity, now: Timestamp, log: (String) -> Void
    ) throws -> TransactionSigner {
        let account = try database.read(AccountTable.embedded)
        if given == nil, let account {
            try TransactionSigner.checkKey(in: keys, of: account, in: database)
        }
        let isFirstRun = account == nil
        let isRootLost =
            try given == nil && !isFirstRun && keys.key(named: CertificateChain.fileName) == nil
        guard renewsCertificates || !isRootLost else {
            throw StorageError.keyMissing(path: keys.name(of: CertificateChain.fileName))
        }
        let signer = try given ?? TransactionSigner(keys: keys, isFirstRun: isFirstRun)
        if isRootLost {
            log(
                "\(keys.name(of: CertificateChain.fileName)) was missing. The store has a new root certificate, "
                    + "and signs everything again; whoever trusts the earlier root refuses it. Put the file back "
                    + "and start again to have the earlier root.")
        }
        guard isFirstRun else { return signer }
        try database.write { database in
            // Another program may have been first.
            guard try AccountTable.embedded(database) == nil else { return }
            try AccountTable.insert(.embedded(signingWith: signer.publicKey), created: now, database)
            try ApplicationTable.insert(application, database)
        }
        return signer
    }
}

/// What a store sells, and where: its catalogue, and what the rules look up there.
package struct Assortment: Sendable {
    package let catalogue: Catalogue
    /// In the order of the catalogue.
    let onSale: [Product]
    package let products: [ProductIdentifier: Product]
    package let plans: [ProductIdentifier: SubscriptionPlan]

    init(_ catalogue: Catalogue) {
        self.catalogue = catalogue
        onSale = catalogue.productsOnSale
        products = Dictionary(uniqueKeysWithValues: onSale.map { ($0.identifier, $0) })
        plans = catalogue.plans
    }

    package var storefront: String { catalogue.settings.storefront }
    var currency: String { catalogue.settings.currency }
    /// The settings that a new store begins with.
    var initialSettings: StoreSettings { catalogue.settings.initial }

    /// The one of an account's subscriptions that is in a group. If the file has given the group another
    /// identifier since it began, it is the one whose product is in the group now.
    package func subscription(in group: String, among all: [Subscription]) -> Subscription? {
        all.first { $0.group == group }
            ?? all.first { [$0.product, $0.renewalProduct].contains { plans[$0]?.terms.group == group } }
    }
}

extension DatabaseEngine {
    func precisely<Value>(_ work: () throws -> Value) throws(StorageError) -> Value {
        do { return try work() } catch { throw StorageError(wrapping: error, path: name) }
    }
}
