public import StoreModel
internal import Synchronization

/// Asks the store for products by their identifiers: the counterpart of `SKProductsRequest`. The
/// products that it brings can then be bought through its queue. An application makes one, and its
/// delegate gets the answer.
///
/// A request is sent once. It may be started and cancelled on any thread, and the delegate may be called on
/// any thread.
public final class ProductsRequest: Sendable {
    /// The identifiers of the products that are asked for.
    public let productIdentifiers: Set<ProductIdentifier>

    private enum Stage {
        case new
        case started(Task<Void, Never>)
        /// It was cancelled, or the call of the delegate has begun.
        case ended
    }

    private struct State {
        weak var delegate: (any ProductsRequestDelegate)?
        var stage = Stage.new
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

    /// Sends the request. The delegate gets exactly one answer, unless the request is cancelled first. A
    /// request that was started or cancelled before does nothing.
    public func start() {
        state.withLock { state in
            guard case .new = state.stage else { return }
            state.stage = .started(
                Task {
                    do throws(StoreError) {
                        let response = try await queue.store.products(for: productIdentifiers)
                        end {
                            queue.learn(response)
                            $0?.productsRequest(self, didReceive: response)
                        }
                    } catch {
                        end { $0?.productsRequest(self, didFailWithError: error) }
                    }
                })
        }
    }

    /// Ends the request, also before it starts: the delegate gets no answer. A call of the delegate that has
    /// begun goes on.
    public func cancel() {
        let stage = state.withLock { state in
            defer { state.stage = .ended }
            return state.stage
        }
        if case .started(let task) = stage { task.cancel() }
    }

    /// Ends the request with a call of the delegate, unless it has ended before.
    private func end(with call: ((any ProductsRequestDelegate)?) -> Void) {
        let (hadEnded, delegate) = state.withLock { state in
            defer { state.stage = .ended }
            if case .ended = state.stage { return (true, state.delegate) }
            return (false, state.delegate)
        }
        if !hadEnded { call(delegate) }
    }
}

/// Gets the answer to a `ProductsRequest`: the counterpart of `SKProductsRequestDelegate`.
public protocol ProductsRequestDelegate: AnyObject, Sendable {
    /// The store answered: products with prices, and identifiers that it does not know.
    func productsRequest(_ request: ProductsRequest, didReceive response: ProductsResponse)
    /// There was no answer.
    func productsRequest(_ request: ProductsRequest, didFailWithError error: StoreError)
}
