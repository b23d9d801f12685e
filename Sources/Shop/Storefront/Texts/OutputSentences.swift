package import StoreEvents
package import StoreModel

// Sentences that the commands of `monkeystore` print, such as `buy` and `restore`. They are in English, with
// dates in UTC. At the end is what a person reads after a crash, in the person's language.

extension Trouble {
    /// What a command says of it. The program ends then, so what waits goes on at the next start, and not by
    /// itself as on a screen.
    package var commandSentence: String {
        let strings = Language.english.strings
        switch self {
        case .paymentKept(let error):
            if let what = strings.whyKeptHere(error) {
                return "\(what) The payment is kept, goes on at the next start, and is charged once."
            }
            guard error.domain != .storeServer, let trouble = Trouble(saidBy: error) else {
                return strings.explanation(of: self)
            }
            return trouble.commandSentence
        case .tooManyPurchases:
            return
                "This account has bought all it can in a day, so nothing was charged. Wait: the payment is kept, "
                + "sent again at the next start, and charged once."
        case .tooManyRequests:
            return
                "The store takes no more requests for the moment, so nothing was charged. Payments are kept, sent "
                + "again at the next start, and charged once; try anything else again in a minute."
        case .purchasesLeftOut:
            return
                "The store's signature on some purchases isn't valid, so they don't count here yet. Nothing is "
                + "lost: this device asks for them again at the next start. If this goes on, ask the store's support."
        default: return strings.explanation(of: self)
        }
    }
}

extension StoreError {
    /// The sentences for a failed purchase: what happened, what it means for the money, and which command
    /// comes next.
    package var purchaseSentence: String {
        let strings = Language.english.strings
        if let sentence = strings.deviceFailure(self) ?? strings.subscriptionSentence(self) {
            return TerminalText(sentence).string
        }
        let next =
            switch self {
            case .paymentNotAllowed: " Switch them on: monkeystore settings purchases on."
            case .productNotAvailable: " See what is on sale: monkeystore products."
            case .priceChanged: " See the new price: monkeystore products."
            case .interrupted: " An administrator of the store can resolve it: monkeystore resolve."
            default: ""
            }
        let charged = StoreError.interrupted ~= self ? "Nothing was charged so far." : "Nothing was charged."
        return TerminalText("\(strings.failureWords(self)) (\(domain.rawValue) \(code)). \(charged)\(next)")
            .string
    }

    /// Why a restore failed, how many purchases came before that, and what to do.
    package func restoreSentence(restored: Int) -> String {
        let (sentence, key) = Language.english.strings.restoreFailed(self, restored: restored).sentenceAndKey
        return TerminalText(key == nil ? sentence : "\(sentence) Try again.").string
    }
}

/// A number of credits, as on the screen, but without groups of digits, which a script would have to know.
package func creditsPhrase(_ count: Int) -> String {
    Language.english.strings.plural(.monkeyCredits, count, ["count": String(count)])
}

/// What became of a use that had waited for the store.
package func refusedSentence(credits: Int, balance: Int) -> String {
    let amount = Language.english.strings.logCredits(credits)
    return
        "The store refused a use that had waited: it takes \(amount), and you have \(balance). Nothing was spent."
}

extension RenewalChange {
    /// What a payment for `product` changed.
    package func sentence(for product: ProductIdentifier) -> String {
        TerminalText(Language.english.strings.sentence(for: self, to: product.rawValue, \.rfc3339)).string
    }
}

extension PaymentRefused {
    /// Why the queue refused the payment.
    package var sentence: String { TerminalText(Language.english.strings.refusal(self)).string }
}

package func restoredSentence(_ restored: Int, rejected: Int) -> String {
    Language.english.strings.restoreFinished(restored, rejected: rejected)
}

extension AccountFinding {
    /// What was found.
    package var sentence: String { Language.english.strings[.accountFinding(self)] }
}

/// What was done about it.
package func recountedSentence(balance: Int) -> String {
    Language.english.strings.accountRecounted(balance: balance)
}

extension SubscriptionsListed {
    /// The state of a subscription in the list.
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
    /// The price of one piece. For a subscription, also the period and the introductory offer.
    package var priceSentence: String {
        TerminalText(Language.english.strings.priceSentence(of: self)).string
    }
}

extension ConfirmationRequested {
    /// The question on the sheet: the product, the price now, and when it begins.
    package func question(
        products: [ProductIdentifier: Product], entitlements: EntitlementsChanged
    ) -> String {
        TerminalText(lines(products, entitlements).question).string
    }

    /// The highest price in the question, for one piece.
    package func priceLimit(
        products: [ProductIdentifier: Product], entitlements: EntitlementsChanged
    ) -> Money {
        lines(products, entitlements).priceLimit
    }

    private func lines(
        _ products: [ProductIdentifier: Product], _ entitlements: EntitlementsChanged
    ) -> SheetLines {
        var state = StorefrontState(now: .now)
        state.catalogue.products = products
        (state.account.ownedProducts, state.account.subscribedUntil) = (
            entitlements.ownedProducts, entitlements.subscribedUntil
        )
        return SheetLines(state: state, sheet: self)
    }
}

extension Language {
    /// What a person reads after a crash, with the log's path if the log is the person's own.
    package func crashSentence(log: String?, glyphs: ScreenOptions.Glyphs) -> String {
        let sentences = [strings[.crashed], log.map { strings.fill(.crashLog, ["path": $0]) }]
        let text = sentences.compactMap(\.self).joined(separator: " ")
        return TerminalText(text, glyphs: glyphs, most: TerminalText.longestWhole).string
    }
}
