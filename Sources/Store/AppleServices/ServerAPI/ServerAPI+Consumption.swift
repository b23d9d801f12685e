internal import FoundationEssentials
package import StoreModel
package import StoreRules

/// Reports on how purchases were used. The server's `ServerAPIRoutes` take them from developers' servers.
/// They are kept for the store's operator, who decides about refunds.
extension ServerAPI {
    /// `PUT /v2/transactions/consumption/{transactionId}`; answered with 202 and no body.
    package func setConsumption(
        of identifier: String, body: [UInt8], in environment: StoreEnvironment
    ) async throws(ServerAPIError) {
        try await setConsumption(of: identifier, body, in: environment, ConsumptionReport.init(_:about:))
    }

    /// `PUT /v1/transactions/consumption/{transactionId}`: the older form; answered with 202 and no body.
    package func setOldConsumption(
        of identifier: String, body: [UInt8], in environment: StoreEnvironment
    ) async throws(ServerAPIError) {
        try await setConsumption(of: identifier, body, in: environment, ConsumptionReport.init(old:about:))
    }

    private func setConsumption(
        of identifier: String, _ body: [UInt8], in environment: StoreEnvironment,
        _ report: @escaping @Sendable (RequestBody, ProductKind) throws -> ConsumptionReport
    ) async throws(ServerAPIError) {
        let body = try RequestBody(body)
        try await write(aboutPurchase: identifier, in: environment) { record, _, database in
            guard !record.isSharingOver else { throw ServerAPIError.familyTransactionNotSupported }
            guard let kind = record.history?.kind else { throw ServerAPIError.internalError }
            try ConsumptionTable.set(
                report(body, kind), of: record.number, received: store.date(database), database)
        }
    }
}

/// A developer's server's report on how a purchase was used. A decision about a refund can be based on it.
struct ConsumptionReport: Sendable {
    private static let deliveryStatuses: Set<String> = [
        "DELIVERED", "UNDELIVERED_QUALITY_ISSUE", "UNDELIVERED_WRONG_ITEM", "UNDELIVERED_SERVER_OUTAGE",
        "UNDELIVERED_OTHER",
    ]
    private static let refundPreferences: Set<String> = ["DECLINE", "GRANT_FULL", "GRANT_PRORATED"]
    private static let wholePercentage: Int64 = 100_000

    /// The numeric fields of the first version, the highest value of each, and what is thrown for
    /// other values. Only the last one may be missing.
    private static let numbers: [(name: String, highest: Int64, error: ServerAPIError)] = [
        ("consumptionStatus", 3, .invalidConsumptionStatus), ("platform", 2, .invalidPlatform),
        ("deliveryStatus", 5, .invalidDeliveryStatus), ("accountTenure", 7, .invalidAccountTenure),
        ("playTime", 7, .invalidPlayTime), ("lifetimeDollarsRefunded", 7, .invalidLifetimeDollarsRefunded),
        ("lifetimeDollarsPurchased", 7, .invalidLifetimeDollarsPurchased),
        ("userStatus", 4, .invalidUserStatus),
        ("refundPreference", 3, .invalidRefundPreference),
    ]

    /// The fields that are known.
    private(set) var fields: [String: JSONElement] = [:]

    /// Checks the second version's fields. Apple's error for an impossible percentage is not known, so here
    /// it is a bad request.
    init(_ body: RequestBody, about kind: ProductKind) throws(ServerAPIError) {
        guard body.bool("customerConsented") == true else { throw .invalidCustomerConsented }
        guard let hadSample = body.bool("sampleContentProvided") else { throw .invalidSampleContentProvided }
        guard let delivery = body.text("deliveryStatus"), Self.deliveryStatuses.contains(delivery) else {
            throw .invalidDeliveryStatus
        }
        let preference = body.text("refundPreference")
        if body.has("refundPreference"), preference.map(Self.refundPreferences.contains) != true {
            throw .invalidRefundPreference
        }
        let percentage = body.integer("consumptionPercentage")
        if body.has("consumptionPercentage") {
            guard kind != .autoRenewable else { throw .consumptionPercentageNotSupported }
            guard let percentage, 0...Self.wholePercentage ~= percentage,
                delivery == "DELIVERED" || percentage == 0
            else { throw .badRequest }
        }
        guard
            preference != "GRANT_PRORATED" || kind == .autoRenewable
                || 1..<Self.wholePercentage ~= percentage ?? 0
        else { throw .badRequest }
        fields = ["customerConsented": .bool(true), "sampleContentProvided": .bool(hadSample)]
        fields["deliveryStatus"] = .text(delivery)
        fields["consumptionPercentage"] = percentage.map(JSONElement.integer)
        fields["refundPreference"] = preference.map(JSONElement.text)
    }

    /// Checks the first version's fields. Apple takes 0, or an empty token, from developers who do not say
    /// something; only the preference may be missing.
    init(old body: RequestBody, about kind: ProductKind) throws(ServerAPIError) {
        guard kind == .consumable || kind == .autoRenewable else { throw .transactionTypeNotSupported }
        guard body.bool("customerConsented") == true else { throw .invalidCustomerConsented }
        guard let hadSample = body.bool("sampleContentProvided") else { throw .invalidSampleContentProvided }
        guard let token = body.text("appAccountToken"), token.isEmpty || UUID(uuidString: token) != nil else {
            throw .invalidAppAccountToken
        }
        for (name, highest, error) in Self.numbers where name != "refundPreference" || body.has(name) {
            guard let value = body.integer(name), 0...highest ~= value else { throw error }
            fields[name] = .integer(value)
        }
        fields["customerConsented"] = .bool(true)
        fields["sampleContentProvided"] = .bool(hadSample)
        fields["appAccountToken"] = .text(token)
    }
}

enum ConsumptionTable {
    static func set(
        _ report: ConsumptionReport, of purchase: Int64, received: Timestamp, _ database: any StoreTransaction
    ) throws {
        try database.execute(
            """
            INSERT INTO consumption (purchase, received, report) VALUES (?, ?, ?)
            ON CONFLICT (purchase) DO UPDATE SET received = excluded.received, report = excluded.report
            """, [purchase, received, String(decoding: try report.fields.json, as: UTF8.self)])
    }

    static func report(of purchase: Int64, _ database: any StoreTransaction) throws -> String? {
        try database.value(String.self, "SELECT report FROM consumption WHERE purchase = ?", [purchase])
    }
}

extension AppStore {
    /// The developer's server's last report on how a purchase was used, as JSON; nil if it sent none. Throws
    /// `StoreAdministrationError.noTransactionFound` if there is no such purchase.
    package func consumptionReport(of transaction: TransactionIdentifier) throws(StoreAdministrationError)
        -> String?
    {
        try reading { database -> String? in
            guard let number = PurchaseRecord.number(of: transaction),
                try purchaseTable.find(number: number, database) != nil
            else { throw StoreAdministrationError.noTransactionFound }
            return try ConsumptionTable.report(of: number, database)
        }
    }
}
