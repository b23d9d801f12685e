package import StoreModel

/// Where notifications go, in the bodies of requests and answers, and in the file of an application. In a
/// request and in the file, null means nowhere, and an address that is not named stays.
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

    /// The addresses that are named, nil for nowhere.
    package var changes: [(StoreEnvironment, String?)] {
        let all: [(StoreEnvironment, String?)] = [(.production, production), (.sandbox, sandbox)]
        return all.filter { named.contains($0.0) }
    }

    func checked() throws(HTTPFailure) -> Checked {
        var addresses: Checked = []
        for (environment, text) in changes { addresses.append((environment, try Self.address(text))) }
        return addresses
    }

    private static func address(_ text: String?) throws(HTTPFailure) -> HTTPAddress? {
        guard let text else { return nil }
        guard let address = HTTPAddress(rawValue: text) else {
            throw .badRequest(
                "Notifications go to addresses that begin with http:// or https://, have no user, no "
                    + "space, only ASCII and at most \(HTTPAddress.mostBytes) characters, and whose ports are "
                    + "1 to 65535.")
        }
        return address
    }
}
