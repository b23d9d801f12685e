internal import StoreDatabase
internal import StoreModel

/// The requests to put the renewals of many subscriptions off, and how they ended.
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
            [request, product, environment.rawValue]
        ).map {
            Entry(date: Timestamp(milliseconds: $0["date"]), succeeded: $0["succeeded"], failed: $0["failed"])
        }
    }

    static func insert(
        _ summary: ExtensionSummary, in environment: StoreEnvironment, at date: Timestamp,
        _ database: any StoreTransaction
    ) throws {
        try database.execute(
            "INSERT INTO renewalExtension VALUES (?, ?, ?, ?, ?, ?)",
            [
                summary.request, summary.product, environment.rawValue, date.milliseconds, summary.succeeded,
                summary.failed,
            ])
    }
}

extension AppStore {
    /// Writes down how a request for many ended, and tells the developer's server.
    func finish(
        _ request: ExtensionRequest, product: String, _ result: (succeeded: Int, failed: Int), _ countries: [String],
        in environment: StoreEnvironment, _ database: any StoreTransaction
    ) throws {
        let summary = ExtensionSummary(
            request: request.identifier, product: product, countries: countries, succeeded: result.succeeded,
            failed: result.failed)
        try ExtensionTable.insert(summary, in: environment, at: date(database), database)
        try notify(.renewalExtension, .summary, about: nil, in: environment, summary: summary, database)
    }
}
