internal import StoreModel
internal import StorefrontStrings

// What the account has for good, and how it comes back.
extension StorefrontState {
    mutating func restore() -> [StorefrontRequest] {
        guard restored == nil else { return [] }
        guard store != nil else {
            showStatus(strings.restoreTooEarly, .error)
            return []
        }
        return [.restore(RestoreRequested())]
    }

    mutating func restoreFinished(_ fact: RestoreFinished) -> [StorefrontRequest] {
        restored = nil
        showStatus(strings.restored(fact), .answer)
        return refreshedList()
    }

    mutating func restoreFailed(_ fact: RestoreFailed) -> [StorefrontRequest] {
        restored = nil
        showStatus(strings.restoreFailed(fact), .error)
        feel(.trouble)
        return refreshedList()
    }
}
