internal import StoreModel

/// Reads single products.
extension CatalogueReader {
    /// What App Store Connect accepts in an identifier besides letters and digits.
    private static let identifierPunctuation = Set("._-".unicodeScalars)

    /// Reads a product; `group` is that of a subscription.
    mutating func product(_ node: JSONNode, in group: String?) throws(CatalogueError) -> CatalogueProduct {
        // Files written by hand say "id" and "price".
        let name = node["productID"] ?? node["id"]
        guard let name, let text = name.text, !text.isEmpty else {
            throw invalid(node, "this product has no \"productID\"")
        }
        let product = text.debugDescription
        if !text.unicodeScalars.allSatisfy(Self.isForIdentifiers) {
            warn("the App Store takes only letters, digits, '.', '_' and '-' in an identifier, unlike \(product)", name)
        }
        let kind = try kind(node, product)
        // What cannot be delivered is not sold.
        guard let identifier = ProductIdentifier(written: text) else {
            throw invalid(name, "the identifier \(product) is too long, or has a control character")
        }
        let isFamilyShareable = (node["familyShareable"] ?? node["familySharable"])?.isTrue ?? false
        if kind == .consumable, isFamilyShareable {
            warn("the product \(product) is a consumable, which a family cannot share", node)
        }
        guard (kind == .autoRenewable) == (group != nil) else {
            throw invalid(
                node["type"] ?? node, "the type of the product \(product) does not belong into the list that it is in")
        }
        return CatalogueProduct(
            identifier: identifier, kind: kind,
            referenceName: node["referenceName"]?.text, priceMilliunits: try price(node, "the product \(product)"),
            localizations: try objects(node, "localizations").map { text in
                CatalogueLocalization(
                    locale: Self.underscored(text["locale"]?.text ?? ""), title: text["displayName"]?.text ?? "",
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
                node["type"] ?? node, "the type \(type.debugDescription) of the product \(product) is unknown")
        }
    }

    /// Reads the price of what `owner` says, in thousandths.
    mutating func price(_ node: JSONNode, _ owner: String) throws(CatalogueError) -> Int64 {
        let names = ["displayPrice", "price"]
        let price = names.lazy.compactMap { node[$0] }.first ?? names.lazy.compactMap(node.field).first
        let text: String
        switch price?.value {
        case .string(let string): text = string
        case .number(let digits): text = digits
        case nil: throw invalid(node, "the price of \(owner) is missing")
        case _?: throw invalid(price ?? node, "the price of \(owner) is not a number such as 0.99")
        }
        if text.isEmpty {
            warn("\(owner) has no price; it is sold for 0", price ?? node)
            return 0
        }
        guard let milliunits = PriceText.milliunits(text) else {
            throw invalid(
                price ?? node,
                "the price \(text.debugDescription) of \(owner) is not a number of up to three decimals such as 0.99")
        }
        let finest: Int64 = [1000, 100, 10, 1][decimals]
        if !milliunits.isMultiple(of: finest) {
            warn(
                "the price \(text) of \(owner) has more decimals than its currency; it is charged as it is",
                price ?? node)
        }
        return milliunits
    }

    private static func isForIdentifiers(_ character: Unicode.Scalar) -> Bool {
        character.properties.isAlphabetic && character.isASCII || ("0"..."9").contains(character)
            || identifierPunctuation.contains(character)
    }
}
