/// Where a queue's payments go: a store, for one customer.
public struct PaymentService: Sendable {
    package let store: any StoreService

    package init(_ store: any StoreService) { self.store = store }
}
