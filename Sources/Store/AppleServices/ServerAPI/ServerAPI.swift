package import StoreModel
package import StoreRules

/// The App Store Server API: answers developers' servers, through the server's `ServerAPIRoutes`, in each of
/// the store's two environments. Answers are the JSON bodies that are sent. Refusals are `ServerAPIError`s.
///
/// Renewals that are due are made before a question is answered. If the question is about one customer,
/// those are the customer's. Otherwise they are those of all accounts, as far as the answer need not wait
/// long for them.
package struct ServerAPI: Sendable {
    package let key: ServerAPIKey
    package let store: AppStore

    package init(store: AppStore, key: ServerAPIKey) {
        self.store = store
        self.key = key
    }

    /// Why a request is not let in: the first thing that is wrong with its token, in words for the log. Nil
    /// if it is let in.
    package func fault(of authorization: String?) -> String? {
        guard authorization?.hasPrefix("Bearer ") == true else { return "there is no bearer token" }
        guard let token = authorization.flatMap(Self.token) else {
            return "the token is not a signed JWT with alg, kid, iss, aud, bid and exp"
        }
        return token.fault(
            for: key, bundleIdentifier: store.application.bundleIdentifier.rawValue, now: now)
    }

    /// The key and the application that a request's token names; nil if there is no token, or it has another
    /// form.
    package static func claim(of authorization: String?) -> ClaimedKey? {
        authorization.flatMap(token).map {
            ClaimedKey(keyIdentifier: $0.keyIdentifier, bundleIdentifier: $0.claims.bid)
        }
    }

    private static func token(_ authorization: String) -> DeveloperSigned<ServerAPIClaims>? {
        guard authorization.hasPrefix("Bearer ") else { return nil }
        return DeveloperSigned(String(authorization.dropFirst("Bearer ".count)))
    }

    /// Refuses a request with the error that the operator set.
    package func refuseIfWanted() throws(ServerAPIError) {
        let settings: StoreSettings
        do { settings = try SettingsTable.settings(store.database) } catch { throw refusal(error) }
        if let wanted = settings.serverAPIError.flatMap(ServerAPIError.init(code:)) { throw wanted }
    }

    /// The time by which tokens are checked: the machine's clock, not the store's.
    package var now: Timestamp { store.time.now() }

    /// Answers from one snapshot of the store.
    func read<Value>(_ work: (any StoreTransaction) throws -> Value) throws(ServerAPIError) -> Value {
        do {
            try store.makeDueRenewals(atMost: AppStore.mostStepsAtOnce)
            return try store.database.read(work)
        } catch { throw refusal(error) }
    }

    /// Answers about a customer, after all of the customer's due renewals have been made.
    func read<Value>(
        about identifier: String, in environment: StoreEnvironment,
        _ work: (Account, any StoreTransaction) throws -> Value
    ) throws(ServerAPIError) -> Value {
        do {
            let customer = try store.database.read { try self.customer(identifier, in: environment, $0) }
            try store.makeDueRenewals(of: customer.identifier)
            return try store.database.read { try work(customer, $0) }
        } catch { throw refusal(error) }
    }

    /// Answers after the change is on disk. `subject` is nil if the change is about anything.
    func write<Value: Sendable>(
        about subject: WriteSubject? = nil,
        _ work: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws(ServerAPIError) -> Value {
        do { return try await store.database.writeTogether(about: subject, reading: [], work) } catch {
            throw refusal(error)
        }
    }

    /// Makes a change to a purchase, in turn with what else happens to its customer. Throws `invalid` and
    /// `missing` as `purchase` does.
    func write<Value: Sendable>(
        aboutPurchase identifier: String, in environment: StoreEnvironment,
        invalid: ServerAPIError = .invalidTransactionIdentifier,
        missing: ServerAPIError = .transactionIdentifierNotFound,
        _ work: @escaping @Sendable (PurchaseRecord, Account, any StoreTransaction) throws -> Value
    ) async throws(ServerAPIError) -> Value {
        @Sendable func find(_ database: any StoreTransaction) throws -> (PurchaseRecord, Account) {
            try purchase(identifier, in: environment, invalid: invalid, missing: missing, database)
        }
        do {
            let customer = try store.database.read { try find($0).1 }
            return try await store.database.writeTogether(
                about: .account(customer.identifier), reading: [SettingsTable.read]
            ) { database in
                let (record, account) = try find(database)
                return try work(record, account, database)
            }
        } catch { throw refusal(error) }
    }

    /// Makes a change to a purchase. If a subscription began with it, its customer's due renewals are made
    /// first. If more are due than one transaction makes, `work` is done in the last of several.
    func writeCaughtUp<Value: Sendable>(
        aboutPurchase identifier: String, in environment: StoreEnvironment,
        invalid: ServerAPIError = .invalidTransactionIdentifier, missing: ServerAPIError,
        _ work: @escaping @Sendable (PurchaseRecord, Checkout, any StoreTransaction) throws -> Value
    ) async throws(ServerAPIError) -> Value {
        while true {
            let value = try await write(
                aboutPurchase: identifier, in: environment, invalid: invalid, missing: missing
            ) { record, account, database -> Value? in
                let checkout = try store.checkout(for: account, database)
                if record.period != nil, record.isOriginal {
                    guard try checkout.catchUp(database) else { return nil }
                }
                return try work(record, checkout, database)
            }
            if let value { return value }
        }
    }

    private func refusal(_ error: any Error) -> ServerAPIError {
        if let error = error as? ServerAPIError { return error }
        store.log("A request of the App Store Server API could not be answered: \(error)")
        switch error {
        // Another program has been writing for too long, the disk is full, or a database elsewhere is away. The
        // same request may succeed later.
        case StorageError.busy, StorageError.full: return .retryableInternalError
        case is StorageError where store.database.isShared: return .retryableInternalError
        default: return .internalError
        }
    }
}

/// Finds the purchase or the customer that a number in a path names.
extension ServerAPI {
    /// A purchase by the number of its transaction. Throws `ServerAPIError`: `invalid` if it is not a number,
    /// `download` if it is that of a customer's download of the application, `missing` if this environment
    /// has no such purchase.
    func purchase(
        _ identifier: String, in environment: StoreEnvironment,
        invalid: ServerAPIError = .invalidTransactionIdentifier,
        download: ServerAPIError = .appTransactionIdentifierNotSupported,
        missing: ServerAPIError = .transactionIdentifierNotFound, _ database: any StoreTransaction
    ) throws -> (PurchaseRecord, Account) {
        let isNumber = identifier.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard isNumber, Int64(identifier) != nil else { throw invalid }
        guard let number = PurchaseRecord.number(of: TransactionIdentifier(rawValue: identifier)),
            let record = try store.purchaseTable.find(number: number, database), record.signed != nil,
            record.transactionIdentifier.rawValue == identifier,
            let account = try AccountTable.find(record.account, database), account.environment == environment
        else { throw try downloader(identifier, in: environment, database) == nil ? missing : download }
        return (record, account)
    }

    /// A customer by the number of a transaction or of the application's download.
    func customer(
        _ identifier: String, in environment: StoreEnvironment, _ database: any StoreTransaction
    ) throws -> Account {
        try downloader(identifier, in: environment, database)
            ?? purchase(identifier, in: environment, database).1
    }

    /// The customer whose download of the application has that number; nil if there is none.
    func downloader(
        _ identifier: String, in environment: StoreEnvironment, _ database: any StoreTransaction
    ) throws -> Account? {
        guard let number = Account.number(ofAppTransaction: identifier),
            let account = try AccountTable.find(number: number, database),
            account.appTransactionIdentifier == identifier, account.environment == environment
        else { return nil }
        return account
    }
}
