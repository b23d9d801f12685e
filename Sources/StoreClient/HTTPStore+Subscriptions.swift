package import StoreModel

/// The account's subscriptions. Customers' actions use the customers' routes; the others need the administrator's token.
extension HTTPStore {
    /// The account's subscriptions, each with the actions that this client's token allows.
    package func subscriptions() async throws(StoreAdministrationError) -> [SubscriptionSummary] {
        var all: [SubscriptionSummary] = try read(await asCustomer(StoreCall(.get, customer: "subscriptions")))
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
            return try read(await manage(.post, route, body: String?.none))
        }
        return try read(await asCustomer(StoreCall(.post, customer: route)))
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
        guard let value = try? connection.decode(answer, as: Value.self) else { throw failed(.unreadableAnswer) }
        return value
    }
}
