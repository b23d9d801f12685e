internal import StoreEvents
internal import StoreModel

/// What buying a subscription does, by the store's rules for levels. The confirmation sheet says it. Below is
/// how `receive` takes what is owned now, and what `handle` does with keys on the subscriptions screen.
enum SubscriptionStep: Hashable, Sendable {
    /// No subscription in its group is in force, so it begins now.
    case begins
    /// It replaces another one at once, because its level is higher, or its level and period are the same.
    case replaces(ProductIdentifier)
    /// It follows another one when that one's paid period ends.
    case follows(ProductIdentifier, Timestamp)
    /// It is already in force. If it was cancelled, or was to change to another one, it now renews when its
    /// paid period ends.
    case goesOn(Timestamp)
}

extension StorefrontState {
    /// What buying a product does; nil if it is not a subscription.
    func step(buying product: Product) -> SubscriptionStep? {
        guard let terms = product.subscription else { return nil }
        if let end = account.subscribedUntil[product.identifier] { return .goesOn(end) }
        let ofGroup = account.subscribedUntil.first {
            catalogue.products[$0.key]?.subscription?.group == terms.group
        }
        guard let (current, end) = ofGroup, let before = catalogue.products[current]?.subscription else {
            return .begins
        }
        let isAtOnce =
            terms.level < before.level || terms.level == before.level && terms.period == before.period
        return isAtOnce ? .replaces(current) : .follows(current, end)
    }

    mutating func entitlementsChanged(_ event: EntitlementsChanged) {
        let groups = Set(
            event.subscribedUntil.keys.compactMap { catalogue.products[$0]?.subscription?.group })
        for (identifier, product) in catalogue.products {
            guard let group = product.subscription?.group, groups.contains(group) else { continue }
            // The offer is only for new subscribers in the group.
            catalogue.products[identifier]?.subscription?.introductoryOffer = nil
        }
        keepingSelection {
            $0.account.ownedProducts = event.ownedProducts
            $0.account.subscribedUntil = event.subscribedUntil
        }
        let used = account.piecesLeft.first { event.piecesLeft[$0.key, default: 0] < $0.value }?.key
        account.piecesLeft = event.piecesLeft
        if let used {
            showStatus(
                strings.piecesNowLeft(account.piecesLeft[used, default: 0], of: title(of: used)), .info)
        }
        // A subscription that was replaced by another is not over, and one in its grace period is not over
        // yet.
        let over = event.hasRunOut.first { product in
            guard !isInGracePeriod(product) else { return false }
            return catalogue.products[product].map { step(buying: $0) == .begins } ?? true
        }
        if let over { sayRunOut(over) }
    }

    /// Takes the list, and says that a grace period has ended unpaid. A list that is not from the store does
    /// not know of grace periods.
    mutating func subscriptionsListed(_ event: SubscriptionsListed) {
        let over = event.subscriptions.first {
            [.billingRetry, .expired].contains($0.status) && isInGracePeriod($0.productIdentifier)
                && account.subscribedUntil[$0.productIdentifier] == nil
        }
        account.subscriptions = event
        if event.isFromStore, let over { sayRunOut(over.productIdentifier) }
    }

    private mutating func sayRunOut(_ product: ProductIdentifier) {
        showStatus(strings.isOver(title(of: product)), .answer, about: .runOut(product))
    }

    /// The command for the button of an active subscription.
    mutating func press(subscription product: ProductIdentifier) -> [StorefrontCommand] {
        if product == BuiltInProducts.keepersLetter { return [.book(product)] }
        // Buying it again cancels a pending change to another one.
        return isChanging(product) ? buy(product) : openSubscriptions()
    }

    /// Whether a subscription changes to another one at its next renewal.
    func isChanging(_ product: ProductIdentifier) -> Bool {
        account.subscriptions?.subscriptions.contains {
            $0.productIdentifier == product && $0.renewalProductIdentifier != product
        } == true
    }

    /// Whether the list has a subscription in its grace period.
    func isInGracePeriod(_ product: ProductIdentifier) -> Bool {
        account.subscriptions?.subscriptions.contains {
            $0.productIdentifier == product && $0.status == .gracePeriod
        } == true
    }

    mutating func openSubscriptions() -> [StorefrontCommand] {
        place = .subscriptions
        return [.subscriptions]
    }

    mutating func actInSubscriptions(_ action: Action) -> [StorefrontCommand] {
        switch action {
        case .next: selectSubscription(by: 1)
        case .previous: selectSubscription(by: -1)
        case .more: selectAction(by: 1)
        case .less: selectAction(by: -1)
        case .activate: return performSelected()
        case .retry: return [.subscriptions]
        case .close:
            place = .store
            (selectedSubscription, selectedAction) = (nil, nil)
        default: break
        }
        return []
    }

    var selectedSubscriptionIndex: Int? {
        guard let all = account.subscriptions?.subscriptions, !all.isEmpty else { return nil }
        return selectedSubscription.flatMap { id in all.firstIndex { $0.originalTransactionIdentifier == id }
        } ?? 0
    }

    /// The possible actions on the selected subscription, in the order of the screen: the customer's actions,
    /// then the store's.
    var possibleActions: [SubscriptionAction] {
        guard let index = selectedSubscriptionIndex, let all = account.subscriptions?.subscriptions
        else { return [] }
        let possible = SubscriptionAction.allCases.filter(all[index].actions.contains)
        return possible.filter(SubscriptionAction.customers.contains)
            + possible.filter { !SubscriptionAction.customers.contains($0) }
    }

    /// The index of the selected action; nil if it is no longer possible, so that a second Enter does nothing
    /// else.
    var selectedActionIndex: Int? {
        guard let selectedAction else { return possibleActions.isEmpty ? nil : 0 }
        return possibleActions.firstIndex(of: selectedAction)
    }

    /// The title of the subscription that follows at the next renewal; nil if it does not change.
    func next(of subscription: SubscriptionSummary) -> String? {
        let next = subscription.renewalProductIdentifier
        return next == subscription.productIdentifier ? nil : title(of: next)
    }

    private mutating func selectSubscription(by step: Int) {
        guard let all = account.subscriptions?.subscriptions, let index = selectedSubscriptionIndex
        else { return }
        selectedSubscription = all[min(max(index + step, 0), all.count - 1)].originalTransactionIdentifier
        selectedAction = nil
    }

    private mutating func selectAction(by step: Int) {
        let actions = possibleActions
        guard let index = selectedActionIndex else {
            selectedAction = step > 0 ? actions.first : actions.last
            return
        }
        var action = actions[index]
        actions.step(&action, by: step)
        selectedAction = action
    }

    private mutating func performSelected() -> [StorefrontCommand] {
        guard let all = account.subscriptions?.subscriptions, let index = selectedSubscriptionIndex,
            let actionIndex = selectedActionIndex
        else { return [] }
        let (action, subscription) = (possibleActions[actionIndex], all[index])
        selectedAction = action
        let command = StorefrontCommand.subscriptionAction(
            action, on: subscription.originalTransactionIdentifier)
        guard action == .refundPeriod else { return once(command) }
        if command != sentAction {
            question = .refundSubscription(
                subscription.originalTransactionIdentifier, subscription.productIdentifier)
        }
        return []
    }
}
