internal import StoreModel
internal import StorefrontStrings

// Credits come and go, and the monkey with them.
extension StorefrontState {
    mutating func change(_ fact: BalanceChanged) {
        balance = fact.balance
        switch fact.cause {
        case .loaded: break
        case .purchase: feel(.credits(fact.change))
        case .spend: feel(.banana)
        case .refund: feel(.trouble)
        case .moved:
            feel(.trouble)
            notices.append(.creditsMoved(fact))
        case .correction: showStatus(strings.corrected(balance: fact.balance), .error)
        }
    }

    mutating func feed() -> [StorefrontRequest] {
        guard !isSignedOut else {
            showStatus(strings.feedSignedOut, .error)
            return []
        }
        guard balance != nil else {
            showStatus(strings.balanceUnknown, .error)
            return []
        }
        guard canFeed else {
            showStatus(strings.whyNoCredits, .error)
            return []
        }
        return [.spend(SpendRequested(credits: 1))]
    }
}
