package import StoreModel

extension PurchaseRequest {
    /// A new request for one piece.
    package init(_ product: ProductIdentifier = MonkeyCredits.five) {
        self.init(key: .random(at: TimeSource.system.now()), productIdentifier: product, quantity: 1)
    }
}
