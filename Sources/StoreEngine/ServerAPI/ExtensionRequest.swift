internal import StoreSigning

/// A request of a developer's server to put renewals off.
struct ExtensionRequest: Sendable {
    private static let allowedDays: ClosedRange<Int64> = 1...90
    private static let reasons: ClosedRange<Int64> = 0...3

    let days: Int
    /// The developer's name for the request.
    let identifier: String

    /// Reads the fields that every such request has.
    init(_ body: RequestBody) throws(ServerAPIError) {
        guard let days = body.integer("extendByDays"), Self.allowedDays ~= days else { throw .invalidExtendByDays }
        guard let reason = body.integer("extendReasonCode"), Self.reasons ~= reason else {
            throw .invalidExtendReasonCode
        }
        guard let request = body.text("requestIdentifier"), 1...128 ~= request.utf8.count else {
            throw .invalidRequestIdentifier
        }
        self.days = Int(days)
        identifier = request
    }

    /// The storefronts that a request for many is about; nil for all of them.
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

/// The result of a request for many, for the notification to the developer's server.
struct ExtensionSummary {
    let request: String
    let product: String
    let countries: [String]
    let succeeded: Int
    let failed: Int
}
