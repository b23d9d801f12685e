internal import StoreModel

/// Reads one product with its texts and its price, for `CatalogueReader`. Products come from lists of
/// products, and from groups.
extension CatalogueReader {
    /// What App Store Connect accepts in an identifier.
    private static let identifierCharacters = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-".utf8)

    /// Reads a product. `group` is the group of a subscription; nil for other products.
    mutating func entry(
        _ entry: CatalogueFile.Product, in group: String?, at place: String
    ) throws(CatalogueError) -> Entry {
        // Files written by hand say "id" and "price".
        let name = place + (entry.productID == nil ? ".id" : ".productID")
        guard let text = entry.productID ?? entry.id?.value, !text.isEmpty else {
            throw invalid("this product has no \"productID\"", at: place)
        }
        let product = text.debugDescription
        if !text.utf8.allSatisfy(Self.identifierCharacters.contains) {
            warn(
                "the App Store takes only letters, digits, '.', '_' and '-' in an identifier, unlike \(product)",
                at: name)
        }
        let kind = try kind(entry.type ?? "", of: product, at: place + ".type")
        // A product that cannot be delivered is not sold.
        guard let identifier = ProductIdentifier(written: text) else {
            throw invalid("the identifier \(product) is too long, or has a control character", at: name)
        }
        let isFamilyShareable = (entry.familyShareable ?? entry.familySharable)?.value ?? false
        if kind == .consumable, isFamilyShareable {
            warn("the product \(product) is a consumable, which a family cannot share", at: place)
        }
        guard (kind == .autoRenewable) == (group != nil) else {
            throw invalid(
                "the type of the product \(product) does not fit the list that it is in", at: place + ".type")
        }
        let price = try price(
            entry.displayPrice, or: entry.price, of: "the product \(product)", at: place)
        let subscription: CatalogueSubscription? =
            if let group { try subscription(entry, in: group, product, at: place) } else { nil }
        return Entry(
            place: place,
            product: CatalogueProduct(
                identifier: identifier, kind: kind, referenceName: entry.referenceName?.value,
                priceMilliunits: price,
                localizations: (entry.localizations ?? []).map { text in
                    CatalogueLocalization(
                        locale: Self.underscored(text.locale?.value ?? ""),
                        title: text.displayName?.value ?? "", description: text.description?.value ?? "")
                },
                isFamilyShareable: isFamilyShareable, subscription: subscription),
            internalIdentifier: entry.internalID?.value)
    }

    private func kind(
        _ type: String, of product: String, at place: String
    ) throws(CatalogueError) -> ProductKind {
        switch type.lowercased() {
        case "consumable": return .consumable
        case "nonconsumable": return .nonConsumable
        case "recurringsubscription": return .autoRenewable
        case "nonrenewingsubscription": return .nonRenewing
        default:
            throw invalid("the type \(type.debugDescription) of the product \(product) is unknown", at: place)
        }
    }

    /// Reads the price of what is at `place`, in thousandths; messages call it `owner`.
    mutating func price(
        _ displayPrice: CatalogueFile.Price?, or price: CatalogueFile.Price?, of owner: String,
        at place: String
    ) throws(CatalogueError) -> Int64 {
        let field = place + (displayPrice == nil && price != nil ? ".price" : ".displayPrice")
        guard let price = displayPrice ?? price else {
            throw invalid("the price of \(owner) is missing", at: field)
        }
        guard let text = price.text else {
            throw invalid("the price of \(owner) is not a number such as 0.99", at: field)
        }
        if text.isEmpty {
            warn("\(owner) has no price; it is sold for 0", at: field)
            return 0
        }
        guard let milliunits = Self.milliunits(text) else {
            throw invalid(
                "the price \(text.debugDescription) of \(owner) is not a number of up to three decimals such as 0.99",
                at: field)
        }
        let finest: Int64 = [1000, 100, 10, 1][decimals]
        if !milliunits.isMultiple(of: finest) {
            warn(
                "the price \(text) of \(owner) has more decimals than its currency; it is charged as it is",
                at: field)
        }
        return milliunits
    }

    /// The thousandths in a decimal text such as `0.99`, `79` or `39.0`, computed without floating point; nil
    /// for anything else. After the third decimal there may only be zeros: no currency has more decimals.
    private static func milliunits(_ text: String) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2,
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            parts[0].utf8.count <= 12
        else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard fraction.dropFirst(3).utf8.allSatisfy({ $0 == UInt8(ascii: "0") }) else { return nil }
        let decimals = fraction.prefix(3)
        return Int64(parts[0] + decimals + String(repeating: "0", count: 3 - decimals.count))
    }
}
