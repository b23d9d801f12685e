/// Where a queue's payments go: a store, for one customer.
public struct PaymentService: Sendable {
    package let store: any StoreService

    /// What a store offers to a customer.
    package init(_ store: any StoreService) { self.store = store }
}
