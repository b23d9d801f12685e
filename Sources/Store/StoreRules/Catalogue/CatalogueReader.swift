internal import StoreModel

/// Turns a `CatalogueFile` into the products and settings of a `Catalogue`. It is lenient if something is
/// missing, and strict if the wrong thing would be sold.
struct CatalogueReader {
    /// The newest version of the format that this program knows.
    private static let newestVersion = (major: 6, minor: 3)

    let file: String
    /// How many decimals the storefront's currency has.
    var decimals = 3
    var groups: [CatalogueGroup] = []
    /// The place of each group, and its index in `groups`, by its identifier.
    var groupEntries: [String: (place: String, index: Int)] = [:]
    private(set) var warnings: [String] = []

    init(file: String) { self.file = file }

    mutating func readVersion(_ file: CatalogueFile) {
        if file.version == nil { warn("missing", at: "version") }
        if let version = file.version?.value?.number, version > Self.newestVersion {
            warn(
                "\(version.major).\(version.minor) is newer than this program; what is new in it is not read",
                at: "version")
        }
        for (name, groups) in [
            ("subscriptionSuiteGroups", file.subscriptionSuiteGroups),
            ("subscriptionBundleGroups", file.subscriptionBundleGroups),
        ] where groups?.value?.isEmpty == false {
            warn("what is in it is not sold here", at: name)
        }
    }

    /// Reads all products; `groups` is complete afterwards.
    mutating func products(_ file: CatalogueFile) throws(CatalogueError) -> [CatalogueProduct] {
        var entries: [Entry] = []
        for list in [
            placed(file.products, "products"),
            placed(file.nonRenewingSubscriptions, "nonRenewingSubscriptions"),
        ] {
            for (place, product) in list { entries.append(try entry(product, in: nil, at: place)) }
        }
        for (place, group) in placed(file.subscriptionGroups, "subscriptionGroups") {
            entries += try readGroup(group, at: place)
        }
        // By their texts: what looks the same is not sold twice.
        var places: [String: String] = [:]
        var internalPlaces: [String: String] = [:]
        for entry in entries {
            let identifier = entry.product.identifier
            if let first = places.updateValue(entry.place, forKey: identifier.rawValue) {
                throw .duplicateProduct(
                    file: self.file, place: entry.place, first: first, identifier: identifier.rawValue)
            }
            let place = entry.place + ".internalID"
            if let own = entry.internalIdentifier, !own.isEmpty,
                let first = internalPlaces.updateValue(place, forKey: own)
            {
                warn("the internal identifier \(own.debugDescription) is already at \(first)", at: place)
            }
        }
        guard !entries.isEmpty else { throw .noProducts(file: self.file) }
        return entries.map(\.product)
    }

    /// The elements of a list, each with its place.
    func placed<Element>(_ list: [Element]?, _ place: String) -> [(place: String, element: Element)] {
        (list ?? []).enumerated().map { ("\(place)[\($0)]", $1) }
    }

    func invalid(_ reason: String, at place: String) -> CatalogueError {
        .invalid(file: file, fault: "\(place): \(reason)")
    }

    mutating func warn(_ oddity: String, at place: String) {
        warnings.append("\(file): \(place): \(oddity).")
    }

    /// Locales come as `en_US` or `en-US`.
    static func underscored(_ locale: String) -> String { String(locale.map { $0 == "-" ? "_" : $0 }) }
}

extension CatalogueReader {
    /// A product as it was read, and where.
    struct Entry {
        let place: String
        let product: CatalogueProduct
        let internalIdentifier: String?
    }
}
