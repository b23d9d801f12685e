package import StoreModel

/// The customer's network, as the store's settings simulate it: requests are delayed, do not arrive, or
/// lose their answer. `AccountSession`, `EmbeddedContent` and the routes without an account answer
/// through `answerOverNetwork` or `writeOverNetwork`.
extension AppStore {
    /// The products on sale, as seen without signing in; see `StoreService.products`.
    package func products(for identifiers: Set<ProductIdentifier>) async throws(StoreError)
        -> ProductsResponse
    {
        try await answerOverNetwork { response(for: identifiers) }
    }

    /// The products on sale for an account, without the introductory offers that it would not get now.
    func products(
        for identifiers: Set<ProductIdentifier>, to account: AccountIdentifier
    ) async throws(StoreError) -> ProductsResponse {
        try await answerOverNetwork {
            var response = response(for: identifiers)
            guard response.products.contains(where: { $0.subscription?.introductoryOffer != nil }) else {
                return response
            }
            try makeDueRenewals(of: account)
            let known = try database.read { try SubscriptionTable.all(of: account, $0) }
            for index in response.products.indices {
                guard let group = response.products[index].subscription?.group,
                    let subscription = assortment.subscription(in: group, among: known),
                    !subscription.mayHaveIntroductoryOffer
                else { continue }
                response.products[index].subscription?.introductoryOffer = nil
            }
            return response
        }
    }

    /// Answers a request over the customer's network, with the network's faults. A request that is there to
    /// write comes through `writeOverNetwork`.
    package func answerOverNetwork<Value>(
        _ answer: () throws -> Value = {}
    ) async throws(StoreError) -> Value {
        let settings = try answered { try SettingsTable.settings(database) }
        guard settings.network != .down else { throw .networkDown }
        try await delay(settings)
        let value = try answered(answer)
        guard try answered({ try SettingsTable.settings(database) }).network == .up else {
            throw .connectionLost
        }
        return value
    }

    /// Writes for a request over the customer's network, in a group commit. The request does not arrive while
    /// the network is down. If the network is not up when `work` is done, the answer is lost.
    ///
    /// - Parameters:
    ///   - account: whose request it is.
    ///   - reads: what `work` is known to read.
    ///   - work: returns nil to be called once more, when what it wrote is on disk.
    func writeOverNetwork<Value: Sendable>(
        about account: AccountIdentifier, reading reads: @autoclosure () -> [StoreRead],
        _ work: @escaping @Sendable (SettingsTable.State, any StoreTransaction) throws -> Value?
    ) async throws(StoreError) -> Value {
        var hasArrived = false
        while true {
            let answer: NetworkAnswer<Value>
            do {
                answer = try await database.writeTogether(
                    about: .account(account), reading: reads() + [SettingsTable.read]
                ) {
                    [hasArrived] database in
                    let state = try SettingsTable.state(database)
                    let settings = state.settings
                    if settings.network == .down, !hasArrived { return .failed(.networkDown) }
                    // Others in the group commit do not wait for the delay: the request comes again after it.
                    if settings.delayMilliseconds > 0, !hasArrived { return .afterDelay(settings) }
                    guard let value = try work(state, database) else { return .runAgain }
                    return settings.network == .up ? .value(value) : .failed(.connectionLost)
                }
            } catch { throw noAnswer(error) }
            switch answer {
            case .value(let value): return value
            case .failed(let error): throw error
            case .afterDelay(let settings): try await delay(settings)
            case .runAgain: break
            }
            hasArrived = true
        }
    }

    private func delay(_ settings: StoreSettings) async throws(StoreError) {
        guard settings.delayMilliseconds > 0 else { return }
        do { try await time.sleep(.milliseconds(settings.delayMilliseconds)) } catch {
            throw .requestCancelled
        }
    }

    /// Does what an answer needs. Trouble with the store's own files becomes the error of a request.
    func answered<Value>(_ work: () throws -> Value) throws(StoreError) -> Value {
        do { return try work() } catch { throw noAnswer(error) }
    }

    /// If the store's own files fail, that is not an answer either: the caller tries again.
    private func noAnswer(_ error: any Error) -> StoreError {
        var failure = StoreError.cannotConnect
        failure.detail = .storage(StorageError(wrapping: error, path: database.name))
        return failure
    }
}

private enum NetworkAnswer<Value: Sendable>: Sendable {
    case value(Value)
    case failed(StoreError)
    case afterDelay(StoreSettings)
    case runAgain
}
