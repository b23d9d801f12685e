internal import FoundationEssentials
internal import StoreDatabase
internal import StoreModel
internal import Synchronization

/// The one row with the store's settings, and with the number of changes to purchases by which other programs on the
/// same store notice them.
enum SettingsTable {
    /// The part of the store whose changes are told to other programs.
    struct State: Hashable, Sendable {
        var settings: StoreSettings
        var revision: Int64
        /// Whether an account has a clock of its own, so that nobody looks for one where there is none.
        var hasAccountClocks = false
    }

    static let read = StoreRead(
        "SELECT settings, revision, EXISTS (SELECT 1 FROM accountClock) AS hasClocks FROM testing", from: "testing")

    static func state(_ database: any StoreTransaction) throws -> State {
        guard let row = try database.rows(read).first else {
            throw UnreadableRow(table: "testing", row: 1, column: "settings")
        }
        return State(
            settings: try decode(row["settings"]), revision: row["revision"], hasAccountClocks: row["hasClocks"])
    }

    static func settings(_ database: any StoreTransaction) throws -> StoreSettings { try state(database).settings }

    static func set(_ settings: StoreSettings, _ database: any StoreTransaction) throws {
        try database.execute("UPDATE testing SET settings = ?", [try encode(settings)])
    }

    /// The settings of the catalogue's file that were adopted last; those without faults where none ever were.
    static func adopted(_ database: any StoreTransaction) throws -> StoreSettings {
        try database.value(String.self, "SELECT adopted FROM testing").map(read)
            ?? StoreSettings()
    }

    static func setAdopted(_ settings: StoreSettings, _ database: any StoreTransaction) throws {
        try database.execute("UPDATE testing SET adopted = ?", [try encode(settings)])
    }

    /// Counts a change that was made to a purchase of `account` without its asking.
    static func countChange(for account: AccountIdentifier, _ database: any StoreTransaction) throws {
        try database.execute("UPDATE testing SET revision = revision + 1")
        try database.execute(
            "UPDATE account SET revision = (SELECT revision FROM testing) WHERE identifier = ?", [account.rawValue])
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
