package import StoreModel
package import StorefrontMessages
package import StorefrontStrings

// Sentences for output that is not a screen; but for the last one they are in English, and their moments in UTC.

extension StoreError {
    /// What a failed purchase means.
    package var purchaseSentence: String {
        // Trouble with the device's own files comes as a whole sentence.
        if domain == .device, let message { return TerminalText(message).string }
        if let subscriptionChange { return TerminalText(subscriptionChange).string }
        let strings = Language.english.strings
        // Another machine may have been charged.
        if domain == .backup { return strings.failure(self) }
        return TerminalText("\(strings.failureWords(self)) (\(domain.rawValue) \(code)). Nothing was charged.").string
    }
}

extension RestoreFinished {
    /// How a restore ended.
    package var sentence: String { Language.english.strings.restored(self) }
}

extension RestoreFailed {
    /// Why a restore failed and what to do.
    package var sentence: String { TerminalText(Language.english.strings.restoreFailed(self)).string }
}

extension BalanceChanged {
    /// What has become of credits that moved.
    package var movedSentence: String { Language.english.strings.creditsMoved(self) }
}

extension SubscriptionsListed {
    /// Where a subscription of the list stands.
    package func sentence(for subscription: SubscriptionSummary) -> String {
        let next = subscription.renewalProductIdentifier
        return TerminalText(
            Language.english.strings.standing(
                subscription, isFromStore: isFromStore,
                next: next == subscription.productIdentifier ? nil : next.rawValue, \.rfc3339)
        ).string
    }
}

extension Product {
    /// The price of one piece, and of a subscription how often it is paid and what those pay who are new to it.
    package var priceSentence: String { TerminalText(Language.english.strings.priceSentence(of: self)).string }
}

extension ConfirmationRequested {
    /// What is bought, what is paid for it now and when it begins.
    ///
    /// - Parameters:
    ///   - products: what the store sells.
    ///   - entitlements: what is subscribed to.
    package func question(products: [ProductIdentifier: Product], entitlements: EntitlementsChanged) -> String {
        TerminalText(lines(products, entitlements).question).string
    }

    /// The most that the question asks for, for one piece.
    ///
    /// - Parameters:
    ///   - products: what the store sells.
    ///   - entitlements: what is subscribed to.
    package func priceLimit(products: [ProductIdentifier: Product], entitlements: EntitlementsChanged) -> Money {
        lines(products, entitlements).priceLimit
    }

    private func lines(_ products: [ProductIdentifier: Product], _ entitlements: EntitlementsChanged) -> SheetLines {
        var state = StorefrontState(now: .now)
        state.catalogue.products = products
        state.subscribedUntil = entitlements.subscribedUntil
        return SheetLines(state: state, sheet: self, options: ScreenOptions())
    }
}

/// The last sentence to a visitor.
package enum Goodbye: Hashable, Sendable {
    /// The visitor left.
    case left
    /// The visitor pressed no key for too long.
    case idle
    /// The visit was ended from outside: the host closes, or the same visitor has come in elsewhere.
    case ended

    /// The sentence: what happened, and what it means for the money.
    package func sentence(isGuest: Bool, language: Language, glyphs: ScreenOptions.Glyphs) -> String {
        let strings = language.strings
        let why =
            switch self {
            case .left: strings.goodbye
            case .idle: strings.goodbyeIdle
            case .ended: strings.goodbyeEnded
            }
        return TerminalText("\(why) \(isGuest ? strings.guestCreditsEnd : strings.creditsKept)", glyphs: glyphs).string
    }
}
