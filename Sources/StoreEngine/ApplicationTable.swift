internal import GRDB
internal import SQLiteStorage

/// The application that the store sells for: one row, written with the store's own account and never changed.
enum ApplicationTable {
    /// A store that was there before sells for the standard application, as all did.
    static let migration = DatabaseFile.Migration("application") { database in
        try database.execute(
            sql: """
                CREATE TABLE application (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    bundle TEXT NOT NULL,
                    apple INTEGER NOT NULL
                ) STRICT;
                INSERT INTO application SELECT 1, 'com.xamarin.storekit.testing', 6740000000
                    WHERE EXISTS (SELECT 1 FROM account);
                """)
    }

    /// The store's application; nil where there is no store yet. The database may be an earlier version's.
    static func identity(_ database: Database) throws -> AppIdentity? {
        if try database.tableExists("application"),
            let row = try Row.fetchOne(database, sql: "SELECT bundle, apple FROM application")
        {
            guard let bundle = BundleIdentifier(rawValue: row["bundle"]),
                let apple = AppleIdentifier(rawValue: row["apple"])
            else { throw UnreadableRow(table: "application", row: 1, column: "bundle, apple") }
            return AppIdentity(bundleIdentifier: bundle, appleIdentifier: apple)
        }
        guard try database.tableExists("account"),
            try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM account)") == true
        else { return nil }
        return AppIdentity(bundleIdentifier: .standard, appleIdentifier: .standard)
    }

    static func insert(_ identity: AppIdentity, _ database: Database) throws {
        try database.execute(
            sql: "INSERT INTO application (id, bundle, apple) VALUES (1, ?, ?)",
            arguments: [identity.bundleIdentifier.rawValue, identity.appleIdentifier.rawValue])
    }
}
