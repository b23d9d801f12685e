package import EventBus
package import StoreModel

/// What is posted on a bus from now on, as far as `register` listens for it.
package struct Listener<Fact: Sendable> {
    package let facts: AsyncStream<Fact>
    private let observations: [Observation]

    /// Listens from now on.
    package init(_ register: (AsyncStream<Fact>.Continuation) -> [Observation]) {
        let (stream, continuation) = AsyncStream.makeStream(of: Fact.self)
        facts = stream
        observations = register(continuation)
    }

    /// The first fact of which `choose` makes something.
    package func first<Choice>(_ choose: (Fact) -> Choice?) async -> Choice? {
        for await fact in facts {
            if let choice = choose(fact) { return choice }
        }
        return nil
    }
}

extension Application {
    /// Asks the store for prices.
    ///
    /// - Returns: nil if the store could not be reached.
    package func prices(of identifiers: [ProductIdentifier]) async -> ProductsFetched? {
        let listener = Listener<Result<ProductsFetched, StoreError>> { facts in
            [
                bus.observe { (fetched: ProductsFetched) in facts.yield(.success(fetched)) },
                bus.observe { (failed: RequestFailed) in facts.yield(.failure(failed.error)) },
            ]
        }
        purchases.requestProductData(identifiers)
        return try? await listener.first { $0 }?.get()
    }
}
