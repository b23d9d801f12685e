internal import StoreEvents
internal import StoreModel

/// A question with two buttons. It comes before anything that a key pressed by mistake should not do.
/// `StorefrontState` asks it, and `drawLayer` draws it.
enum Question: Hashable, Sendable {
    /// Leaving while a purchase is in flight.
    case quit
    case signOut
    case refund(PaymentTransaction)
    case refundSubscription(TransactionIdentifier, ProductIdentifier)
}

extension StorefrontState {
    /// The words of a question: its title, its text and its buttons.
    func words(of question: Question) -> (title: String, body: String, accept: Text, refuse: Text) {
        switch question {
        case .quit: (strings[.quitTitle], strings[.quitBody], .quitLeave, .stayButton)
        case .signOut: (strings[.signOutTitle], strings[.signOutBody], .signOutButton, .stayButton)
        case .refund(let transaction):
            (
                strings[.refundTitle],
                refundBody(
                    pieces(transaction.payment), of: transaction.payment.productIdentifier,
                    paying: transaction.charge?.price),
                .refundButton, .refundKeep
            )
        case .refundSubscription(_, let product):
            (strings[.refundTitle], refundBody(title(of: product), of: product), .refundButton, .refundKeep)
        }
    }

    /// What tells the purchase of the question from others of the same product. The most important is last.
    func facts(of question: Question) -> [(label: String, value: String)] {
        guard case .refund(let transaction) = question else { return [] }
        let date = transaction.transactionDate ?? transaction.addedDate
        let when = (label: strings[.detailDate], value: Moment.dateAndTime(date, options))
        guard let paid = amount(of: transaction) else { return [when] }
        return [(label: strings[.detailAmount], value: paid), when]
    }

    /// If it is not known what was paid, the product's price says whether it was free.
    private func refundBody(
        _ what: String, of product: ProductIdentifier, paying paid: Money? = nil
    ) -> String {
        let price = paid ?? catalogue.products[product]?.price
        return strings.refundBody(
            what, isFree: price?.milliunits == 0, isCredits: MonkeyCredits.worth(of: product) != nil)
    }

    /// The commands to send if the answer was yes.
    mutating func accept(_ question: Question) -> [StorefrontCommand] {
        switch question {
        case .quit:
            exit = .quit
            return []
        case .signOut: return canSignOut ? [.signOut] : []
        case .refund(let transaction): return once(.action(.refund, on: transaction.key))
        case .refundSubscription(let subscription, _):
            return once(.subscriptionAction(.refundPeriod, on: subscription))
        }
    }
}
