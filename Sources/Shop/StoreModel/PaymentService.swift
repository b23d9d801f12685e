/// The store that a payment queue sends its payments to, for one customer. A
/// local store or a test session gives it.
public struct PaymentService: Sendable {
    package let store: any StoreService

    package init(_ store: any StoreService) { self.store = store }
}
