internal import FoundationEssentials
package import StoreModel
internal import StoreWire

/// The store's administration, for clients with the administrator's token.
extension HTTPStore: StoreAdministration {
    /// The settings that the store sent last; those without faults before the first. It never waits: changes come as updates.
    package func settings() async throws(StoreAdministrationError) -> StoreSettings { feed.settings }

    package func apply(_ settings: StoreSettings) async throws(StoreAdministrationError) {
        try await manage(.put, "settings", body: settings)
    }

    /// Lets the request of a deferred purchase expire.
    package func lapse(_ key: IdempotencyKey) async throws(StoreAdministrationError) {
        try await perform(.lapse, on: key)
    }

    package func approve(_ key: IdempotencyKey) async throws(StoreAdministrationError) {
        try await perform(.approve, on: key)
    }

    package func decline(_ key: IdempotencyKey) async throws(StoreAdministrationError) {
        try await perform(.decline, on: key)
    }

    package func resolve(_ key: IdempotencyKey) async throws(StoreAdministrationError) {
        try await perform(.resolve, on: key)
    }

    package func refund(_ key: IdempotencyKey) async throws(StoreAdministrationError) {
        try await perform(.refund, on: key)
    }

    package func reverseRefund(_ key: IdempotencyKey) async throws(StoreAdministrationError) {
        try await perform(.reverseRefund, on: key)
    }

    /// The actions that are possible for each purchase: none without the administrator's token.
    package func actions(
        for keys: [IdempotencyKey]
    ) async throws(StoreAdministrationError) -> [IdempotencyKey: Set<TransactionAction>] {
        guard adminToken != nil, let account, !keys.isEmpty else { return [:] }
        let answer = try await manage(
            .post, "purchases/actions", body: StoreWire.ActionsQuery(account: account, keys: keys))
        guard let actions = try? connection.decode(answer, as: [String: [String]].self) else { throw .notUnderstood }
        // Actions of a newer store are left out.
        return Dictionary(
            uniqueKeysWithValues: actions.map { key, actions in
                (IdempotencyKey(rawValue: key), Set(actions.compactMap(TransactionAction.init)))
            })
    }

    private func perform(_ action: TransactionAction, on key: IdempotencyKey) async throws(StoreAdministrationError) {
        let key = StoreCall.pathComponent(key.rawValue)
        try await manage(.post, "purchases/\(key)/\(action.rawValue)", body: String?.none)
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
            throw noAnswer
        }
        switch answer.status {
        case 200...299: return answer
        case 401, 403: throw .notEntitled
        case 404: throw .noTransactionFound
        case 409: throw .invalidAction
        default: throw refused(answer.status)
        }
    }

    /// The store may have carried out the request.
    var noAnswer: StoreAdministrationError {
        .serviceUnavailable(
            "The store at \(connection.address) did not answer; nobody knows whether it did that. Try again.")
    }

    /// The store refused the request.
    func refused(_ status: Int) -> StoreAdministrationError {
        .serviceUnavailable(
            "The store at \(connection.address) refused (status \(status)); nothing was changed. See its log.")
    }
}

extension StoreAdministrationError {
    static let notUnderstood = StoreAdministrationError.serviceUnavailable(
        "The store answered with something that is no list of purchases or subscriptions; nothing was changed. See its log."
    )
}
