internal import StoreEvents
internal import StoreModel

/// The steps of the last purchase as they happen, taken from the messages of the bus. The store screen shows
/// them above the log.
struct PurchaseChain: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case payment, delivered, finished
        case state(PaymentTransactionState)

        var text: Text {
            switch self {
            case .payment: .chainPayment
            case .delivered: .chainDelivered
            case .finished: .chainFinished
            case .state(let state): .standing(state)
            }
        }

        var isFailure: Bool { self == .state(.failed) }
    }

    private let product: ProductIdentifier
    /// Nil until the payment is a transaction.
    private(set) var key: IdempotencyKey?
    private(set) var steps: [Step] = [.payment]

    private init(product: ProductIdentifier) { self.product = product }

    /// The steps that are still to come if all goes well.
    var stepsToCome: [Step] {
        let all: [Step] = [.payment, .state(.purchasing), .state(.purchased), .delivered, .finished]
        switch steps.last {
        case .finished, nil: return []
        case .state(.failed), .state(.changed), .state(.restored): return [.finished]
        case .state(.deferred): return Array(all.dropFirst(2))
        case let last?: return Array(all.drop { $0 != last }.dropFirst())
        }
    }

    /// The chain after a message, which may start a new one.
    static func after(_ message: StorefrontMessage, _ chain: PurchaseChain?) -> PurchaseChain? {
        switch message {
        case .command(.purchase(let product, _)): return PurchaseChain(product: product)
        case .event(.transactionUpdated(let transaction)):
            return of(transaction, after: chain).adding(.state(transaction.state))
        case .event(.transactionSucceeded(let transaction)):
            return of(transaction, after: chain).adding(.state(.purchased), .delivered, .finished)
        case .event(.transactionFailed(let transaction)):
            return of(transaction, after: chain).adding(.state(.failed), .finished)
        case .event(.subscriptionChanged(let transaction)):
            return of(transaction, after: chain).adding(.state(.changed), .finished)
        case .event(.balanceChanged), .event(.entitlementsChanged):
            return chain?.steps.last == .state(.purchased) ? chain?.adding(.delivered) : chain
        default: return chain
        }
    }

    /// The chain of a transaction: the given chain, or a new one if that belongs to another transaction.
    private static func of(_ transaction: PaymentTransaction, after chain: PurchaseChain?) -> PurchaseChain {
        let product = transaction.payment.productIdentifier
        var own = chain.flatMap { $0.isAbout(transaction) ? $0 : nil } ?? PurchaseChain(product: product)
        own.key = transaction.key
        return own
    }

    private func isAbout(_ transaction: PaymentTransaction) -> Bool {
        key.map { $0 == transaction.key } ?? (product == transaction.payment.productIdentifier)
    }

    private func adding(_ new: Step...) -> PurchaseChain {
        var chain = self
        for step in new where !chain.steps.contains(step) { chain.steps.append(step) }
        return chain
    }
}
