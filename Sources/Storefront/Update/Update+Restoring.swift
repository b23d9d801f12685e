internal import StoreModel
internal import StorefrontMessages
internal import StorefrontStrings

// What the account has for good, and how it comes back.
extension StorefrontState {
    mutating func restore() -> [StorefrontCommand] {
        guard restored == nil else { return [] }
        guard store != nil else {
            showStatus(strings.restoreTooEarly, .error)
            return []
        }
        return [.restore]
    }

    mutating func restoreFinished(_ event: RestoreFinished) -> [StorefrontCommand] {
        restored = nil
        showStatus(strings.restored(event), .answer)
        return refreshedList()
    }

    mutating func restoreFailed(_ event: RestoreFailed) -> [StorefrontCommand] {
        restored = nil
        showStatus(strings.restoreFailed(event), .error)
        feel(.trouble)
        return refreshedList()
    }
}
