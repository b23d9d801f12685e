/// The store that a payment queue sends its payments to, for one customer.
public struct PaymentService: Sendable {
    package let store: any StoreService

    package init(_ store: any StoreService) { self.store = store }
}
