internal import PaymentQueueKit
internal import StoreEvents
internal import StoreModel
internal import Synchronization

/// Asks the user over the bus before a payment is sent, and waits for the answer, as StoreKit's own sheet
/// does. The payment queue calls it, and `Application` brings it the answer.
package final class PaymentConfirmation: Sendable {
    private struct State {
        // The queue has one payment confirmed at a time.
        var waiting: (key: IdempotencyKey, continuation: CheckedContinuation<PaymentQueue.Consent, Never>)?
        var question: Task<Product?, Never>?
        var asksAlways = false
        var isClosed = false
    }

    private let bus: EventBus
    private let environment: StoreEnvironment
    private let store: any StoreService & StoreAdministration
    private let state = Mutex(State())

    /// - Parameter environment: whether it is test money or real money, for the sheet.
    init(bus: EventBus, environment: StoreEnvironment, store: any StoreService & StoreAdministration) {
        self.bus = bus
        self.environment = environment
        self.store = store
    }

    /// Shows the sheet for every payment from now on, whatever the store's settings say: there
    /// is somebody to ask.
    package func askAlways() { state.withLock { $0.asksAlways = true } }

    /// Shows the sheet for a payment and returns the answer, unless it is test money and the store's settings
    /// skip the sheet. After `close`, payments are refused, as if cancelled. The price of a subscription
    /// depends on what the customer had before, so the store is asked again.
    func confirm(_ transaction: PaymentTransaction, product: Product) async -> PaymentQueue.Consent {
        let asksAlways = state.withLock { $0.asksAlways }
        if environment == .sandbox, !asksAlways, (try? await store.settings())?.disablesDialogs == true {
            return .given(priceLimit: product.highestPrice)
        }
        let current = product.subscription == nil ? product : await ask(about: product)
        return await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                if !state.isClosed { state.waiting = (transaction.key, continuation) }
                return state.isClosed
            }
            guard !isClosed else { return continuation.resume(returning: .refused) }
            bus.publish(
                .confirmationRequested(
                    ConfirmationRequested(
                        key: transaction.key, product: current ?? product,
                        quantity: transaction.payment.quantity,
                        environment: environment, isCurrent: current != nil)))
        }
    }

    /// What the store says about a product now; nil if it does not answer, or if the user
    /// leaves before it does.
    private func ask(about product: Product) async -> Product? {
        let question = Task { [store] in try? await store.products(for: [product.identifier]).products.first }
        let isClosed = state.withLock { state in
            state.question = question
            return state.isClosed
        }
        if isClosed { question.cancel() }
        return await question.value
    }

    /// Cancels the payment that waits for its answer: the user has left.
    func close() {
        let (waiting, question) = state.withLock { state in
            defer { state = State(asksAlways: state.asksAlways, isClosed: true) }
            return (state.waiting, state.question)
        }
        question?.cancel()
        waiting?.continuation.resume(returning: .refused)
    }

    func resume(_ key: IdempotencyKey, with consent: PaymentQueue.Consent) {
        let waiting = state.withLock { $0.waiting?.key == key ? $0.waiting.take() : nil }
        waiting?.continuation.resume(returning: consent)
    }
}
