internal import StoreModel
internal import StorefrontMessages
internal import StorefrontStrings

// Restoring purchases.
extension StorefrontState {
    mutating func restore() -> [StorefrontCommand] {
        guard restored == nil else { return [] }
        guard store != nil else { return refuse(strings.restoreTooEarly) }
        return [.restore]
    }

    mutating func restoreFinished(_ restored: Int, rejected: Int) -> [StorefrontCommand] {
        self.restored = nil
        showStatus(strings.restoreFinished(restored, rejected: rejected), .answer)
        return refreshedList()
    }

    mutating func restoreFailed(_ error: StoreError, restored: Int) -> [StorefrontCommand] {
        self.restored = nil
        showStatus(strings.restoreFailed(error, restored: restored), .error)
        feel(.trouble)
        return refreshedList()
    }
}
