package import StoreModel

/// The store's administration, for all accounts: settings, purchases with the operator's actions, forgeries,
/// and whether the store can sell. `AccountSession` and the server's routes for administrators and for health
/// call it.
extension AppStore {
    /// How many steps of all accounts' renewals one call waits for at most: as many as one customer's longest
    /// backlog takes.
    package static let mostStepsAtOnce = SubscriptionRules.mostRenewalsAtOnce / Checkout.mostMovesAtOnce

    /// Checks whether the store can sell. It commits a transaction that writes to the disk, and changes
    /// nothing in the end.
    package func checkWritable() throws(StoreAdministrationError) {
        try administration {
            guard database.hasRoom else { throw StorageError.full(path: database.name) }
            try database.write { database in
                // SQLite does not write a row that stays the same, and would not notice that it cannot.
                try database.execute("UPDATE testing SET revision = revision + 1")
                try database.execute("UPDATE testing SET revision = revision - 1")
            }
        }
    }

    /// Puts settings in force. A delay outside 0…60,000 ms becomes the nearer limit.
    package func apply(_ settings: StoreSettings) throws(StoreAdministrationError) {
        _ = try administration { try change { $0 = settings } }
    }

    /// Changes the settings in force, and returns the new ones. What others changed at the same time is kept. A
    /// delay outside 0…60,000 ms becomes the nearer limit. Throws `StoreAdministrationError`, or what `change`
    /// throws; then everything stays as it was.
    @discardableResult
    package func change<Refusal: Error>(
        _ change: (inout StoreSettings) throws(Refusal) -> Void
    ) throws -> StoreSettings {
        let settings = try administration(orThrowing: Refusal.self) {
            // Renewals that were due until now follow the old settings.
            var run = RenewalRun(self)
            while try run.makeDue() {}
            return try database.write { database in
                var settings = try SettingsTable.settings(database)
                try change(&settings)
                settings.delayMilliseconds = min(max(settings.delayMilliseconds, 0), 60_000)
                try put(settings, database)
                return settings
            }
        }
        // More may be due by the new settings. The caller waits for a part of it.
        makeRenewalsAfterChange()
        settingsChanged()
        return settings
    }

    func put(_ settings: StoreSettings, _ database: any StoreTransaction) throws {
        // Unpaid subscriptions may be paid now.
        if try SettingsTable.settings(database).failsRenewals, !settings.failsRenewals {
            try UnpaidCheckTable.begin(database)
        }
        try SettingsTable.set(settings, database)
    }

    func settingsChanged() {
        updateFeed.refresh()
        wakeups.tell(())
        renewals.wake()
    }

    /// Payments, the newest first: at most `limit` (1…1000), of one account or of all, with numbers
    /// before `number`.
    package func purchases(
        of account: AccountIdentifier? = nil, before number: Int64? = nil, limit: Int = 100
    ) throws(StoreAdministrationError) -> [PurchaseSummary] {
        try reading {
            try purchaseTable.newest(of: account, before: number, limit: min(max(limit, 1), 1000), $0)
                .map(PurchaseSummary.init)
        }
    }

    /// What can be done to some of an account's purchases. Each is named by its payment's key or its
    /// transaction's identifier. Unknown names are not in the answer.
    package func actions(
        for keys: [IdempotencyKey], of account: AccountIdentifier
    ) throws(StoreAdministrationError) -> [IdempotencyKey: Set<TransactionAction>] {
        try reading { database in
            var actions: [IdempotencyKey: Set<TransactionAction>] = [:]
            for key in keys { actions[key] = try find(key.rawValue, of: account, database)?.actions }
            return actions
        }
    }

    /// Performs an action on a purchase of an account, or of any account. `purchase` is its transaction
    /// identifier or its payment's key.
    package func perform(
        _ action: TransactionAction, on purchase: String, of account: AccountIdentifier? = nil
    ) throws(StoreAdministrationError) -> PurchaseSummary {
        try change(purchase, of: account) { try $0.perform(action, on: $1, $2) }
    }

    /// Ends a family's sharing of a purchase. `purchase` is its transaction identifier or its payment's key.
    package func endSharing(
        of purchase: String, of account: AccountIdentifier?
    ) throws(StoreAdministrationError) -> PurchaseSummary {
        try change(purchase, of: account) { try $0.endSharing(of: $1, $2) }
    }

    private func change(
        _ purchase: String, of account: AccountIdentifier?,
        _ work: (Checkout, PurchaseRecord, any StoreTransaction) throws -> Void
    ) throws(StoreAdministrationError) -> PurchaseSummary {
        try changePurchase({ try find(purchase, of: account, $0) }, work)
    }

    /// Changes the purchase that `find` finds, after the renewals that are due, and returns it as it is then.
    @discardableResult
    func changePurchase(
        _ find: (any StoreTransaction) throws -> PurchaseRecord?,
        _ work: (Checkout, PurchaseRecord, any StoreTransaction) throws -> Void
    ) throws(StoreAdministrationError) -> PurchaseSummary {
        let summary = try administration {
            try writeCaughtUp(
                for: { database in
                    guard let record = try find(database),
                        let account = try AccountTable.find(record.account, database)
                    else { throw StoreAdministrationError.noTransactionFound }
                    return account
                }
            ) { checkout, database in
                guard let record = try find(database) else {
                    throw StoreAdministrationError.noTransactionFound
                }
                try work(checkout, record, database)
                return PurchaseSummary(try purchaseTable.find(number: record.number, database) ?? record)
            }
        }
        updateFeed.refresh()
        return summary
    }

    /// A signed transaction that every verifier must refuse, made from a purchase. `purchase` is its
    /// transaction identifier or its payment's key. Throws `StoreAdministrationError.noTransactionFound`,
    /// `.invalidAction` if nothing was paid, or `.noAuthorityKeys`.
    package func forge(
        _ forgery: Forgery, from purchase: String
    ) throws(StoreAdministrationError) -> SignedTransaction {
        try administration {
            guard let record = try database.read({ try find(purchase, $0) }) else {
                throw StoreAdministrationError.noTransactionFound
            }
            guard let signed = record.signed else { throw StoreAdministrationError.invalidAction }
            do {
                return try signer.forge(forgery, from: TransactionSigner.payload(of: signed).forServers)
            } catch CertificateChain.CertificateError.noAuthorityKeys {
                throw StoreAdministrationError.noAuthorityKeys
            }
        }
    }

    package func administration<Value>(_ work: () throws -> Value) throws(StoreAdministrationError) -> Value {
        do { return try work() } catch let error as StoreAdministrationError { throw error } catch {
            throw .serviceUnavailable(StorageError(wrapping: error, path: database.name))
        }
    }

    /// Does the same for work that throws its own refusals; they are not wrapped.
    package func administration<Value, Refusal: Error>(
        orThrowing _: Refusal.Type, _ work: () throws -> Value
    ) throws -> Value {
        do { return try work() } catch let refusal as Refusal { throw refusal } catch {
            return try administration { throw error }
        }
    }

    package func reading<Value>(_ work: (any StoreTransaction) throws -> Value)
        throws(StoreAdministrationError)
        -> Value
    {
        try administration { try database.read(work) }
    }

    /// A purchase, by its payment's key or its transaction's identifier.
    ///
    /// - Parameter account: whose purchase it is; nil for any account.
    /// - Throws: `StoreAdministrationError.keyOfSeveral`, if several accounts use the key, and `account` is nil.
    package func find(
        _ purchase: String, of account: AccountIdentifier? = nil, _ database: any StoreTransaction
    ) throws -> PurchaseRecord? {
        let (key, table) = (IdempotencyKey(rawValue: purchase), purchaseTable)
        let number = PurchaseRecord.number(of: TransactionIdentifier(rawValue: purchase))
        if let account {
            return try table.find(key, of: account, database)
                ?? number.flatMap { try table.find(number: $0, of: account, database) }
        }
        return try table.find(key, database) ?? number.flatMap { try table.find(number: $0, database) }
    }

    /// Writes something that needs all due renewals of an account first. If more are due than one transaction
    /// makes, there are several transactions; `work` is done in the last one.
    func writeCaughtUp<Value>(
        for account: (any StoreTransaction) throws -> Account,
        _ work: (Checkout, any StoreTransaction) throws -> Value
    ) throws -> Value {
        while true {
            let value = try database.write { database -> Value? in
                let checkout = try checkout(for: account(database), database)
                guard try checkout.catchUp(database) else { return nil }
                return try work(checkout, database)
            }
            if let value { return value }
        }
    }
}
