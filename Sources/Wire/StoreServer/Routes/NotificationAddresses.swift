internal import StoreModel

/// Where notifications go, in the bodies of requests and answers. In a request, null means nowhere, and an
/// address that is not named stays.
package struct NotificationAddresses: Codable, Sendable {
    /// Addresses that can be set, nil for nowhere.
    typealias Checked = [(StoreEnvironment, HTTPAddress?)]

    package var production: String?
    package var sandbox: String?
    private var named = Set(StoreEnvironment.allCases)

    init(production: String?, sandbox: String?) {
        self.production = production
        self.sandbox = sandbox
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        production = try values.decodeIfPresent(String.self, forKey: .production)
        sandbox = try values.decodeIfPresent(String.self, forKey: .sandbox)
        if !values.contains(.production) { named.remove(.production) }
        if !values.contains(.sandbox) { named.remove(.sandbox) }
    }

    private enum CodingKeys: String, CodingKey { case production, sandbox }

    func checked() throws(HTTPFailure) -> Checked {
        var addresses: Checked = []
        if named.contains(.production) { addresses.append((.production, try Self.address(production))) }
        if named.contains(.sandbox) { addresses.append((.sandbox, try Self.address(sandbox))) }
        return addresses
    }

    private static func address(_ text: String?) throws(HTTPFailure) -> HTTPAddress? {
        guard let text else { return nil }
        guard let address = HTTPAddress(rawValue: text) else {
            throw .badRequest(
                "Notifications go to addresses that begin with http:// or https://, have no user, no "
                    + "space and only ASCII, and whose ports are 1 to 65535.")
        }
        return address
    }
}
