internal import Hummingbird
internal import StoreModel
package import StoreRules
internal import StoreWire

/// The routes of administrators (`/admin/v1`), which `StoreRoutes` adds: the settings of the store with its
/// faults and its clock, the purchases and subscriptions of all accounts, and the accounts with their clocks.
struct AdminRoutes {
    func add(to routes: some RouterMethods<StoreContext>) {
        AccountClockRoutes().add(to: routes)
        addSettings(to: routes)
        addPurchases(to: routes)
        addSubscriptions(to: routes)
        addAccounts(to: routes)
    }

    /// Adds the route whose bodies may be longer than others.
    func addActions(to routes: some RouterMethods<StoreContext>) {
        routes.post("purchases/actions") { request, context in
            let query: StoreWire.ActionsQuery = try request.json(context)
            guard query.keys.count <= StoreWire.ActionsQuery.mostKeys else {
                throw HTTPFailure.badRequest("At most 1000 keys at once.")
            }
            let store = context.store
            let actions = try store.actions(
                for: query.keys, of: store.account(called: query.account.rawValue))
            // Foundation's JSON takes two keys for one if they differ only in Unicode's normal form. Then this
            // says what can be done to both.
            return Response.json(
                Dictionary(actions.map { ($0.rawValue, $1.map(\.rawValue).sorted()) }) { first, second in
                    first.filter(second.contains)
                })
        }
    }

    /// The settings, and the clock of the whole store.
    private func addSettings(to routes: some RouterMethods<StoreContext>) {
        routes.get("settings") { _, context in Response.json(try context.store.settings()) }
        routes.put("settings") { request, context in
            let change: StoreSettings.Change = try request.json(context)
            return Response.json(try Self.change(context.store, change.apply))
        }
        routes.post("clock") { request, context in
            let store = context.store
            let move = try ClockMove(request, context)
            return Response.json(
                try Self.change(store) { settings in
                    settings.moveClock(
                        by: move.advanceMilliseconds ?? 0,
                        isFrozen: move.isFrozen ?? (settings.frozenAt != nil),
                        at: store.time.now())
                })
        }
    }

    private func addPurchases(to routes: some RouterMethods<StoreContext>) {
        routes.get("purchases") { request, context in
            Response.json(
                try context.store.purchases(
                    of: request.account(in: context.store), before: request.before, limit: request.limit))
        }
        routes.get("transactions") { request, context in
            Response.json(
                try context.store.transactions(
                    of: request.account(in: context.store), before: request.before, limit: request.limit))
        }
        routes.get("purchases/{id}") {
            Response.json(
                try $1.store.record(of: $1.identifier, account: $0.account(in: $1.store)))
        }
        routes.withoutBody.post("purchases/{id}/{action}") { request, context in
            let action: TransactionAction = try context.action(or: [
                "revoke", "request-refund", "decline-refund",
            ])
            let account = try request.account(in: context.store)
            return Response.json(
                try context.change(context.identifier, of: account, by: action.rawValue) {
                    try context.store.perform(action, on: $0, of: account)
                })
        }
        routes.withoutBody.post("purchases/{id}/revoke") { request, context in
            let account = try request.account(in: context.store)
            return Response.json(
                try context.change(context.identifier, of: account, by: "revoke") {
                    try context.store.endSharing(of: $0, of: account)
                })
        }
        routes.withoutBody.post("purchases/{id}/forgeries/{action}") { _, context in
            let forgery: Forgery = try context.action()
            let signed = try context.change(context.identifier, by: forgery.rawValue) {
                try context.store.forge(forgery, from: $0)
            }
            return Response.json(["signedTransactionInfo": signed])
        }
    }

    private func addSubscriptions(to routes: some RouterMethods<StoreContext>) {
        routes.get("subscriptions") { request, context in
            Response.json(try context.store.subscriptions(of: request.account(in: context.store)))
        }
        routes.withoutBody.post("subscriptions/{id}/{action}") { _, context in
            let action: SubscriptionAction = try context.action(or: ["revoke"])
            return Response.json(
                try context.change(subscriptionOf: context.transaction, by: action.rawValue) {
                    try context.store.perform(action, on: $0)
                })
        }
        routes.withoutBody.post("subscriptions/{id}/revoke") { _, context in
            Response.json(
                try context.change(subscriptionOf: context.transaction, by: "revoke") {
                    try context.store.endSharing(ofSubscription: $0)
                })
        }
    }

    private func addAccounts(to routes: some RouterMethods<StoreContext>) {
        routes.get("accounts") { _, context in
            Response.json(try context.store.allAccounts().map(AccountSummary.init))
        }
        routes.post("accounts") { request, context in
            let new: NewAccount = try request.json(context)
            return Response.json(AccountSummary(try await new.add(to: context.store)), status: .created)
        }
    }

    /// Changes the settings of a store, and returns those in force. Settings that the change does not
    /// name stay.
    @discardableResult
    static func change(_ store: AppStore, _ change: (inout StoreSettings) -> Void) throws -> StoreSettings {
        try store.change { settings throws(HTTPFailure) in
            change(&settings)
            try check(settings, at: store.time.now())
        }
    }

    static func check(_ settings: StoreSettings, at now: Timestamp) throws(HTTPFailure) {
        if let frozen = settings.frozenAt, !StoreSettings.moments.contains(frozen.milliseconds) {
            throw .badRequest("frozenAt counts milliseconds since 1970, in the years 2001 to 2099.")
        }
        guard settings.hasRightClock(at: now) else {
            throw .badRequest("The clock goes a hundred years ahead or back, in the years 2001 to 2099.")
        }
        if let status = settings.verificationStatus, !StoreSettings.verificationStatuses.contains(status) {
            throw .badRequest("verificationStatus is 21005, 21009, 21010, or 21100 to 21199.")
        }
        if let number = settings.serverAPIError, !AppleServing.hasError(number) {
            throw .badRequest("serverAPIError is one of the numbers that the App Store Server API has.")
        }
    }
}

/// Changes for administrators. If the state of a purchase or a subscription does not allow one, the refusal
/// (409) says which state that is, and what it allows.
extension StoreContext {
    /// - Parameters:
    ///   - purchase: its transaction identifier or its payment's key.
    ///   - action: the name of the change.
    func change<Value>(
        _ purchase: String, of account: AccountIdentifier? = nil, by action: String,
        _ work: (String) throws -> Value
    ) throws -> Value {
        do { return try work(purchase) } catch StoreAdministrationError.invalidAction {
            guard let record = try store.reading({ try store.find(purchase, of: account, $0) }) else {
                throw StoreAdministrationError.invalidAction
            }
            let isWished = record.refundRequest != nil
            let wish =
                if isWished {
                    " and has an open request for a refund"
                } else if action == "decline-refund", record.status == .purchased {
                    " and nobody asked for a refund"
                } else {
                    ""
                }
            throw HTTPFailure.impossible(
                action, because: "The transaction is \(record.status.rawValue)\(wish)",
                possible: record.actions.map(\.rawValue) + (isWished ? ["decline-refund"] : []))
        }
    }

    func change<Value>(
        subscriptionOf transaction: TransactionIdentifier, by action: String,
        _ work: (TransactionIdentifier) throws -> Value
    ) throws -> Value {
        do { return try work(transaction) } catch StoreAdministrationError.invalidAction {
            let found = try store.reading { database in
                try store.original(of: transaction, database)
                    .flatMap { try SubscriptionTable.find(original: $0, database) }
            }
            guard let found else { throw StoreAdministrationError.invalidAction }
            let end = found.isAutoRenewing ? "" : " and does not renew"
            throw HTTPFailure.impossible(
                action, because: "The subscription is \(found.status)\(end)",
                possible: found.actions.map(\.rawValue))
        }
    }
}

extension HTTPFailure {
    fileprivate static func impossible(
        _ action: String, because state: String, possible: [String]
    ) -> HTTPFailure {
        let others = possible.filter { $0 != action }.sorted()
        let rest =
            others.isEmpty ? "It has no other actions." : "Its actions: \(others.joined(separator: ", "))."
        return HTTPFailure(
            .conflict, "\(state), so \(action) is not possible; nothing was changed. \(rest)")
    }
}

struct ClockMove: Decodable {
    /// How far forward; negative for back. If it is missing, the clock does not move.
    var advanceMilliseconds: Int64?
    /// Whether it stands still from now on. If it is missing, that stays as it was.
    var isFrozen: Bool?

    init(_ request: Request, _ context: StoreContext) throws {
        self = try request.json(context)
        guard advanceMilliseconds != nil || isFrozen != nil else {
            throw HTTPFailure.badRequest("advanceMilliseconds or isFrozen says what the clock does.")
        }
    }
}

package struct NewAccount: Decodable, Sendable {
    var account: String
    var password: String
    /// Sandbox if it is missing.
    var environment: StoreEnvironment?

    /// Whether it can have this name.
    package var hasGoodName: Bool { AccountName(rawValue: account) != nil }
    /// Whether it can have this password.
    package var hasGoodPassword: Bool { AppStore.accepts(password: password) }

    package func make(in store: AppStore) async throws -> (Account, SessionToken) {
        guard let name = AccountName(rawValue: account) else { throw AccountError.badName }
        return try await store.createAccount(
            name: name, password: password, environment: environment ?? .sandbox)
    }

    /// Makes it for an administrator, who learns from the refusal which name is taken.
    @discardableResult
    func add(to store: AppStore) async throws -> Account {
        do { return try await make(in: store).0 } catch AccountError.nameTaken {
            var error = StoreError.accountTaken
            error.message = "An account with the name \(account) exists already; nothing was made."
            throw HTTPFailure(error)
        }
    }
}

struct AccountSummary: Encodable {
    var account: AccountIdentifier
    /// If it is missing, the one that the store made for itself.
    var name: String?
    var environment: StoreEnvironment

    init(_ account: Account) {
        self.account = account.identifier
        name = account.name
        environment = account.environment
    }
}
