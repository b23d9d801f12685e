internal import FoundationEssentials
package import StoreModel
internal import StoreWire

/// The store's administration, for those who have the administrator's token.
extension HTTPStore: StoreAdministration {
    /// The settings that the store told last, and no faults before it has told any: never a wait. Changes come as updates.
    package func settings() async throws(StoreAdministrationError) -> StoreSettings { feed.settings }

    /// Puts settings in force for everybody who uses the store.
    package func apply(_ settings: StoreSettings) async throws(StoreAdministrationError) {
        try await manage(.put, "settings", body: settings)
    }

    /// Lets the request of a deferred purchase run out.
    package func lapse(_ key: IdempotencyKey) async throws(StoreAdministrationError) {
        try await perform(.lapse, on: key)
    }

    /// Lets a deferred purchase go through.
    package func approve(_ key: IdempotencyKey) async throws(StoreAdministrationError) {
        try await perform(.approve, on: key)
    }

    /// Turns a deferred purchase down.
    package func decline(_ key: IdempotencyKey) async throws(StoreAdministrationError) {
        try await perform(.decline, on: key)
    }

    /// Clears the trouble of an interrupted purchase.
    package func resolve(_ key: IdempotencyKey) async throws(StoreAdministrationError) {
        try await perform(.resolve, on: key)
    }

    /// Gives the money back.
    package func refund(_ key: IdempotencyKey) async throws(StoreAdministrationError) {
        try await perform(.refund, on: key)
    }

    /// Takes a refund back.
    package func reverseRefund(_ key: IdempotencyKey) async throws(StoreAdministrationError) {
        try await perform(.reverseRefund, on: key)
    }

    /// What can be done to the purchases: nothing without the administrator's token.
    package func actions(
        for keys: [IdempotencyKey]
    ) async throws(StoreAdministrationError) -> [IdempotencyKey: Set<TransactionAction>] {
        guard adminToken != nil, let account, !keys.isEmpty else { return [:] }
        let answer = try await manage(
            .post, "purchases/actions", body: StoreWire.ActionsQuery(account: account, keys: keys))
        guard let actions = try? connection.decode(answer, as: [String: [String]].self) else { throw .notUnderstood }
        // An action of another time is none that could be asked for here.
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

    /// Nobody knows whether the store did what it was asked to.
    var noAnswer: StoreAdministrationError {
        .serviceUnavailable(
            "The store at \(connection.address) did not answer; nobody knows whether it did that. Try again.")
    }

    /// The store answered, and did nothing.
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
