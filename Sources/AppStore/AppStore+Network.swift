internal import DurableStorage
internal import GRDB
public import StoreModel

extension AppStore {
    /// Which products are on sale, for somebody who is not signed in; see `StoreService.products`.
    public func products(for identifiers: Set<ProductIdentifier>) async throws(StoreError) -> ProductsResponse {
        try await arrive()
        let response = response(for: identifiers)
        guard try answered({ try database.read(TestingTable.settings) }).network == .up else { throw .connectionLost }
        return response
    }

    /// Writes for a request that comes over the customer's network, if the network lets it through.
    func overNetwork<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await arrive()
        do { return try await commits.write(work) } catch { throw Self.noAnswer(error) }
    }

    /// Returns when the request has arrived; it does not while the network is down.
    private func arrive() async throws(StoreError) {
        let settings = try answered { try database.read(TestingTable.settings) }
        guard settings.network != .down else { throw .networkDown }
        guard settings.delayMilliseconds > 0 else { return }
        do { try await time.sleep(.milliseconds(settings.delayMilliseconds)) } catch { throw .requestCancelled }
    }

    private func answered<Value>(_ work: () throws -> Value) throws(StoreError) -> Value {
        do { return try work() } catch { throw Self.noAnswer(error) }
    }

    /// Trouble with the store's own files is no answer either: the caller tries again.
    private static func noAnswer(_ error: any Error) -> StoreError {
        var failure = StoreError.cannotConnect
        failure.message = "\(error)"
        return failure
    }
}

extension StoreError {
    /// `NSURLErrorCancelled`: the caller no longer waits.
    fileprivate static let requestCancelled = StoreError(domain: .network, code: -999)
}
