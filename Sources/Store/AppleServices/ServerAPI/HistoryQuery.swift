internal import Crypto
internal import FoundationEssentials
internal import StoreModel
internal import StoreRules

/// The filters and the order of a request for transactions, and the text for the next page, as `ServerAPI`
/// reads them.
struct HistoryQuery: Hashable, Sendable {
    /// Which of Apple's two addresses was asked. The first one omits finished consumables.
    enum Version: Sendable { case v1, v2 }

    private enum Name: String, CaseIterable {
        case revision, startDate, endDate, productId, productType, sort, subscriptionGroupIdentifier
        case inAppOwnershipType, revoked, excludeRevoked
    }

    private static let kinds: [String: ProductKind] = [
        "AUTO_RENEWABLE": .autoRenewable, "NON_RENEWABLE": .nonRenewing, "CONSUMABLE": .consumable,
        "NON_CONSUMABLE": .nonConsumable,
    ]

    /// Python writes booleans with a capital letter.
    private static let booleans = ["true": true, "True": true, "false": false, "False": false]

    let version: Version
    private(set) var revision: String?
    private(set) var isDescending = false
    /// The first moment that is included, and the first moment after it that is not.
    private var startDate: Int64?
    private var endDate: Int64?
    private var products: Set<String> = []
    private var productKinds: Set<ProductKind> = []
    private var subscriptionGroups: Set<String> = []
    private var isFamilyShared: Bool?
    private var isRevoked: Bool?

    /// Reads the query of an address: names and decoded values. A name with several values is repeated.
    /// Unknown names are ignored.
    init(_ items: [ServerAPIQueryItem], version: Version) throws(ServerAPIError) {
        self.version = version
        for item in items {
            if let name = Name(rawValue: item.name) { try take(name, item.value) }
        }
        if let startDate, let endDate, endDate <= startDate { throw .startDateAfterEndDate }
    }

    private mutating func take(_ name: Name, _ value: String) throws(ServerAPIError) {
        switch name {
        case .revision: revision = value
        case .startDate: startDate = try Self.milliseconds(value, orThrow: .invalidStartDate)
        case .endDate: endDate = try Self.milliseconds(value, orThrow: .invalidEndDate)
        case .productId:
            guard !value.isEmpty else { throw .invalidProductIdentifier }
            products.insert(value)
        case .productType:
            guard let kind = Self.kinds[value] else { throw .invalidProductType }
            productKinds.insert(kind)
        case .sort:
            guard let descending = ["ASCENDING": false, "DESCENDING": true][value] else { throw .invalidSort }
            isDescending = descending
        case .subscriptionGroupIdentifier:
            guard !value.isEmpty else { throw .invalidSubscriptionGroupIdentifier }
            subscriptionGroups.insert(value)
        case .inAppOwnershipType:
            guard let shared = ["PURCHASED": false, "FAMILY_SHARED": true][value] else {
                throw .invalidInAppOwnershipType
            }
            isFamilyShared = shared
        case .revoked:
            guard let revoked = Self.booleans[value] else { throw .invalidRevoked }
            isRevoked = revoked
        // `revoked` has replaced it.
        case .excludeRevoked:
            guard let excluded = Self.booleans[value] else { throw .invalidExcludeRevoked }
            if excluded { isRevoked = false }
        }
    }

    /// Whether a purchase matches the filters. A purchase counts as shared by a family once that has ended.
    func matches(_ record: PurchaseRecord) -> Bool {
        guard let history = record.history else { return false }
        let revoked = record.status == .revoked
        let isUsedUp = version == .v1 && history.kind == .consumable && record.isFinished && !revoked
        let date = history.purchaseDate.milliseconds
        return !isUsedUp && startDate ?? .min <= date && (endDate.map { date < $0 } ?? true)
            && (products.isEmpty || products.contains(record.request.productIdentifier.rawValue))
            && (productKinds.isEmpty || productKinds.contains(history.kind))
            && (subscriptionGroups.isEmpty || Self.group(of: record).map(subscriptionGroups.contains) == true)
            && isRevoked ?? revoked == revoked
            && (isFamilyShared.map { $0 == record.signed?.isShared } ?? true)
    }

    private static func group(of record: PurchaseRecord) -> String? {
        guard record.period != nil, let signed = record.signed else { return nil }
        return try? TransactionSigner.payload(of: signed).subscriptionGroupIdentifier
    }

    /// The part of the query that stays the same from page to page.
    var fingerprint: String {
        let filters: [String] = [
            "\(version)", "\(isDescending)", "\(startDate ?? .min)", "\(endDate ?? .max)",
            "\(isFamilyShared as Bool?)",
            "\(isRevoked as Bool?)", products.sorted().description,
            productKinds.map(\.rawValue).sorted().description,
            subscriptionGroups.sorted().description,
        ]
        return filters.joined(separator: "\n")
    }

    private static func milliseconds(_ text: String, orThrow error: ServerAPIError) throws(ServerAPIError)
        -> Int64
    {
        guard let value = Int64(text), value >= 0 else { throw error }
        return value
    }
}

package struct ServerAPIQueryItem: Hashable, Sendable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// The end of a page of transactions: text that the client sends to get the next page, or later to get what
/// is new. It is valid only for the same customer and the same question. It has the customer's mark at that
/// place: after an earlier copy of the database was put back, other changes get the same numbers.
struct HistoryRevision: Hashable {
    let mark: ReplicaMark
    private let question: String

    init(after mark: ReplicaMark, account: Account, question: String) {
        self.mark = mark
        self.question = Self.digest(account, question)
    }

    /// Reads what the client sent. Throws if it is malformed, or belongs to another question.
    init(_ text: String, account: Account, question: String) throws(ServerAPIError) {
        // A mark or a digest has no dot.
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let revision = Int64(parts[0]) else { throw .invalidRequestRevision }
        let mark = ReplicaMark(revision: revision, mark: String(parts[1]))
        self.init(after: mark, account: account, question: question)
        guard mark.isSound, self.text == text else { throw .invalidRequestRevision }
    }

    var text: String { "\(mark.revision).\(mark.mark).\(question)" }

    private static func digest(_ account: Account, _ question: String) -> String {
        Base64URL.encode(SHA256.hash(data: Data("\(account.number)\n\(question)".utf8)).prefix(9))
    }
}
