/// The store that a payment queue sends its payments to, for one customer. You get one from a local store or
/// a test session.
public struct PaymentService: Sendable {
    package let store: any StoreService

    package init(_ store: any StoreService) { self.store = store }
}
