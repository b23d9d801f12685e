internal import StorefrontMessages
internal import StorefrontStrings

// Changes of the balance, and feeding the monkey.
extension StorefrontState {
    mutating func change(_ event: BalanceChanged) {
        balance = event.balance
        switch event.cause {
        case .loaded: break
        case .purchase: feel(.credits(event.change))
        case .spend: feel(.banana)
        case .refund: feel(.trouble)
        case .moved:
            feel(.trouble)
            notices.append(.creditsMoved(event))
        case .correction: showStatus(strings.corrected(balance: event.balance), .error)
        }
    }

    mutating func feed() -> [StorefrontCommand] {
        guard !isSignedOut else { return refuse(strings.feedSignedOut) }
        guard balance != nil else { return refuse(strings.balanceUnknown) }
        guard canFeed else { return refuse(strings.whyNoCredits) }
        return [.spend(credits: 1)]
    }
}
