internal import StoreModel

/// Reads one product with its texts and its price, for `CatalogueReader`. Products come from lists of
/// products, and from groups.
extension CatalogueReader {
    /// What App Store Connect accepts in an identifier.
    private static let identifierCharacters = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-".utf8)

    /// Reads a product. `group` is the group of a subscription; nil for other products.
    mutating func product(_ node: JSONNode, in group: String?) throws(CatalogueError) -> CatalogueProduct {
        // Files written by hand say "id" and "price".
        let name = node["productID"] ?? node["id"]
        guard let name, let text = name.text, !text.isEmpty else {
            throw invalid(node, "this product has no \"productID\"")
        }
        let product = text.debugDescription
        if !text.utf8.allSatisfy(Self.identifierCharacters.contains) {
            warn(
                "the App Store takes only letters, digits, '.', '_' and '-' in an identifier, unlike \(product)",
                name)
        }
        let kind = try kind(node, product)
        // A product that cannot be delivered is not sold.
        guard let identifier = ProductIdentifier(written: text) else {
            throw invalid(name, "the identifier \(product) is too long, or has a control character")
        }
        let isFamilyShareable = (node["familyShareable"] ?? node["familySharable"])?.isTrue ?? false
        if kind == .consumable, isFamilyShareable {
            warn("the product \(product) is a consumable, which a family cannot share", node)
        }
        guard (kind == .autoRenewable) == (group != nil) else {
            throw invalid(
                node["type"] ?? node, "the type of the product \(product) does not fit the list that it is in"
            )
        }
        return CatalogueProduct(
            identifier: identifier, kind: kind,
            referenceName: node["referenceName"]?.text,
            priceMilliunits: try price(node, "the product \(product)"),
            localizations: try objects(node, "localizations").map { text in
                CatalogueLocalization(
                    locale: Self.underscored(text["locale"]?.text ?? ""),
                    title: text["displayName"]?.text ?? "",
                    description: text["description"]?.text ?? "")
            },
            isFamilyShareable: isFamilyShareable,
            subscription: group == nil ? nil : try subscription(node, in: group ?? "", product))
    }

    private func kind(_ node: JSONNode, _ product: String) throws(CatalogueError) -> ProductKind {
        let type = node["type"]?.text ?? ""
        switch type.lowercased() {
        case "consumable": return .consumable
        case "nonconsumable": return .nonConsumable
        case "recurringsubscription": return .autoRenewable
        case "nonrenewingsubscription": return .nonRenewing
        default:
            throw invalid(
                node["type"] ?? node, "the type \(type.debugDescription) of the product \(product) is unknown"
            )
        }
    }

    /// Reads the price in `node`, in thousandths; messages call what it belongs to `owner`.
    mutating func price(_ node: JSONNode, _ owner: String) throws(CatalogueError) -> Int64 {
        let names = ["displayPrice", "price"]
        let price = names.lazy.compactMap { node[$0] }.first ?? names.lazy.compactMap(node.field).first
        let text: String
        switch price?.value {
        case .string(let written), .number(let written): text = written
        case nil: throw invalid(node, "the price of \(owner) is missing")
        case _?: throw invalid(price ?? node, "the price of \(owner) is not a number such as 0.99")
        }
        if text.isEmpty {
            warn("\(owner) has no price; it is sold for 0", price ?? node)
            return 0
        }
        guard let milliunits = Self.milliunits(text) else {
            throw invalid(
                price ?? node,
                "the price \(text.debugDescription) of \(owner) is not a number of up to three decimals such as 0.99"
            )
        }
        let finest: Int64 = [1000, 100, 10, 1][decimals]
        if !milliunits.isMultiple(of: finest) {
            warn(
                "the price \(text) of \(owner) has more decimals than its currency; it is charged as it is",
                price ?? node)
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
