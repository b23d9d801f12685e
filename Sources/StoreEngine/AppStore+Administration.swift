internal import StoreDatabase
package import StoreModel

/// The store's administration: what its operator sets, looks at and does, for all accounts.
extension AppStore {
    /// The most steps of all accounts' renewals that one call waits for: those of one customer's longest backlog.
    static let mostStepsAtOnce = SubscriptionRules.mostRenewalsAtOnce / SubscriptionService.mostMovesAtOnce

    package func settings() throws(StoreAdministrationError) -> StoreSettings {
        try administration { try database.read(SettingsTable.settings) }
    }

    /// Puts settings in force; a delay outside 0…60,000 ms becomes the nearest of the two.
    package func apply(_ settings: StoreSettings) throws(StoreAdministrationError) {
        var settings = settings
        settings.delayMilliseconds = min(max(settings.delayMilliseconds, 0), 60_000)
        try administration {
            // What was due until now happens under the old settings.
            var run = RenewalRun(self)
            while try run.makeDue() {}
            try database.write { try put(settings, $0) }
            // Nobody waits here for a crowd: the timer makes the rest.
            try makeDueRenewals(atMost: Self.mostStepsAtOnce)
        }
        settingsChanged()
    }

    /// Writes settings down.
    func put(_ settings: StoreSettings, _ database: any StoreTransaction) throws {
        // Who could not pay may be able to now.
        if try SettingsTable.settings(database).failsRenewals, !settings.failsRenewals {
            try UnpaidCheckTable.begin(database)
        }
        try SettingsTable.set(settings, database)
    }

    /// Wakes what depends on the settings.
    func settingsChanged() {
        updateFeed.refresh()
        outboxSignal.send()
        renewals.wake()
    }

    /// Payments, the newest first.
    ///
    /// - Parameters:
    ///   - account: whose; nil for everybody's.
    ///   - number: only those before this one, for the next page; nil for the first.
    ///   - limit: at most how many, 1…1000.
    package func purchases(
        of account: AccountIdentifier? = nil, before number: Int64? = nil, limit: Int = 100
    ) throws(StoreAdministrationError) -> [PurchaseSummary] {
        try administration {
            try database.read {
                try purchaseTable.newest(
                    of: account, before: number ?? .max, limit: min(max(limit, 1), 1000), $0
                ).map(PurchaseSummary.init)
            }
        }
    }

    /// The possible actions for some of an account's purchases; the answer leaves out unknown keys.
    package func actions(
        for keys: [IdempotencyKey], of account: AccountIdentifier
    ) throws(StoreAdministrationError) -> [IdempotencyKey: Set<TransactionAction>] {
        try administration {
            try database.read { database in
                var actions: [IdempotencyKey: Set<TransactionAction>] = [:]
                for key in keys { actions[key] = try purchaseTable.find(key, of: account, database)?.actions }
                return actions
            }
        }
    }

    /// Does something to a purchase, whoever made it.
    ///
    /// - Parameters:
    ///   - action: what to do.
    ///   - purchase: its transaction identifier, or its payment's key.
    package func perform(
        _ action: TransactionAction, on purchase: String
    ) throws(StoreAdministrationError) -> PurchaseSummary {
        let summary = try administration {
            try writeCaughtUp { database -> PurchaseSummary? in
                let record = try find(purchase, database)
                guard let record, let account = try AccountTable.find(record.account, database) else {
                    throw StoreAdministrationError.noTransactionFound
                }
                let session = AccountSession(store: self, account: account, device: record.device)
                let checkout = try session.checkout(database)
                guard try checkout.catchUp(database) else { return nil }
                try checkout.perform(action, on: record.request.key, database)
                let after = try purchaseTable.find(record.request.key, of: record.account, database)
                return PurchaseSummary(after ?? record)
            }
        }
        updateFeed.refresh()
        return summary
    }

    func administration<Value>(_ work: () throws -> Value) throws(StoreAdministrationError) -> Value {
        do { return try work() } catch let error as StoreAdministrationError { throw error } catch {
            throw .serviceUnavailable("\(error)")
        }
    }

    private func find(_ purchase: String, _ database: any StoreTransaction) throws -> PurchaseRecord? {
        let transaction = TransactionIdentifier(rawValue: purchase)
        guard let number = PurchaseRecord.number(of: transaction) else {
            return try purchaseTable.find(IdempotencyKey(rawValue: purchase), database)
        }
        return try purchaseTable.find(number: number, database)
    }
}
