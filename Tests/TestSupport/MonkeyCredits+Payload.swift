package import StoreModel

extension MonkeyCredits {
    /// How many monkey credits a purchase is worth, as the store signed it. If its kind is not the one that
    /// the product has here, it is not for credits.
    package static func worth(of payload: TransactionPayload) -> Int? {
        guard payload.type == BuiltInProducts.kind(of: payload.productId) else { return nil }
        return worth(of: payload.productId).map { $0 * payload.quantity }
    }
}
