package import StoreModel
internal import StoreWire

/// The store's administration, for clients with the administrator's token.
extension HTTPStore: StoreAdministration {
    /// The settings that the store sent last; those without faults before the first. It never waits: changes come as updates.
    package func settings() async throws(StoreAdministrationError) -> StoreSettings { feed.settings }

    package func apply(_ settings: StoreSettings) async throws(StoreAdministrationError) {
        try await manage(.put, "settings", body: settings)
    }

    package func perform(_ action: TransactionAction, on key: IdempotencyKey) async throws(StoreAdministrationError) {
        let key = StoreCall.pathComponent(key.rawValue)
        try await manage(.post, "purchases/\(key)/\(action.rawValue)", body: String?.none)
    }

    /// The actions that are possible for each purchase: none without the administrator's token.
    package func actions(
        for keys: [IdempotencyKey]
    ) async throws(StoreAdministrationError) -> [IdempotencyKey: Set<TransactionAction>] {
        guard adminToken != nil, let account, !keys.isEmpty else { return [:] }
        let answer = try await manage(
            .post, "purchases/actions", body: StoreWire.ActionsQuery(account: account, keys: keys))
        guard let actions = try? connection.decode(answer, as: [String: [String]].self) else {
            throw failed(.unreadableAnswer)
        }
        // Actions of a newer store are left out.
        return Dictionary(
            uniqueKeysWithValues: actions.map { key, actions in
                (IdempotencyKey(rawValue: key), Set(actions.compactMap(TransactionAction.init)))
            })
    }

    @discardableResult
    func manage(
        _ method: HTTPCall.Method, _ route: String, body: (some Encodable)?
    ) async throws(StoreAdministrationError) -> StoreAnswer {
        guard let adminToken else { throw .notEntitled }
        let answer: StoreAnswer
        do {
            var call = StoreCall(method, admin: route, token: adminToken)
            if let body { try call.http.set(body) }
            answer = try await noticing { () async throws(StoreError) in try await connection.answer(to: call) }
        } catch {
            throw failed(.connectionLost)
        }
        switch answer.status {
        case 200...299: return answer
        case 401, 403: throw .notEntitled
        case 404: throw .noTransactionFound
        case 409: throw .invalidAction
        default:
            throw failed(
                StoreError(domain: StoreErrorDomain(rawValue: "MonkeyStoreHTTPErrorDomain"), code: answer.status))
        }
    }

    func failed(_ error: StoreError) -> StoreAdministrationError {
        .failed(error, store: connection.address.description)
    }
}
