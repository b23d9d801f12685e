internal import FoundationEssentials
internal import StoreDatabase
internal import StoreModel

/// The URL at which a developer's server takes notifications, one for each environment. Administrators and the options
/// of `serve` set it, and `NotificationSender` gets it from `NotificationOutbox`. Unlike Apple's store this one accepts
/// plain HTTP, for servers under test. The commands check the addresses of servers in the same way.
package struct NotificationAddress: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    /// Takes an address with a host, of HTTP or HTTPS, up to 2048 characters; nil for anything else. The client would
    /// end the program at a port that is none.
    package init?(rawValue: String) {
        guard rawValue.utf8.count <= 2048, let url = URL(string: rawValue), url.host?.isEmpty == false,
            ["http", "https"].contains(url.scheme?.lowercased() ?? ""), url.port.map({ 1...65_535 ~= $0 }) ?? true
        else { return nil }
        self.rawValue = rawValue
    }
}

enum NotificationAddressTable {
    /// Nil also where it is one that is not taken any more.
    static func address(
        in environment: StoreEnvironment, _ database: any StoreTransaction
    ) throws -> NotificationAddress? {
        try database.value(String.self, read(environment)).flatMap(NotificationAddress.init(rawValue:))
    }

    static func read(_ environment: StoreEnvironment) -> StoreRead {
        StoreRead(
            "SELECT address FROM notificationAddress WHERE environment = ?", [environment], from: "notificationAddress")
    }

    static func set(_ address: String?, in environment: StoreEnvironment, _ database: any StoreTransaction) throws {
        if let address {
            try database.execute(
                """
                INSERT INTO notificationAddress (environment, address) VALUES (?, ?)
                ON CONFLICT (environment) DO UPDATE SET address = excluded.address
                """, [environment, address])
        } else {
            try database.execute("DELETE FROM notificationAddress WHERE environment = ?", [environment])
        }
    }
}
