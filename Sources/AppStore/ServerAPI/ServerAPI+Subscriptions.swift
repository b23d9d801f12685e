internal import GRDB
public import StoreModel

/// Subscriptions. Nobody has one, so there are no statuses, and nothing can be extended.
extension ServerAPI {
    private static let statuses: Set<String> = ["1", "2", "3", "4", "5"]
    private static let extensionDays: ClosedRange<Int64> = 1...90
    private static let extensionReasons: ClosedRange<Int64> = 0...3

    /// `GET /v1/subscriptions/{any}`.
    public func subscriptionStatuses(
        of identifier: String, query items: [ServerAPIQueryItem], in environment: StoreEnvironment
    ) throws(ServerAPIError) -> [UInt8] {
        for item in items where item.name == "status" && !Self.statuses.contains(item.value) { throw .invalidStatus }
        return try read { database in
            _ = try customer(identifier, in: environment, database)
            return JSONWriter.object { writer in
                writer.application(in: environment)
                writer.field("data", [String]())
            }
        }
    }

    /// `PUT /v1/subscriptions/extend/{originalTransactionId}`.
    ///
    /// - Returns: never; a purchase that is no subscription cannot be extended.
    public func extendRenewal(
        of identifier: String, body: [UInt8], in environment: StoreEnvironment
    ) throws(ServerAPIError) -> [UInt8] {
        try Self.checkExtension(RequestBody(body))
        return try read { database in
            _ = try purchase(
                identifier, in: environment, orThrow: .invalidOriginalTransactionIdentifier,
                .originalTransactionIdentifierNotFound, database)
            throw ServerAPIError.subscriptionExtensionIneligible
        }
    }

    /// `POST /v1/subscriptions/extend/mass`.
    ///
    /// - Returns: never; there is no product with a renewal date to extend.
    public func extendRenewals(body: [UInt8], in environment: StoreEnvironment) throws(ServerAPIError) -> [UInt8] {
        let body = try RequestBody(body)
        try Self.checkExtension(body)
        if body.has("storefrontCountryCodes") {
            guard let codes = body.texts("storefrontCountryCodes") else { throw .invalidStorefrontCountryCode }
            guard !codes.isEmpty else { throw .emptyStorefrontCountryCodes }
            guard codes.allSatisfy({ StorefrontIdentifier.of(country: $0) != nil }) else {
                throw .invalidStorefrontCountryCode
            }
        }
        throw .invalidProductIdentifier
    }

    /// `GET /v1/subscriptions/extend/mass/{productId}/{requestIdentifier}`.
    ///
    /// - Returns: never; no such request was ever accepted.
    public func extensionStatus(
        of product: String, request: String, in environment: StoreEnvironment
    ) throws(ServerAPIError) -> [UInt8] {
        throw .extensionRequestNotFound
    }

    private static func checkExtension(_ body: RequestBody) throws(ServerAPIError) {
        guard let days = body.integer("extendByDays"), extensionDays ~= days else { throw .invalidExtendByDays }
        guard let reason = body.integer("extendReasonCode"), extensionReasons ~= reason else {
            throw .invalidExtendReasonCode
        }
        guard let request = body.text("requestIdentifier"), 1...128 ~= request.utf8.count else {
            throw .invalidRequestIdentifier
        }
    }
}
