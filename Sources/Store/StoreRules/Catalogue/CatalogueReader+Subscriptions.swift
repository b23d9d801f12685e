internal import StoreModel

/// Reads subscription groups, and the terms and offers of their products, for `CatalogueReader.products`.
extension CatalogueReader {
    /// The billing plan that this store sells: each period is paid at its beginning.
    private static let soldPlan = "BILLED_UPFRONT"
    /// The periods of the App Store, two of which can be written in two ways.
    private static let usualPeriods: Set<SubscriptionPeriod> = [
        SubscriptionPeriod(1, .week), SubscriptionPeriod(7, .day), SubscriptionPeriod(1, .month),
        SubscriptionPeriod(2, .month), SubscriptionPeriod(3, .month), SubscriptionPeriod(6, .month),
        SubscriptionPeriod(12, .month), SubscriptionPeriod(1, .year),
    ]

    /// Reads a group and its products. Real files have several entries for one group, each with some of
    /// its subscriptions.
    mutating func readGroup(
        _ group: CatalogueFile.Group, at place: String
    ) throws(CatalogueError) -> [Entry] {
        let name = group.name?.value ?? ""
        let identifier = group.id?.value ?? name
        var entries: [Entry] = []
        for (place, subscription) in placed(group.subscriptions, place + ".subscriptions") {
            entries.append(try entry(subscription, in: identifier, at: place))
        }
        if entries.isEmpty {
            warn("the subscription group \(name.debugDescription) has no subscriptions", at: place)
        }
        if group.localizations?.value?.contains(where: { $0.displayName?.value?.isEmpty == false }) == true {
            warn(
                "the texts of the subscription group \(name.debugDescription) are not read; customers see that name",
                at: place + ".localizations")
        }
        let products = entries.map(\.product.identifier)
        if let first = groupEntries[identifier] {
            warn(
                "the subscription group \(identifier.debugDescription) is already at \(first.place); the two are one",
                at: place)
            groups[first.index].products += products
        } else {
            groupEntries[identifier] = (place, groups.count)
            groups.append(CatalogueGroup(identifier: identifier, name: name, products: products))
        }
        return entries
    }

    mutating func subscription(
        _ entry: CatalogueFile.Product, in group: String, _ product: String, at place: String
    ) throws(CatalogueError) -> CatalogueSubscription {
        if let own = entry.subscriptionGroupID, own.value != group {
            warn(
                "the subscription \(product) names another group than the one it is in",
                at: place + ".subscriptionGroupID")
        }
        guard let period = entry.recurringSubscriptionPeriod?.value.flatMap({ SubscriptionPeriod($0) }) else {
            throw invalid(
                "the subscription \(product) has no period such as P1M",
                at: place + ".recurringSubscriptionPeriod")
        }
        if !Self.usualPeriods.contains(period) {
            warn(
                "the subscription \(product) has the period \(period); the App Store has 1 week, 1, 2, 3 and 6 months, and 1 year",
                at: place + ".recurringSubscriptionPeriod")
        }
        let level = entry.groupNumber?.value ?? 0
        if level < 1 {
            warn(
                "the subscription \(product) has no level from 1; it is of level 1",
                at: place + ".groupNumber")
        }
        for (place, plan) in placed(entry.billingPlans?.value, place + ".billingPlans") {
            guard let type = plan.value?.billingPlanType?.value, type != Self.soldPlan,
                plan.value?.isEnabled?.value != false
            else { continue }
            warn(
                "the billing plan \(type.debugDescription) of the subscription \(product) is not sold here",
                at: place)
        }
        return CatalogueSubscription(
            group: group, level: max(level, 1), period: period,
            offers: try offers(of: entry, product, period, at: place))
    }

    /// Reads the offers of a subscription. Of several introductory ones, the first one counts.
    private mutating func offers(
        of entry: CatalogueFile.Product, _ product: String, _ renewal: SubscriptionPeriod, at place: String
    ) throws(CatalogueError) -> [CatalogueOffer] {
        // Newer files have a list, and some have both.
        var introductory = placed(entry.introductoryOffers, place + ".introductoryOffers")
        if let older = entry.introductoryOffer {
            introductory.append((place + ".introductoryOffer", older.value ?? CatalogueFile.Offer()))
        }
        var offers: [CatalogueOffer] = []
        for (kind, list) in [
            (CatalogueOffer.Kind.introductory, introductory),
            (.promotional, placed(entry.adHocOffers, place + ".adHocOffers")),
            (.code, placed(entry.codeOffers, place + ".codeOffers")),
            (.winBack, placed(entry.winbackOffers, place + ".winbackOffers")),
        ] {
            var identifiers: Set<String> = []
            for (place, entry) in list {
                guard let offer = try offer(entry, kind, of: product, renewal, at: place) else { continue }
                switch kind {
                case .introductory:
                    if let first = offers.first {
                        if offer != first {
                            warn(
                                "a second introductory offer for the subscription \(product) is not made; the first one counts",
                                at: place)
                        }
                        continue
                    }
                case .promotional, .code, .winBack:
                    // Without an identifier, nobody can ask for one of them.
                    guard offer.identifier.isEmpty || identifiers.insert(offer.identifier).inserted else {
                        warn(
                            "a second offer \(offer.identifier.debugDescription) for the subscription \(product) is not made; the first one counts",
                            at: place)
                        continue
                    }
                }
                if kind == .code, entry.isStackable?.value == true, offers.first?.kind == .introductory,
                    offer.customers.contains(.new)
                {
                    warn(
                        "an offer for the subscription \(product) is not added to the introductory one; it takes its place",
                        at: place + ".isStackable")
                }
                offers.append(offer)
            }
        }
        return offers
    }

    /// Reads an offer; nil, with a warning, if it cannot be sold.
    private mutating func offer(
        _ entry: CatalogueFile.Offer, _ kind: CatalogueOffer.Kind, of product: String,
        _ renewal: SubscriptionPeriod, at place: String
    ) throws(CatalogueError) -> CatalogueOffer? {
        let owner = "an offer for the subscription \(product)"
        if let plan = entry.billingPlanType?.value, plan != Self.soldPlan {
            warn(
                "\(owner) is for the billing plan \(plan.debugDescription), which is not sold here; it is not made",
                at: place)
            return nil
        }
        let mode: OfferMode
        switch entry.paymentMode?.value {
        case "free": mode = .free
        case "payAsYouGo": mode = .payAsYouGo
        case "payUpFront": mode = .payUpFront
        default:
            warn("\(owner) has no known payment mode; it is not made", at: place)
            return nil
        }
        guard
            let writtenPeriod = entry.subscriptionPeriod.map({ $0.value.flatMap { SubscriptionPeriod($0) } })
                ?? renewal
        else {
            warn("\(owner) has no period such as P1M; it is not made", at: place)
            return nil
        }
        // Each payment is for one of the plan's periods.
        let period = mode == .payAsYouGo ? renewal : writtenPeriod
        let written = entry.numberOfPeriods.map { $0.value ?? 0 } ?? 1
        let count = mode == .payAsYouGo ? written : 1
        guard count >= 1 else {
            warn("\(owner) has no number of periods from 1; it is not made", at: place + ".numberOfPeriods")
            return nil
        }
        // Signed transactions say how long the whole offer is.
        guard written <= IntroductoryOffer.periodCounts.upperBound,
            SubscriptionPeriod((period * count).description) != nil
        else {
            warn("\(owner) has too many periods; it is not made", at: place)
            return nil
        }
        if count != written {
            warn("\(owner) is paid once; its number of periods means nothing", at: place)
        }
        if period != writtenPeriod {
            warn(
                "\(owner) is paid with each period of the subscription; its own period means nothing",
                at: place)
        }
        return CatalogueOffer(
            kind: kind, identifier: (entry.offerID ?? entry.referenceName)?.value ?? "", mode: mode,
            priceMilliunits: mode == .free
                ? 0 : try price(entry.displayPrice, or: entry.price, of: owner, at: place),
            period: period, periodCount: count, customers: customers(entry, kind))
    }

    /// Who may redeem an offer; everybody if the file does not say it.
    private func customers(
        _ entry: CatalogueFile.Offer, _ kind: CatalogueOffer.Kind
    ) -> Set<CatalogueOffer.Customer> {
        let everybody = Set(CatalogueOffer.Customer.allCases)
        switch kind {
        case .introductory, .promotional: return everybody
        case .code:
            guard let named = entry.eligibility?.value else { return everybody }
            return Set(named.compactMap { $0.value.flatMap(CatalogueOffer.Customer.init(rawValue:)) })
        case .winBack: return entry.isEligible?.value == false ? [] : everybody
        }
    }
}
