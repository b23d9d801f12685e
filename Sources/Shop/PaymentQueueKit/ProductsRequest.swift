public import StoreModel
internal import Synchronization

/// Asks the store for products by their identifiers: the counterpart of `SKProductsRequest`. The
/// products that it brings can then be bought through its queue. An application makes one, and its
/// delegate gets the answer.
public final class ProductsRequest: Sendable {
    /// The identifiers of the products that are asked for.
    public let productIdentifiers: Set<ProductIdentifier>

    private struct State {
        weak var delegate: (any ProductsRequestDelegate)?
        var task: Task<Void, Never>?
    }

    private let queue: PaymentQueue
    private let state: Mutex<State>

    /// A request that has not started. The delegate is not retained.
    public init(
        productIdentifiers: Set<ProductIdentifier>, queue: PaymentQueue, delegate: any ProductsRequestDelegate
    ) {
        self.productIdentifiers = productIdentifiers
        self.queue = queue
        state = Mutex(State(delegate: delegate))
    }

    /// Sends the request. The delegate gets exactly one answer, unless the request is cancelled first.
    public func start() {
        let task = Task {
            do throws(StoreError) {
                let response = try await queue.store.products(for: productIdentifiers)
                guard !Task.isCancelled else { return }
                queue.learn(response)
                delegate?.productsRequest(self, didReceive: response)
            } catch {
                guard !Task.isCancelled else { return }
                delegate?.productsRequest(self, didFailWithError: error)
            }
        }
        state.withLock { $0.task = task }
    }

    /// Ends the request: the delegate gets no answer.
    public func cancel() { state.withLock { $0.task }?.cancel() }

    private var delegate: (any ProductsRequestDelegate)? { state.withLock { $0.delegate } }
}

/// Gets the answer to a `ProductsRequest`: the counterpart of `SKProductsRequestDelegate`.
public protocol ProductsRequestDelegate: AnyObject, Sendable {
    /// The store answered: products with prices, and identifiers that it does not know.
    func productsRequest(_ request: ProductsRequest, didReceive response: ProductsResponse)
    /// There was no answer.
    func productsRequest(_ request: ProductsRequest, didFailWithError error: StoreError)
}
