package import StoreModel

/// The application that a store sells for: its bundle identifier and Apple's number, as in signatures and
/// receipts. Both programs and the routes for tests' stores ask for one, `AppStore` checks it, and
/// `ApplicationTable` keeps it.
package struct AppIdentity: Hashable, Sendable {
    package let bundleIdentifier: BundleIdentifier
    /// The application's number in the production store; the sandbox has none.
    package let appleIdentifier: AppleIdentifier

    package internal(set) var version = "1.0"

    package static func isVersion(_ text: String) -> Bool {
        1...32 ~= text.utf8.count && text.utf8.allSatisfy(BundleIdentifier.characters.contains)
    }

    package init(bundleIdentifier: BundleIdentifier, appleIdentifier: AppleIdentifier) {
        self.bundleIdentifier = bundleIdentifier
        self.appleIdentifier = appleIdentifier
    }

    /// The application's number, which the sandbox does not have.
    package func number(in environment: StoreEnvironment) -> Int64? {
        environment == .production ? appleIdentifier.rawValue : nil
    }
}

/// The application that a caller wants the store to sell for.
package struct WantedApplication: Hashable, Sendable {
    /// Its bundle identifier; nil for the one that the store has, and in a new store for the standard one.
    package var bundleIdentifier: BundleIdentifier?
    /// Its number in the production store; nil for the same defaults.
    package var appleIdentifier: AppleIdentifier?
    /// Its version, which no store keeps; nil for 1.0.
    package var version: String?

    package init(
        bundleIdentifier: BundleIdentifier? = nil, appleIdentifier: AppleIdentifier? = nil,
        version: String? = nil
    ) {
        self.bundleIdentifier = bundleIdentifier
        self.appleIdentifier = appleIdentifier
        self.version = version
    }

    var orStandard: AppIdentity {
        AppIdentity(
            bundleIdentifier: bundleIdentifier ?? .standard, appleIdentifier: appleIdentifier ?? .standard)
    }

    package func check(_ identity: AppIdentity, in place: String) throws(StorageError) {
        guard bundleIdentifier ?? identity.bundleIdentifier == identity.bundleIdentifier,
            appleIdentifier ?? identity.appleIdentifier == identity.appleIdentifier
        else {
            throw .anotherApplication(
                path: place, bundleIdentifier: identity.bundleIdentifier.rawValue,
                appleIdentifier: identity.appleIdentifier.rawValue)
        }
    }
}

/// The application that the store sells for, in one row. It is written with the store's own account, and
/// never changed.
package enum ApplicationTable {
    /// The store's application; nil if there is no store yet.
    package static func identity(_ database: any StoreTransaction) throws -> AppIdentity? {
        guard let row = try database.row("SELECT bundle, apple FROM application") else { return nil }
        guard let bundle = BundleIdentifier(rawValue: row["bundle"]),
            let apple = AppleIdentifier(rawValue: row["apple"])
        else { throw UnreadableRow(table: "application", row: 1, column: "bundle, apple") }
        return AppIdentity(bundleIdentifier: bundle, appleIdentifier: apple)
    }

    static func insert(_ identity: AppIdentity, _ database: any StoreTransaction) throws {
        try database.execute(
            "INSERT INTO application (id, bundle, apple) VALUES (1, ?, ?)",
            [identity.bundleIdentifier.rawValue, identity.appleIdentifier.rawValue])
    }
}
