internal import PaymentQueueKit
internal import StoreEvents
internal import StoreModel
internal import Synchronization

/// Asks the user over the bus before a payment leaves, and waits for the answer: what StoreKit's own sheet
/// does. The payment queue calls it, and `Application` brings it the answer.
package final class PaymentConfirmation: Sendable {
    private struct State {
        var waiting: [IdempotencyKey: CheckedContinuation<PaymentQueue.Consent, Never>] = [:]
        var questions: [IdempotencyKey: Task<Product?, Never>] = [:]
        var asksAlways = false
        var isClosed = false
    }

    private let bus: EventBus
    private let environment: StoreEnvironment
    private let store: any StoreService & StoreAdministration
    private let state = Mutex(State())

    /// - Parameter environment: whose money it is, for the sheet.
    init(bus: EventBus, environment: StoreEnvironment, store: any StoreService & StoreAdministration) {
        self.bus = bus
        self.environment = environment
        self.store = store
    }

    /// Shows the sheet for every payment from now on, whatever the store's settings
    /// say: somebody is there to be asked.
    package func askAlways() { state.withLock { $0.asksAlways = true } }

    /// Shows the sheet for a payment and returns the answer, unless it is test money and the store's settings
    /// leave the sheet out. Refused, as if cancelled, once it is closed. What a subscription costs a customer
    /// changes with what the customer had, so the store is asked again.
    func confirm(_ transaction: PaymentTransaction, product: Product) async -> PaymentQueue.Consent {
        let asksAlways = state.withLock { $0.asksAlways }
        if environment == .sandbox, !asksAlways, (try? await store.settings())?.disablesDialogs == true {
            return .given(priceLimit: product.highestPrice)
        }
        let current = product.subscription == nil ? product : await ask(about: product, for: transaction.key)
        return await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                if !state.isClosed { state.waiting[transaction.key] = continuation }
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

    /// What the store says about a product now; nil where it does not answer, or
    /// the user leaves before it does.
    private func ask(about product: Product, for key: IdempotencyKey) async -> Product? {
        let question = Task { [store] in try? await store.products(for: [product.identifier]).products.first }
        let isClosed = state.withLock { state in
            state.questions[key] = question
            return state.isClosed
        }
        if isClosed { question.cancel() }
        let answer = await question.value
        state.withLock { $0.questions[key] = nil }
        return answer
    }

    /// Cancels every payment that waits for its answer: the user has left.
    func close() {
        let (waiting, questions) = state.withLock { state in
            defer { state = State(asksAlways: state.asksAlways, isClosed: true) }
            return (state.waiting, state.questions)
        }
        questions.values.forEach { $0.cancel() }
        for continuation in waiting.values { continuation.resume(returning: .refused) }
    }

    func resume(_ key: IdempotencyKey, with consent: PaymentQueue.Consent) {
        state.withLock { $0.waiting.removeValue(forKey: key) }?.resume(returning: consent)
    }
}

extension Product {
    /// The most that one piece costs. An introductory offer that is paid up front may
    /// cost more than a period without it.
    fileprivate var highestPrice: Money {
        guard let offer = subscription?.introductoryOffer, offer.price.milliunits > price.milliunits else {
            return price
        }
        return offer.price
    }
}
