internal import FoundationEssentials
internal import GRDB
internal import SQLiteStorage
internal import StoreModel
internal import Synchronization

/// The administration's one row: the settings, and how many times it changed a purchase, by which other programs on the same
/// store notice.
enum SettingsTable {
    static let migration = DatabaseFile.Migration("testing") { database in
        try database.execute(
            sql: """
                CREATE TABLE testing (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    settings TEXT NOT NULL,
                    revision INTEGER NOT NULL
                ) STRICT
                """)
        try database.execute(
            sql: "INSERT INTO testing (id, settings, revision) VALUES (1, ?, 0)",
            arguments: [try encode(StoreSettings())])
    }

    static let adoptionMigration = DatabaseFile.Migration("settings of the catalogue") { database in
        try database.execute(sql: "ALTER TABLE testing ADD COLUMN adopted TEXT")
    }

    /// What of the store other programs want to hear of when it changes.
    struct State: Hashable, Sendable {
        var settings: StoreSettings
        var revision: Int64
    }

    static func state(_ database: Database) throws -> State {
        let statement = try database.cachedStatement(sql: "SELECT settings, revision FROM testing")
        guard let row = try Row.fetchOne(statement) else {
            throw UnreadableRow(table: "testing", row: 1, column: "settings")
        }
        return State(settings: try decode(row["settings"]), revision: row["revision"])
    }

    static func settings(_ database: Database) throws -> StoreSettings { try state(database).settings }

    static func set(_ settings: StoreSettings, _ database: Database) throws {
        try database.execute(sql: "UPDATE testing SET settings = ?", arguments: [try encode(settings)])
    }

    /// The settings of the catalogue's file that were adopted last; those without faults where none ever were.
    static func adopted(_ database: Database) throws -> StoreSettings {
        try String.fetchOne(database, sql: "SELECT adopted FROM testing").map(read)
            ?? StoreSettings()
    }

    static func setAdopted(_ settings: StoreSettings, _ database: Database) throws {
        try database.execute(sql: "UPDATE testing SET adopted = ?", arguments: [try encode(settings)])
    }

    /// Counts a change that was made to a purchase of `account` without its asking.
    static func countChange(for account: AccountIdentifier, _ database: Database) throws {
        try database.execute(sql: "UPDATE testing SET revision = revision + 1")
        try database.execute(
            sql: "UPDATE account SET revision = (SELECT revision FROM testing) WHERE identifier = ?",
            arguments: [account.rawValue])
    }

    // Every purchase looks at the settings, and they hardly ever change.
    private static let decoded = Mutex<(json: String, settings: StoreSettings)?>(nil)

    private static func decode(_ json: String) throws -> StoreSettings {
        try decoded.withLock { decoded in
            if let decoded, decoded.json == json { return decoded.settings }
            let settings = try read(json)
            decoded = (json, settings)
            return settings
        }
    }

    private static func read(_ json: String) throws -> StoreSettings {
        guard let settings = try? JSONDecoder().decode(StoreSettings.self, from: Data(json.utf8)) else {
            throw UnreadableRow(table: "testing", row: 1, column: "settings")
        }
        return settings
    }

    private static func encode(_ settings: StoreSettings) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(settings), as: UTF8.self)
    }
}
