internal import StoreEvents
internal import StoreModel

/// The words of a confirmation sheet and its price limit, for the screen, the plain storefront and the
/// command `buy`.
struct SheetLines {
    let state: StorefrontState
    let sheet: ConfirmationRequested

    private var strings: Strings { state.strings }
    private var product: Product { sheet.product }

    var title: String {
        product.localizedTitle.isEmpty ? product.identifier.rawValue : product.localizedTitle
    }

    private var isOwned: Bool { state.asked(sheet).isOwned }
    private var step: SubscriptionStep? { state.asked(sheet).step }

    /// The product, the price and when it begins, in one sentence.
    var question: String {
        if isOwned { return strings.plainConfirmOwned(title) }
        if let subscription = product.subscription, let step {
            return strings.plainConfirmSubscription(
                title, price: periodPrice(subscription), toPay: toPay(step, subscription),
                begins: beginning(step))
        }
        return sheet.quantity == 1
            ? strings.plainConfirmOne(title, price: total)
            : strings.plainConfirm(strings.counted(sheet.quantity, of: title), unit: unitPrice, total: total)
    }

    /// What is paid, and when a subscription begins, with labels. A value has at most `room` cells if there
    /// is a short form.
    func terms(room: Int = .max) -> [(label: String, value: String)] {
        guard let subscription = product.subscription, let step else {
            return [
                (strings[.sheetQuantity], String(sheet.quantity)),
                (strings[.sheetUnitPrice], unitPrice),
                (strings[.sheetTotal], total),
            ]
        }
        return [
            (strings[.sheetPrice], periodPrice(subscription)),
            (strings[.sheetToPay], toPay(step, subscription, room)),
            (strings[.sheetBegins], beginning(step, room)),
        ]
    }

    /// What else there is to say if there is room: the balance after the purchase, the group if it has
    /// several plans, an offer for customers chosen by the developer, and the family.
    var details: [(label: String, value: String)] {
        var lines: [(label: String, value: String)] = []
        if let credits, let balance = state.account.balance {
            lines.append((strings[.sheetBalance], strings.monkeyCredits(balance + credits)))
        }
        if let terms = product.subscription {
            let plans = state.catalogue.products.values.compactMap(\.subscription).filter {
                $0.group == terms.group
            }
            if plans.count > 1, !terms.groupName.isEmpty {
                let hasLevels = Set(plans.map(\.level)).count > 1
                let level = hasLevels ? ", " + strings.level(terms.level) : ""
                lines.append((strings[.sheetGroup], terms.groupName + level))
            }
            if let offer = terms.promotionalOffers?.first {
                let price = strings.introduction(offer.terms, of: product)
                lines.append((strings[.sheetOffer], strings.chosenSubscribers(pay: price)))
            }
        }
        if product.isFamilyShareable, product.kind != .consumable {
            lines.append((strings[.sheetFamily], strings[.familyMayShare]))
        }
        return lines
    }

    /// The credits that the purchase brings at once; nil for other products, and for a plan that
    /// starts later.
    private var credits: Int? {
        guard let worth = MonkeyCredits.worth(of: product.identifier) else { return nil }
        switch step {
        case .follows, .goesOn: return nil
        case .begins, .replaces, nil: return worth * sheet.quantity
        }
    }

    /// The highest price that the sheet names, for one piece.
    var priceLimit: Money {
        guard let subscription = product.subscription, let step else {
            return isOwned ? Money(milliunits: 0, currency: product.price.currency) : product.price
        }
        return switch (step, subscription.introductoryOffer) {
        case (.follows, _), (.goesOn, _): Money(milliunits: 0, currency: product.price.currency)
        case (.begins, let offer?) where sheet.isCurrent: offer.price
        case (.begins, _): product.highestPrice
        case (.replaces, _): product.price
        }
    }

    private var unitPrice: String { strings.price(of: product) }

    private var total: String {
        isOwned ? strings[.nothingYouOwnIt] : strings.price(of: product, quantity: sheet.quantity)
    }

    private func periodPrice(_ terms: SubscriptionTerms) -> String {
        strings.price(product, each: terms.period)
    }

    /// In short, it is the price limit.
    private func toPay(_ step: SubscriptionStep, _ terms: SubscriptionTerms, _ room: Int = .max) -> String {
        switch (step, terms.introductoryOffer) {
        case (.follows, _), (.goesOn, _): strings[.nothing]
        case (.begins, let offer?) where sheet.isCurrent:
            shortened(
                strings.firstPayment(offer, of: product), to: strings.price(offer, of: product), room)
        case (.begins, let offer?):
            shortened(
                strings.toPay(ifNew: strings.price(offer, of: product), else: strings.price(of: product)),
                to: strings.price(product.highestPrice, of: product), room)
        case (.begins, nil), (.replaces, _):
            product.price.milliunits == 0 ? strings[.nothing] : strings.price(of: product)
        }
    }

    private func beginning(_ step: SubscriptionStep, _ room: Int = .max) -> String {
        switch step {
        case .begins: return strings[.beginsNow]
        case .replaces(let other): return strings.replaces(state.title(of: other))
        case .follows(let other, let date):
            let moment = Moment.dateAndMinute(date, state.options)
            return shortened(strings.follows(state.title(of: other), moment), to: moment, room)
        case .goesOn(let date):
            let moment = Moment.dateAndMinute(date, state.options)
            return shortened(strings.goesOn(renewingOn: moment), to: moment, room)
        }
    }

    private func shortened(_ words: String, to short: String, _ room: Int) -> String {
        TerminalText(words, glyphs: state.options.glyphs).width > room ? short : words
    }
}
