internal import StoreModel

/// Turns the JSON of a StoreKit configuration file into products and settings. Generous with what is missing, strict with
/// what would sell the wrong thing.
struct CatalogueReader {
    private static let localeCharacters = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private let file: String
    private let json: [UInt8]
    private(set) var settings = CatalogueSettings(storefront: "USA", locale: "en_US", currency: "USD")
    private(set) var warnings: [String] = []

    init(file: String, json: [UInt8]) {
        self.file = file
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        self.json = json.starts(with: byteOrderMark) ? Array(json.dropFirst(byteOrderMark.count)) : json
    }

    /// Reads everything; `settings` and `warnings` are complete afterwards.
    mutating func products() throws(CatalogueError) -> [CatalogueProduct] {
        let root = try parse()
        guard case .object = root.value else {
            throw invalid(root, "a catalogue is a JSON object")
        }
        if root["version"] == nil { warn("no version", root) }
        readSettings(root["settings"])
        var entries = try list(root, "products") + list(root, "nonRenewingSubscriptions")
        for group in try list(root, "subscriptionGroups") { entries += try list(group, "subscriptions") }
        var products: [CatalogueProduct] = []
        var nodes: [ProductIdentifier: JSONNode] = [:]
        for entry in entries {
            let product = try product(entry)
            if let first = nodes.updateValue(entry, forKey: product.identifier) {
                throw .duplicateProduct(
                    file: file, place: place(entry), first: place(first), identifier: product.identifier.rawValue)
            }
            products.append(product)
        }
        guard !products.isEmpty else { throw .noProducts(file: file) }
        return products
    }

    private func parse() throws(CatalogueError) -> JSONNode {
        guard json.contains(where: { !" \t\r\n".utf8.contains($0) }) else { throw .empty(file: file) }
        do { _ = try UTF8Span(validating: json.span) } catch {
            throw .notText(file: file, line: TextPlace(offset: error.byteOffsets.lowerBound, in: json).line)
        }
        do { return try JSONReader.read(json) } catch {
            throw .notJSON(file: file, place: TextPlace(offset: error.offset, in: json), reason: error.reason)
        }
    }

    private func place(_ node: JSONNode) -> TextPlace { TextPlace(offset: node.offset, in: json) }

    private func invalid(_ node: JSONNode, _ reason: String) -> CatalogueError {
        .invalid(file: file, place: place(node), reason: reason)
    }

    private mutating func warn(_ oddity: String, _ node: JSONNode) {
        warnings.append("\(file):\(place(node)): \(oddity).")
    }

    private func list(_ node: JSONNode, _ name: String) throws(CatalogueError) -> [JSONNode] {
        guard let list = node[name] else { return [] }
        guard let elements = list.elements else {
            throw invalid(list, "\"\(name)\" is not an array")
        }
        return elements
    }

    private mutating func readSettings(_ node: JSONNode?) {
        var storefront = settings.storefront
        var currency = settings.currency
        if let wanted = node?["_storefront"], let text = wanted.text, !text.isEmpty {
            if let found = StorefrontCountry.currency(of: text) {
                (storefront, currency) = (text, found)
            } else {
                warn("the storefront \(text.debugDescription) is unknown; it sells in USA", wanted)
            }
        }
        var locale = settings.locale
        if let wanted = node?["_locale"], let text = wanted.text, !text.isEmpty {
            if text.utf8.allSatisfy(Self.localeCharacters.contains) {
                locale = Self.underscored(text)
            } else {
                warn("the locale \(text.debugDescription) is none; it speaks en_US", wanted)
            }
        }
        settings = CatalogueSettings(
            storefront: storefront, locale: StorefrontCountry.locale(locale, in: storefront), currency: currency)
    }

    private mutating func product(_ node: JSONNode) throws(CatalogueError) -> CatalogueProduct {
        // Files written by hand say "id" and "price".
        guard let identifier = (node["productID"] ?? node["id"])?.text, !identifier.isEmpty else {
            throw invalid(node, "this product has no \"productID\"")
        }
        return CatalogueProduct(
            identifier: ProductIdentifier(rawValue: identifier), kind: try kind(node, identifier),
            referenceName: node["referenceName"]?.text, priceMilliunits: try price(node, identifier),
            localizations: try list(node, "localizations").map { text in
                CatalogueLocalization(
                    locale: Self.underscored(text["locale"]?.text ?? ""), title: text["displayName"]?.text ?? "",
                    description: text["description"]?.text ?? "")
            },
            isFamilyShareable: (node["familyShareable"] ?? node["familySharable"])?.isTrue ?? false)
    }

    private func kind(_ node: JSONNode, _ identifier: String) throws(CatalogueError) -> ProductKind {
        let type = node["type"]?.text ?? ""
        switch type.lowercased() {
        case "consumable": return .consumable
        case "nonconsumable": return .nonConsumable
        case "recurringsubscription": return .autoRenewable
        case "nonrenewingsubscription": return .nonRenewing
        default:
            let product = identifier.debugDescription
            throw invalid(
                node["type"] ?? node, "the type \(type.debugDescription) of the product \(product) is unknown")
        }
    }

    private mutating func price(_ node: JSONNode, _ identifier: String) throws(CatalogueError) -> Int64 {
        let product = identifier.debugDescription
        let price = node["displayPrice"] ?? node["price"]
        let text: String
        switch price?.value {
        case .string(let string): text = string
        case .number(let digits): text = digits
        default: text = ""
        }
        if text.isEmpty {
            warn("the product \(product) has no price; it is sold for 0", price ?? node)
            return 0
        }
        guard let milliunits = PriceText.milliunits(text) else {
            throw invalid(
                price ?? node,
                "the price \(text.debugDescription) of the product \(product) is not a number such as 0.99")
        }
        return milliunits
    }

    /// Locales come as `en_US` and as `en-US`.
    private static func underscored(_ locale: String) -> String { locale.replacing("-", with: "_") }
}
