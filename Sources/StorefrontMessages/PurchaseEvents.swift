package import StoreModel

/// The queue refused a payment before it became a transaction.
package struct PaymentRefused: Hashable, Sendable {
    /// Why.
    package enum Reason: Hashable, Sendable {
        /// The application does not sell that.
        case unknownProduct
        /// Not 1…10.
        case quantityOutOfRange
    }

    /// What was asked for.
    package let productIdentifier: ProductIdentifier
    /// How many.
    package let quantity: Int
    /// Why not.
    package let reason: Reason

    /// A refusal.
    package init(productIdentifier: ProductIdentifier, quantity: Int, reason: Reason) {
        self.productIdentifier = productIdentifier
        self.quantity = quantity
        self.reason = reason
    }
}

/// The user must confirm a payment before it goes to the store; answered with the command `answer`.
package struct ConfirmationRequested: Hashable, Sendable {
    /// Which payment.
    package let key: IdempotencyKey
    /// What it is for, with what it costs this customer.
    package let product: Product
    /// How many.
    package let quantity: Int
    /// Whose money: test or real.
    package let environment: StoreEnvironment
    /// Whether `product` is what the store offers this customer now; false where it could not be asked, and an introductory
    /// offer may be over.
    package let isCurrent: Bool

    /// A sheet to show.
    package init(
        key: IdempotencyKey, product: Product, quantity: Int, environment: StoreEnvironment, isCurrent: Bool = true
    ) {
        self.isCurrent = isCurrent
        self.key = key
        self.product = product
        self.quantity = quantity
        self.environment = environment
    }
}

/// A transaction is new, or is still in flight: purchasing, deferred, or purchased and not delivered yet.
package struct TransactionUpdated: Hashable, Sendable {
    /// The transaction.
    package let transaction: PaymentTransaction

    /// A transaction in flight.
    package init(transaction: PaymentTransaction) { self.transaction = transaction }
}

/// A transaction was paid, delivered and finished (A6).
package struct TransactionSucceeded: Hashable, Sendable {
    /// The transaction.
    package let transaction: PaymentTransaction

    /// A success.
    package init(transaction: PaymentTransaction) { self.transaction = transaction }
}

/// A transaction failed and was finished (A6).
package struct TransactionFailed: Hashable, Sendable {
    /// The transaction; its `error` says why.
    package let transaction: PaymentTransaction

    /// A failure.
    package init(transaction: PaymentTransaction) { self.transaction = transaction }
}

/// A transaction left the queue without an end that anybody is told of: a request to buy that lapsed.
package struct TransactionRemoved: Hashable, Sendable {
    /// The transaction as it was last.
    package let transaction: PaymentTransaction

    /// A transaction that is gone.
    package init(transaction: PaymentTransaction) { self.transaction = transaction }
}

/// The store took the money of a transaction back, and the ledger its credits.
package struct TransactionRevoked: Hashable, Sendable {
    /// The transaction; its `revocationDate` is set.
    package let transaction: PaymentTransaction

    /// A refund.
    package init(transaction: PaymentTransaction) { self.transaction = transaction }
}

/// A paid transaction cannot be delivered now; it stays in the queue and is offered again at the next start.
package struct DeliveryFailed: Hashable, Sendable {
    /// Why.
    package enum Reason: Hashable, Sendable {
        /// This program does not know what the product is worth.
        case unknownProduct
        /// It does not carry the store's valid signature for this account and application.
        case notVerified(TransactionVerifier.Failure)
        /// Anything else, such as a ledger that cannot be written; the sentence says what.
        case undeliverable(String)
    }

    /// The transaction.
    package let transaction: PaymentTransaction
    /// Why.
    package let reason: Reason

    /// A delivery that did not happen.
    package init(transaction: PaymentTransaction, reason: Reason) {
        self.transaction = transaction
        self.reason = reason
    }
}

/// A page of this device's transactions, newest first, each with what can be done to it.
package struct TransactionsListed: Hashable, Sendable {
    /// A transaction and what can be done to it.
    package struct Entry: Hashable, Sendable {
        /// The transaction.
        package let transaction: PaymentTransaction
        /// What can be done to it now.
        package let actions: Set<TransactionAction>

        /// A row of the list.
        package init(transaction: PaymentTransaction, actions: Set<TransactionAction>) {
            self.transaction = transaction
            self.actions = actions
        }
    }

    /// The part of the list that was asked for.
    package let place: TransactionPlace
    /// The rows, newest first.
    package let entries: [Entry]
    /// Whether there are newer ones before them.
    package let hasNewer: Bool
    /// Whether there are older ones behind them.
    package let hasOlder: Bool

    /// A page; by default the whole list.
    package init(
        _ place: TransactionPlace = .newest, entries: [Entry], hasNewer: Bool = false, hasOlder: Bool = false
    ) {
        self.place = place
        self.entries = entries
        self.hasNewer = hasNewer
        self.hasOlder = hasOlder
    }
}
