internal import StoreModel

/// Turns the JSON of a StoreKit configuration file into the products, policies and settings of a `Catalogue`.
/// It is lenient if something is missing, and strict if the wrong thing would be sold.
struct CatalogueReader {
    private let file: String
    private let json: [UInt8]
    private let index: TextIndex
    /// How many decimals the storefront's currency has.
    var decimals = 3
    var groups: [CatalogueGroup] = []
    /// Where each group begins, and its index in `groups`, by its identifier.
    var groupEntries: [String: (node: JSONNode, index: Int)] = [:]
    private(set) var warnings: [String] = []

    init(file: String, json: [UInt8]) {
        self.file = file
        self.json = JSONReader.withoutMark(json)
        index = TextIndex(self.json)
    }

    /// Reads the outermost object.
    mutating func root() throws(CatalogueError) -> JSONNode {
        let root = try parse()
        guard root.isObject else { throw invalid(root, "a catalogue is a JSON object") }
        if root["version"] == nil { warn("no version", root) }
        for name in ["subscriptionSuiteGroups", "subscriptionBundleGroups"] {
            guard let groups = root[name], groups.elements?.isEmpty == false else { continue }
            warn("what is in \"\(name)\" is not sold here", groups)
        }
        return root
    }

    /// Reads all products; `groups` is complete afterwards.
    mutating func products(_ root: JSONNode) throws(CatalogueError) -> [CatalogueProduct] {
        var entries: [(node: JSONNode, product: CatalogueProduct)] = []
        for node in try objects(root, "products") + objects(root, "nonRenewingSubscriptions") {
            entries.append((node, try product(node, in: nil)))
        }
        for node in try objects(root, "subscriptionGroups") { entries += try readGroup(node) }
        var nodes: [ProductIdentifier: JSONNode] = [:]
        var internalNodes: [String: JSONNode] = [:]
        for (node, product) in entries {
            if let first = nodes.updateValue(node, forKey: product.identifier) {
                throw .duplicateProduct(
                    file: file, place: place(node), first: place(first),
                    identifier: product.identifier.rawValue)
            }
            if let own = node["internalID"], let text = own.text, !text.isEmpty,
                let first = internalNodes.updateValue(own, forKey: text)
            {
                warn("the internal identifier \(text.debugDescription) is already at \(place(first))", own)
            }
        }
        guard !entries.isEmpty else { throw .noProducts(file: file) }
        return entries.map(\.product)
    }

    func policies(_ root: JSONNode) throws(CatalogueError) -> CataloguePolicies? {
        guard let node = root["appPolicies"] else { return nil }
        return CataloguePolicies(
            licence: node["eula"]?.text ?? "",
            policies: try objects(node, "policies").map { policy in
                CataloguePolicies.Policy(
                    locale: Self.underscored(policy["locale"]?.text ?? ""),
                    text: policy["policyText"]?.text ?? "",
                    address: policy["policyURL"]?.text ?? "")
            })
    }

    private func parse() throws(CatalogueError) -> JSONNode {
        guard json.contains(where: { !" \t\r\n".utf8.contains($0) }) else { throw .empty(file: file) }
        do { _ = try UTF8Span(validating: json.span) } catch {
            throw .notText(file: file, line: index[error.byteOffsets.lowerBound].line)
        }
        do { return try JSONReader.read(json) } catch {
            throw .notJSON(file: file, place: index[error.offset], reason: error.reason)
        }
    }

    func place(_ node: JSONNode) -> TextPlace { index[node.offset] }

    func invalid(_ node: JSONNode, _ reason: String) -> CatalogueError {
        .invalid(file: file, place: place(node), reason: reason)
    }

    mutating func warn(_ oddity: String, _ node: JSONNode) {
        warnings.append("\(file):\(place(node)): \(oddity).")
    }

    /// The objects of a list; empty if the list is missing.
    func objects(_ node: JSONNode, _ name: String) throws(CatalogueError) -> [JSONNode] {
        guard let list = node[name] else { return [] }
        guard let elements = list.elements else { throw invalid(list, "\"\(name)\" is not an array") }
        if let other = elements.first(where: { !$0.isObject }) {
            throw invalid(other, "an entry of \"\(name)\" is not an object")
        }
        return elements
    }

    /// Locales come as `en_US` or `en-US`.
    static func underscored(_ locale: String) -> String { locale.replacing("-", with: "_") }
}
