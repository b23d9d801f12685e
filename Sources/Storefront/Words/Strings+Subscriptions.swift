internal import StoreModel

extension Strings {
    var subscribe: String { say(en: "Subscribe") }
    var subscribed: String { say(en: "Subscribed") }
    func subscribedUntil(_ end: String) -> String { say(en: "Subscribed until \(end)") }
    /// The same where there is little room.
    func until(_ end: String) -> String { say(en: "until \(end)") }

    /// A price with how often it is paid.
    func price(_ price: String, each period: SubscriptionPeriod) -> String {
        period.count == 1 ? say(en: "\(price)/\(unit(period))") : say(en: "\(price)/\(length(period))")
    }

    /// What a subscription costs.
    func price(_ product: Product, each period: SubscriptionPeriod) -> String {
        product.price.milliunits == 0 ? free : price(product.localizedPrice(), each: period)
    }

    /// What is paid at first.
    func first(_ price: String) -> String { say(en: "first: \(price)") }

    private func length(_ period: SubscriptionPeriod) -> String {
        period.count == 1 ? say(en: "1 \(unit(period))") : say(en: "\(period.count) \(unit(period))s")
    }

    private func unit(_ period: SubscriptionPeriod) -> String {
        switch period.unit {
        case .day: say(en: "day")
        case .week: say(en: "week")
        case .month: say(en: "month")
        case .year: say(en: "year")
        }
    }

    // MARK: What a purchase does

    var sheetPrice: String { say(en: "Price") }
    var sheetToPay: String { say(en: "To pay now") }
    var sheetBegins: String { say(en: "Begins") }
    var free: String { say(en: "free") }
    var nothing: String { say(en: "nothing") }
    var beginsNow: String { say(en: "now, and then renews") }
    func replaces(_ title: String) -> String { say(en: "now; replaces \(title)") }
    func follows(_ title: String, _ date: String) -> String { say(en: "\(date), after \(title)") }
    var goesOnAsIs: String { say(en: "goes on as it is") }
    /// What is paid by those who get the introductory offer, and by the others.
    func toPay(ifNew price: String, else usual: String) -> String { say(en: "\(price) new, else \(usual)") }

    // MARK: The list

    var subscriptionsTitle: String { say(en: "Subscriptions") }
    func subscriptionsCount(_ count: Int) -> String {
        count == 1 ? say(en: "1 subscription") : say(en: "\(count) subscriptions")
    }
    var subscriptionsLoading: String { say(en: "Asking the store for the subscriptions…") }
    var subscriptionsEmpty: String { say(en: "Nothing is subscribed to. Esc goes back to the store.") }
    var subscriptionsFromDevice: String { say(en: "The store does not answer. This is what it signed before.") }
    var noSubscriptionActions: String { say(en: "nothing can be done to it now") }

    /// Where a subscription stands.
    ///
    /// - Parameters:
    ///   - isFromStore: whether the store said so, or only its signatures on this device do.
    ///   - next: what it changes to at its next renewal, if it does.
    func standing(
        _ subscription: SubscriptionSummary, isFromStore: Bool, next: String?, _ moment: (Timestamp) -> String
    ) -> String {
        let end = moment(subscription.expires)
        switch subscription.status {
        case .active where !isFromStore: return say(en: "Paid until \(end).")
        case .active where !subscription.isAutoRenewing: return say(en: "Cancelled: ends on \(end).")
        case .active where subscription.actions.contains(.consentToPrice):
            return say(en: "Paid until \(end). A higher price waits for your consent; without it, it ends then.")
        case .active:
            return next.map { say(en: "Paid until \(end). Changes to \($0) at the next renewal.") }
                ?? say(en: "Paid until \(end), then it renews.")
        case .gracePeriod:
            let end = subscription.gracePeriodExpires.map(moment) ?? end
            return say(en: "In grace period until \(end). The renewal was not paid and is tried again.")
        case .billingRetry:
            return say(en: "The renewal was not paid and is tried again. It cannot be used meanwhile.")
        case .expired: return say(en: "Expired on \(end).")
        case .revoked: return say(en: "Refunded: it is over.")
        }
    }

    /// The same in a word or two.
    func shortStanding(_ subscription: SubscriptionSummary) -> String {
        switch subscription.status {
        case .active:
            subscription.isAutoRenewing || subscription.actions.isEmpty ? say(en: "paid") : say(en: "cancelled")
        case .gracePeriod: say(en: "grace period")
        case .billingRetry: say(en: "not paid")
        case .expired: say(en: "expired")
        case .revoked: say(en: "refunded")
        }
    }

    /// What an action is called.
    func subscriptionAction(_ action: SubscriptionAction) -> String {
        switch action {
        case .cancel: say(en: "cancel")
        case .resume: say(en: "resume")
        case .expire: say(en: "expire now")
        case .renew: say(en: "renew now")
        case .revoke: say(en: "refund")
        case .breakBilling: say(en: "break billing")
        case .fixBilling: say(en: "fix billing")
        case .requestPriceConsent: say(en: "ask a higher price")
        case .consentToPrice: say(en: "consent to the price")
        case .declinePrice: say(en: "decline the price")
        }
    }

    func renewed(_ title: String) -> String { say(en: "\(title) has renewed.") }
    func isOver(_ title: String) -> String { say(en: "\(title): the period that was paid is over.  u subscriptions") }
    func subscribedTo(_ title: String) -> String { say(en: "You are subscribed to \(title).") }
}
