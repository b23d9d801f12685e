internal import StoreModel

/// The status of a purchase in the store, and the only moves that the administration can make with it.
///
///     deferred     approve -> purchased
///     deferred     decline -> failed
///     deferred     lapse   -> lapsed
///     interrupted  resolve -> failed, and a new purchase in `purchased`
///     purchased    refund  -> revoked
///     revoked      reverse -> purchased
///
/// Everything else is refused; `failed` and `lapsed` are final.
enum PurchaseStatus: String, Sendable, CaseIterable {
    case purchased
    case deferred
    /// Waited for an approval that did not come; the device is no longer told of it.
    case lapsed
    case failed
    /// Refused, until it is resolved.
    case interrupted
    /// Was paid, and the money went back.
    case revoked

    /// Whether money was taken for it; also where it went back.
    var isCharged: Bool { self == .purchased || self == .revoked }

    /// The status after `action`; nil where the action is not for this status.
    func after(_ action: TransactionAction) -> PurchaseStatus? {
        switch (self, action) {
        case (.deferred, .approve): .purchased
        case (.deferred, .decline): .failed
        case (.deferred, .lapse): .lapsed
        case (.interrupted, .resolve): .failed
        case (.purchased, .refund): .revoked
        case (.revoked, .reverseRefund): .purchased
        default: nil
        }
    }

    /// The actions that are possible in this status.
    var actions: Set<TransactionAction> { Set(TransactionAction.allCases.filter { after($0) != nil }) }
}
