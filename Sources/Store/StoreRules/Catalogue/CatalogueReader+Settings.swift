internal import StoreModel

/// Reads a catalogue's settings for `Catalogue`: storefront, locale, faults. Their names in the file begin
/// with `_`.
extension CatalogueReader {
    private static let localeCharacters = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The errors of `Product.PurchaseError` and `StoreKitError`, numbered as in StoreKit 1 and in the order
    /// in which Apple declares them. It is not documented that the file's `index` counts in this order.
    private static let purchaseErrors = [3, 5, 4, 18, 11, 14, 12, 13]
    private static let genericErrors: [StoreError] = [
        .cannotConnect, .paymentCancelled, .networkDown, .unknownServerError, .productNotAvailable,
        .paymentNotAllowed,
    ]

    static func isLocale(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(localeCharacters.contains)
    }

    mutating func readSettings(_ node: JSONNode?) throws(CatalogueError) -> CatalogueSettings {
        if let node, !node.isObject { throw invalid(node, "\"settings\" is not an object") }
        var storefront = "USA"
        var currency = "USD"
        if let wanted = node?["_storefront"], let text = wanted.text, !text.isEmpty {
            guard let found = StorefrontCountry.currency(of: text) else {
                throw invalid(
                    wanted,
                    "the storefront \(text.debugDescription) is not a country with a currency, such as USA")
            }
            (storefront, currency) = (text, found)
        }
        var locale = "en_US"
        if let wanted = node?["_locale"], let text = wanted.text, !text.isEmpty {
            if Self.isLocale(text) {
                locale = Self.underscored(text)
            } else {
                warn("\(text.debugDescription) is not a locale; the store speaks en_US", wanted)
            }
        }
        return CatalogueSettings(
            storefront: storefront, locale: StorefrontCountry.locale(locale, in: storefront),
            currency: currency,
            initial: node.map { readBehaviour($0) } ?? StoreSettings())
    }

    /// How the store behaves at first. `_billingIssuesEnabled` means interrupted purchases: it is older than
    /// billing retry.
    private mutating func readBehaviour(_ node: JSONNode) -> StoreSettings {
        func isOn(_ name: String) -> Bool { node[name]?.isTrue ?? false }
        var settings = StoreSettings()
        settings.asksToBuy = isOn("_askToBuyEnabled")
        settings.interruptsPurchases = isOn("_billingIssuesEnabled")
        settings.disablesDialogs = isOn("_disableDialogs")
        settings.failsRenewals = isOn("_renewalBillingIssuesEnabled")
        settings.allowsGracePeriod = isOn("_billingGracePeriodEnabled")
        if let rate = node["_timeRate"] {
            if let known = rate.integer.flatMap(TimeRate.init(rawValue:)) {
                settings.timeRate = known
            } else {
                warn("Xcode has no such time rate; time is real", rate)
            }
        }
        if isOn("_failTransactionsEnabled") { settings.everyFailure = .cannotConnect }
        for error in node["_storeKitErrors"]?.elements ?? [] where error["enabled"]?.isTrue == true {
            readError(error, into: &settings)
        }
        return settings
    }

    private mutating func readError(_ node: JSONNode, into settings: inout StoreSettings) {
        let name = node["name"]?.text ?? ""
        guard name == "Purchase" else {
            warn("the simulated failure of \(name.debugDescription) has no effect in this store", node)
            return
        }
        let index = node["current"]?["index"]?.integer ?? 0
        switch node["current"]?["type"]?.text {
        case "purchase" where Self.purchaseErrors.indices.contains(index):
            settings.everyFailure = StoreError(domain: .storeKit, code: Self.purchaseErrors[index])
        case "generic" where Self.genericErrors.indices.contains(index):
            settings.everyFailure = Self.genericErrors[index]
        default:
            warn("the simulated failure of purchases is unknown; they fail with code 0", node)
            settings.everyFailure = .cannotConnect
        }
    }
}
