package import StoreDatabase

/// The application that the store sells for: one row, written with the store's own account and never changed.
package enum ApplicationTable {
    /// The store's application; nil where there is no store yet.
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
