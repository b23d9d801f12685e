internal import FoundationEssentials
internal import StoreModel
internal import StoreRules

/// A request of a developer's server to extend renewal dates, as `ServerAPI` reads it, and the results of
/// requests for many subscriptions.
struct ExtensionRequest: Sendable {
    private static let allowedDays: ClosedRange<Int64> = 1...90
    private static let reasons: ClosedRange<Int64> = 0...3

    let days: Int
    let identifier: String

    /// Reads the fields that every such request has.
    init(_ body: RequestBody) throws(ServerAPIError) {
        guard let days = body.integer("extendByDays"), Self.allowedDays ~= days else {
            throw .invalidExtendByDays
        }
        guard let reason = body.integer("extendReasonCode"), Self.reasons ~= reason else {
            throw .invalidExtendReasonCode
        }
        guard let request = body.text("requestIdentifier"), 1...128 ~= request.utf8.count else {
            throw .invalidRequestIdentifier
        }
        self.days = Int(days)
        identifier = request
    }

    /// Apple takes any text as the identifier of a request for one subscription, and only a UUID for many.
    static func checkIdentifierForMany(_ identifier: String) throws(ServerAPIError) {
        guard UUID(uuidString: identifier) != nil else { throw .invalidRequestIdentifier }
    }

    /// The storefronts that a request for many subscriptions is about; nil for all of them.
    static func countries(in body: RequestBody) throws(ServerAPIError) -> [String]? {
        guard body.has("storefrontCountryCodes") else { return nil }
        guard let codes = body.texts("storefrontCountryCodes") else { throw .invalidStorefrontCountryCode }
        guard !codes.isEmpty else { throw .emptyStorefrontCountryCodes }
        guard codes.allSatisfy({ StorefrontIdentifier.of(country: $0) != nil }) else {
            throw .invalidStorefrontCountryCode
        }
        return codes
    }
}

/// The result of a request for many subscriptions, for the notification to the developer's server. None of
/// them fails.
struct ExtensionSummary {
    let request: String
    let product: String
    /// The storefronts that the request named; nil if it named none.
    let countries: [String]?
    let succeeded: Int

    func write(to writer: inout JSONWriter) {
        writer.field("productId", product)
        writer.field("requestIdentifier", request)
        if let countries { writer.field("storefrontCountryCodes", countries) }
        writer.field("succeededCount", Int64(succeeded))
        writer.field("failedCount", 0)
    }
}

/// The requests to extend the renewal dates of many subscriptions, and how they ended.
enum ExtensionTable {
    struct Entry: Sendable {
        let date: Timestamp
        let succeeded: Int
        let failed: Int
    }

    static func find(
        _ request: String, product: String, in environment: StoreEnvironment, _ database: any StoreTransaction
    ) throws -> Entry? {
        try database.row(
            "SELECT * FROM renewalExtension WHERE request = ? AND product = ? AND environment = ?",
            [request, product, environment]
        ).map { Entry(date: $0["date"], succeeded: $0["succeeded"], failed: $0["failed"]) }
    }

    static func insert(
        _ summary: ExtensionSummary, in environment: StoreEnvironment, at date: Timestamp,
        _ database: any StoreTransaction
    ) throws {
        try database.execute(
            "INSERT INTO renewalExtension VALUES (?, ?, ?, ?, ?, 0)",
            [summary.request, summary.product, environment, date, summary.succeeded])
    }
}

extension AppStore {
    /// Records how a request for many subscriptions ended, and tells the developer's server.
    func finish(
        _ request: ExtensionRequest, product: String, succeeded: Int, _ countries: [String]?,
        in environment: StoreEnvironment, _ database: any StoreTransaction
    ) throws {
        let summary = ExtensionSummary(
            request: request.identifier, product: product, countries: countries, succeeded: succeeded)
        try ExtensionTable.insert(summary, in: environment, at: date(database), database)
        // A request for all subscribers is rare, and is kept without an address, too.
        try notify(
            .renewalExtension, .summary, about: nil, in: environment, summary: summary, named: randomUUID(),
            database)
    }
}
