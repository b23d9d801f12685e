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

    mutating func readSettings(_ file: CatalogueFile.Settings?) throws(CatalogueError) -> CatalogueSettings {
        var storefront = "USA"
        var currency = "USD"
        if let text = file?._storefront?.value, !text.isEmpty {
            guard let found = StorefrontCountry.currency(of: text) else {
                throw invalid(
                    "the storefront \(text.debugDescription) is not a country of the App Store, such as USA",
                    at: "settings._storefront")
            }
            (storefront, currency) = (text, found)
        }
        var locale = "en_US"
        if let text = file?._locale?.value, !text.isEmpty {
            if Self.isLocale(text) {
                locale = Self.underscored(text)
            } else {
                warn(
                    "\(text.debugDescription) is not a locale; the store speaks en_US", at: "settings._locale"
                )
            }
        }
        return CatalogueSettings(
            storefront: storefront, wantedLocale: locale, currency: currency,
            initial: file.map { readBehaviour($0) } ?? StoreSettings())
    }

    /// How the store behaves at first.
    private mutating func readBehaviour(_ file: CatalogueFile.Settings) -> StoreSettings {
        var settings = StoreSettings()
        settings.asksToBuy = file._askToBuyEnabled?.value ?? false
        settings.interruptsPurchases = file._billingIssuesEnabled?.value ?? false
        settings.disablesDialogs = file._disableDialogs?.value ?? false
        settings.failsRenewals = file._renewalBillingIssuesEnabled?.value ?? false
        settings.allowsGracePeriod = file._billingGracePeriodEnabled?.value ?? false
        if let rate = file._timeRate {
            if let known = rate.value.flatMap(TimeRate.init(rawValue:)) {
                settings.timeRate = known
            } else {
                warn("Xcode has no such time rate; time is real", at: "settings._timeRate")
            }
        }
        if file._failTransactionsEnabled?.value == true {
            settings.everyFailure = .cannotConnect
            if let error = file._storeKitError, error.value != 0 {
                warn(
                    "the failure of purchases is unknown; they fail with code 0",
                    at: "settings._storeKitError")
            }
        }
        for (place, entry) in placed(file._storeKitErrors?.value, "settings._storeKitErrors") {
            guard let error = entry.value, error.enabled?.value == true else { continue }
            readError(error, into: &settings, at: place)
        }
        return settings
    }

    private mutating func readError(
        _ error: CatalogueFile.SimulatedError, into settings: inout StoreSettings, at place: String
    ) {
        let name = error.name?.value ?? ""
        guard name == "Purchase" else {
            warn("the simulated failure of \(name.debugDescription) has no effect in this store", at: place)
            return
        }
        let current = error.current?.value
        let index = current?.index?.value ?? 0
        switch current?.type?.value {
        case "purchase" where Self.purchaseErrors.indices.contains(index):
            settings.everyFailure = StoreError(domain: .storeKit, code: Self.purchaseErrors[index])
        case "generic" where Self.genericErrors.indices.contains(index):
            settings.everyFailure = Self.genericErrors[index]
        default:
            warn("the simulated failure of purchases is unknown; they fail with code 0", at: place)
            settings.everyFailure = .cannotConnect
        }
    }
}
