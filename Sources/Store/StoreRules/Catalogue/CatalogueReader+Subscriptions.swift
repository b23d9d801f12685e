internal import StoreModel

/// Reads subscription groups, and the terms and offers of their products, for `CatalogueReader.products`.
extension CatalogueReader {
    private static let offerLists: [(name: String, kind: CatalogueOffer.Kind)] = [
        ("adHocOffers", .promotional), ("codeOffers", .code), ("winbackOffers", .winBack),
    ]

    /// Reads a group and its products. Real files have several entries for one group, each with some of
    /// its subscriptions.
    mutating func readGroup(_ node: JSONNode) throws(CatalogueError) -> [(JSONNode, CatalogueProduct)] {
        let name = node["name"]?.text ?? ""
        let identifier = node["id"]?.text ?? name
        var products: [(JSONNode, CatalogueProduct)] = []
        for entry in try objects(node, "subscriptions") {
            products.append((entry, try product(entry, in: identifier)))
        }
        if products.isEmpty {
            warn("the subscription group \(name.debugDescription) has no subscriptions", node)
        }
        let identifiers = products.map(\.1.identifier)
        if let first = groupEntries[identifier] {
            warn(
                "the subscription group \(identifier.debugDescription) is already at \(place(first.node)); the two are one",
                node)
            groups[first.index].products += identifiers
        } else {
            groupEntries[identifier] = (node, groups.count)
            groups.append(CatalogueGroup(identifier: identifier, name: name, products: identifiers))
        }
        return products
    }

    mutating func subscription(
        _ node: JSONNode, in group: String, _ product: String
    ) throws(CatalogueError) -> CatalogueSubscription {
        if let own = node["subscriptionGroupID"], own.text != group {
            warn("the subscription \(product) names another group than the one it is in", own)
        }
        guard let period = node["recurringSubscriptionPeriod"]?.text.flatMap({ SubscriptionPeriod($0) })
        else {
            throw invalid(
                node["recurringSubscriptionPeriod"] ?? node,
                "the subscription \(product) has no period such as P1M")
        }
        let level = node["groupNumber"]
        if level?.integer.map({ $0 >= 1 }) != true {
            warn("the subscription \(product) has no level from 1; it is of level 1", level ?? node)
        }
        var offers: [CatalogueOffer] = []
        // Newer files have a list, and some have both.
        for entry in try objects(node, "introductoryOffers") + [node["introductoryOffer"]].compactMap(\.self)
        {
            guard let offer = try offer(entry, .introductory, of: product, period), offer != offers.first
            else {
                continue
            }
            if offers.isEmpty {
                offers.append(offer)
            } else {
                warn(
                    "a second introductory offer for the subscription \(product) is not made; the first one counts",
                    entry)
            }
        }
        for (name, kind) in Self.offerLists {
            for entry in try objects(node, name) {
                if let offer = try offer(entry, kind, of: product, period) { offers.append(offer) }
            }
        }
        return CatalogueSubscription(
            group: group, level: max(level?.integer ?? 1, 1), period: period, offers: offers)
    }

    /// Reads an offer; nil, with a warning, if it cannot be sold.
    private mutating func offer(
        _ node: JSONNode, _ kind: CatalogueOffer.Kind, of product: String, _ renewal: SubscriptionPeriod
    ) throws(CatalogueError) -> CatalogueOffer? {
        let mode: OfferMode
        switch node["paymentMode"]?.text {
        case "free": mode = .free
        case "payAsYouGo": mode = .payAsYouGo
        case "payUpFront": mode = .payUpFront
        default:
            warn("an offer for the subscription \(product) has no known payment mode; it is not made", node)
            return nil
        }
        guard
            let period = node["subscriptionPeriod"].map({ $0.text.flatMap { SubscriptionPeriod($0) } })
                ?? renewal
        else {
            warn("an offer for the subscription \(product) has no period such as P1M; it is not made", node)
            return nil
        }
        let count = max(node["numberOfPeriods"]?.integer ?? 1, 1)
        guard IntroductoryOffer.periodCounts.contains(count) else {
            warn("an offer for the subscription \(product) has too many periods; it is not made", node)
            return nil
        }
        if mode != .payAsYouGo, count > 1 {
            warn(
                "an offer for the subscription \(product) is paid once; its number of periods means nothing",
                node)
        }
        return CatalogueOffer(
            kind: kind, identifier: (node["offerID"] ?? node["referenceName"])?.text ?? "", mode: mode,
            priceMilliunits: mode == .free ? 0 : try price(node, "an offer for the subscription \(product)"),
            period: period, periodCount: mode == .payAsYouGo ? count : 1)
    }
}
