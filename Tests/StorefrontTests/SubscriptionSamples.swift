import StoreModel
import StorefrontMessages

@testable import Storefront

let bunchID: ProductIdentifier = "com.xamarin.storekit.testing.monthlybunch"
let bigBunchID: ProductIdentifier = "com.xamarin.storekit.testing.monthlybigbunch"
let letterID: ProductIdentifier = "com.xamarin.storekit.testing.keepersletter"

let bunch = subscription(
    bunchID, "Monthly Bunch", "Twenty monkey credits every month.", 2990, group: "bunches", level: 2,
    IntroductoryOffer(
        mode: .payAsYouGo, price: Money(milliunits: 990, currency: "USD"), period: SubscriptionPeriod(1, .month),
        periodCount: 1))
let bigBunch = subscription(
    bigBunchID, "Big Monthly Bunch", "Fifty monkey credits every month.", 5990, group: "bunches", level: 1)
let letter = subscription(
    letterID, "The Keeper's Letter", "News from the monkey house, once a month, for nothing.", 0, group: "letter",
    level: 1)

private func subscription(
    _ identifier: ProductIdentifier, _ title: String, _ description: String, _ milliunits: Int64, group: String,
    level: Int, _ offer: IntroductoryOffer? = nil
) -> Product {
    var product = product(
        identifier, title: title, description: description, milliunits: milliunits, kind: .autoRenewable)
    product.subscription = SubscriptionTerms(
        group: group, groupName: "", level: level, period: SubscriptionPeriod(1, .month), introductoryOffer: offer)
    return product
}

/// The end of the paid period: a month after the tests begin.
let periodEnd = Timestamp(milliseconds: 1_797_592_000_000)

/// A store that sells subscriptions, some of which are active.
func readyToSubscribe(having subscribed: ProductIdentifier...) -> StorefrontState {
    let products = [fiveCredits, tenCredits, greyscaleFilter, sepiaFilter, bunch, bigBunch, letter]
    return state(
        after: opened(selling: products.map(\.identifier)), balance(35), prices(products), subscribedTo(subscribed))
}

func subscribedTo(_ products: [ProductIdentifier]) -> StorefrontEvent {
    .entitlementsChanged(
        EntitlementsChanged(
            ownedProducts: Set(products),
            subscribedUntil: Dictionary(uniqueKeysWithValues: products.map { ($0, periodEnd) })))
}

func summary(
    of product: ProductIdentifier, _ original: TransactionIdentifier, _ status: SubscriptionStatus = .active,
    changingTo next: ProductIdentifier? = nil, renews: Bool = true, actions: Set<SubscriptionAction> = []
) -> SubscriptionSummary {
    SubscriptionSummary(
        originalTransactionIdentifier: original, group: "group", productIdentifier: product,
        renewalProductIdentifier: next ?? product, status: status, expires: periodEnd,
        gracePeriodExpires: status == .gracePeriod ? periodEnd.advanced(by: .seconds(16 * 86_400)) : nil,
        isAutoRenewing: renews, actions: actions)
}

extension Product {
    func with(
        _ mode: OfferMode?, _ milliunits: Int64 = 0, _ period: SubscriptionPeriod = SubscriptionPeriod(1, .month),
        count: Int = 1
    ) -> Product {
        var product = self
        product.subscription?.introductoryOffer = mode.map {
            IntroductoryOffer(
                mode: $0, price: Money(milliunits: milliunits, currency: "USD"), period: period, periodCount: count)
        }
        return product
    }
}

func listed(
    _ subscriptions: [SubscriptionSummary], isFromStore: Bool = true, isAnswer: Bool = true
) -> StorefrontEvent {
    .subscriptionsListed(
        SubscriptionsListed(subscriptions: subscriptions, isFromStore: isFromStore, isAnswer: isAnswer))
}
