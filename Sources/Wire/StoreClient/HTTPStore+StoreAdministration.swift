package import StoreModel
internal import StoreWire

/// The store's administration over HTTP, with the administrator's token, for `SettingsManager` and
/// `TransactionManager`. Also the account's subscriptions, for `SubscriptionManager`.
extension HTTPStore: StoreAdministration {
    /// The settings that the store sent last. Before the first ones, settings without faults.
    package func settings() async throws(StoreAdministrationError) -> StoreSettings { feed.settings }

    package func currentSettings() async throws(StoreAdministrationError) -> StoreSettings {
        let asked = feed.tellings
        let settings: StoreSettings = try await onlyReading {
            () async throws(StoreAdministrationError) -> StoreAnswer in
            guard adminToken != nil else {
                return try await asCustomer(StoreCall(.get, customer: "settings"))
            }
            return try await manage(.get, "settings")
        }
        feed.take(settings, unlessToldAfter: asked)
        return feed.settings
    }

    package func apply(
        _ settings: StoreSettings, over known: StoreSettings
    ) async throws(StoreAdministrationError) {
        let change = StoreSettings.Difference(from: known, to: settings)
        let asked = feed.tellings
        let answer: StoreSettings = try read(await manage(.put, "settings", body: change))
        feed.take(answer, unlessToldAfter: asked)
    }

    package func perform(_ action: TransactionAction, on key: IdempotencyKey)
        async throws(StoreAdministrationError)
    {
        try await manage(.post, route(of: key, "/" + action.rawValue))
    }

    package func record(of key: IdempotencyKey) async throws(StoreAdministrationError) -> TransactionRecord {
        try read(await manage(.get, route(of: key)))
    }

    /// The administrator's route to a purchase of this account. Another account may have used the same key.
    private func route(of key: IdempotencyKey, _ rest: String = "") -> String {
        let query = account.map { "?account=" + StoreCall.pathComponent($0.rawValue) } ?? ""
        return "purchases/" + StoreCall.pathComponent(key.rawValue) + rest + query
    }

    package func play(_ scenario: Scenario) async throws(StoreAdministrationError) {
        guard adminToken != nil else { throw .notEntitled }
        // Without an account, the store would use one of its own.
        guard let account else { throw failed(.signInNeeded) }
        let answer = try await administer(.post, "scenarios/\(scenario.rawValue)", body: ["account": account])
        if case .scenario(let refusal)? = answer.refusal?.detail { throw .cannotPlay(refusal) }
        try check(answer)
    }

    /// The actions that are possible for each purchase. The store tells them only to an administrator.
    package func actions(
        for keys: [IdempotencyKey]
    ) async throws(StoreAdministrationError) -> [IdempotencyKey: Set<TransactionAction>] {
        guard adminToken != nil else { throw .notEntitled }
        guard let account, !keys.isEmpty else { return [:] }
        let query = StoreWire.ActionsQuery(account: AccountOrName(rawValue: account.rawValue), keys: keys)
        let actions: [String: [String]] = try await onlyReading {
            () async throws(StoreAdministrationError) -> StoreAnswer in
            try await manage(.post, "purchases/actions", body: query)
        }
        // Actions of a newer store are left out.
        return Dictionary(
            uniqueKeysWithValues: actions.map { key, actions in
                (IdempotencyKey(rawValue: key), Set(actions.compactMap(TransactionAction.init)))
            })
    }

    @discardableResult
    func manage(
        _ method: HTTPCall.Method, _ route: String, body: (any Encodable)? = nil
    ) async throws(StoreAdministrationError) -> StoreAnswer {
        let answer = try await administer(method, route, body: body)
        try check(answer)
        return answer
    }

    /// Asks as the administrator. Returns an answer with any status.
    private func administer(
        _ method: HTTPCall.Method, _ route: String, body: (any Encodable)?
    ) async throws(StoreAdministrationError) -> StoreAnswer {
        guard let adminToken else { throw .notEntitled }
        do throws(StoreError) {
            var call = StoreCall(method, admin: route, token: adminToken)
            if let body { try call.http.set(body) }
            // What is done twice would happen twice, or be refused the second time.
            call.http.isRepeatable = method != .post
            return try await connection.answer(to: call)
        } catch {
            notice(error)
            throw failed(error)
        }
    }

    /// Makes a request that changes nothing, and reads the answer. If there is no answer, it counts as not
    /// sent. If the answer cannot be read, nothing was done either.
    private func onlyReading<Value: Decodable>(
        _ request: () async throws(StoreAdministrationError) -> StoreAnswer
    ) async throws(StoreAdministrationError) -> Value {
        do throws(StoreAdministrationError) {
            let answer = try await request()
            return try read(answer)
        } catch {
            guard case .failed(let reason, _) = error else { throw error }
            if StoreError.unreadableAnswer ~= reason { throw failed(.unreadableReading) }
            guard reason.isNetworkFailure, !reason.isAboutTrust, reason.detail == nil else { throw error }
            throw failed(.networkDown)
        }
    }

    private func check(_ answer: StoreAnswer) throws(StoreAdministrationError) {
        if case .notInCatalogue(let product)? = answer.refusal?.detail { throw .notInCatalogue(product) }
        switch answer.status {
        case 200...299: return
        case 401, 403: throw .notEntitled
        case 404: throw .noTransactionFound
        case 409: throw .invalidAction
        // A proxy, or a store whose database is away: what was asked may have been done.
        case 502, 503, 504: throw failed(.connectionLost)
        default:
            throw failed(
                StoreError(domain: .http, code: answer.status))
        }
    }

    func failed(_ error: StoreError) -> StoreAdministrationError {
        .failed(error, store: connection.address.description)
    }
}

/// The account's subscriptions. Customers' actions use the customers' routes. The other actions need the
/// administrator's token.
extension HTTPStore {
    /// The account's subscriptions, each with the actions that this client's token allows.
    package func subscriptions() async throws(StoreAdministrationError) -> [SubscriptionSummary] {
        var all: [SubscriptionSummary] = try await onlyReading {
            () async throws(StoreAdministrationError) -> StoreAnswer in
            try await asCustomer(StoreCall(.get, customer: "subscriptions"))
        }
        if adminToken == nil {
            for index in all.indices { all[index].actions.formIntersection(SubscriptionAction.customers) }
        }
        return all
    }

    package func perform(
        _ action: SubscriptionAction, on original: TransactionIdentifier
    ) async throws(StoreAdministrationError) -> SubscriptionSummary {
        let route = "subscriptions/\(StoreCall.pathComponent(original.rawValue))/\(action.rawValue)"
        guard SubscriptionAction.customers.contains(action) else {
            return try read(await manage(.post, route))
        }
        var call = StoreCall(.post, customer: route)
        call.http.isRepeatable = false
        return try read(await asCustomer(call))
    }

    private func asCustomer(_ call: StoreCall) async throws(StoreAdministrationError) -> StoreAnswer {
        do { return try await sendSignedIn(call) } catch {
            switch error.code {
            case StoreError.signInNeeded.code: throw failed(.signInNeeded)
            case 404: throw .noTransactionFound
            case 409: throw .invalidAction
            default: throw failed(error)
            }
        }
    }

    private func read<Value: Decodable>(_ answer: StoreAnswer) throws(StoreAdministrationError) -> Value {
        do { return try connection.decode(answer) } catch { throw failed(.unreadableAnswer) }
    }
}

extension StoreError {
    /// `unreadableAnswer` to a request that changes nothing. It is no network failure: the store answers.
    fileprivate static let unreadableReading = StoreError(
        domain: .http, code: 200, detail: .unreadableAnswer)
}
