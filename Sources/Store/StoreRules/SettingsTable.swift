package import StoreModel
internal import Synchronization

/// The one row with the store's settings, which nearly every request reads. It also counts changes to
/// accounts' clocks, so that `ChangeFeed` notices those that other programs made, and changes to what the
/// store has as a whole, for `StoreMerge`. Below is `adoptSettings`: a
/// program that begins to sell puts the settings of its catalogue's file in force.
package enum SettingsTable {
    /// The part of the store whose changes are told to other programs.
    struct State: Hashable, Sendable {
        package var settings: StoreSettings
        var revision: Int64
        /// Whether any account has its own clock. If not, nobody looks for one.
        var hasAccountClocks = false
    }

    package static let read = StoreRead(
        "SELECT settings, revision, EXISTS (SELECT 1 FROM accountClock) AS hasClocks FROM testing")

    static func state(_ database: any StoreReader) throws -> State {
        guard let row = try database.rows(read).first else {
            throw UnreadableRow(table: "testing", row: 1, column: "settings")
        }
        return State(
            settings: try decode(row["settings"]), revision: row["revision"],
            hasAccountClocks: row["hasClocks"])
    }

    package static func settings(_ database: any StoreReader) throws -> StoreSettings {
        try state(database).settings
    }

    static func set(_ settings: StoreSettings, _ database: any StoreTransaction) throws {
        try database.execute(
            "UPDATE testing SET settings = ?, changes = changes + 1", [try SentJSON.text(settings)])
    }

    /// Removes the failure for the next payment from the settings in force. Returns false if it is no longer
    /// in them.
    static func useUp(_ failure: StoreError, _ database: any StoreTransaction) throws -> Bool {
        guard let json = try database.value(String.self, "SELECT settings FROM testing") else { return false }
        var settings = try parse(json)
        guard settings.nextFailure == failure else { return false }
        settings.nextFailure = nil
        let sql = "UPDATE testing SET settings = ?, changes = changes + 1 WHERE settings = ?"
        return try database.execute(sql, [try SentJSON.text(settings), json]) == 1
    }

    /// The settings from the catalogue's file that were adopted last; settings without faults if none
    /// were adopted.
    static func adopted(_ database: any StoreTransaction) throws -> StoreSettings {
        try database.value(String.self, "SELECT adopted FROM testing").map(parse) ?? StoreSettings()
    }

    static func setAdopted(_ settings: StoreSettings, _ database: any StoreTransaction) throws {
        try database.execute("UPDATE testing SET adopted = ?", [try SentJSON.text(settings)])
    }

    /// Counts a change to the clock of an account.
    static func countClockChange(_ database: any StoreTransaction) throws {
        try database.execute("UPDATE testing SET revision = revision + 1")
    }

    /// Counts a change to an address of a developer's server, or to a text for it.
    package static func countChange(_ database: any StoreTransaction) throws {
        try database.execute("UPDATE testing SET changes = changes + 1")
    }

    // Every purchase reads the settings, and they hardly ever change.
    private static let decoded = Mutex<(json: String, settings: StoreSettings)?>(nil)

    private static func decode(_ json: String) throws -> StoreSettings {
        try decoded.withLock { decoded in
            if let decoded, decoded.json == json { return decoded.settings }
            let settings = try parse(json)
            decoded = (json, settings)
            return settings
        }
    }

    private static func parse(_ json: String) throws -> StoreSettings {
        try StoreSettings(storedJSON: json, table: "testing", row: 1, column: "settings")
    }
}

extension SettingsTable.State {
    /// The settings for an account. If it has its own clock, that takes the place of the store's.
    package func settings(
        of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws -> StoreSettings {
        guard hasAccountClocks else { return settings }
        return try AccountClockTable.find(account, in: settings, database) ?? settings
    }
}

extension AppStore {
    package func settings() throws(StoreAdministrationError) -> StoreSettings {
        try administration { try SettingsTable.settings(database) }
    }

    /// Puts the settings from the catalogue's file in force, at once. What somebody changed by hand stays: a
    /// setting is adopted only if it still has the value from the file that was adopted last, or the default
    /// if there was no such file. This is for programs that sell from the catalogue; programs that only read
    /// the store leave its settings alone.
    package func adoptSettings() throws(StoreAdministrationError) {
        let isAdopted = try administration {
            try database.read(SettingsTable.adopted) == assortment.initialSettings
        }
        guard !isAdopted else { return }
        try administration {
            try database.write { database in
                let old = try SettingsTable.adopted(database)
                let settings = try SettingsTable.settings(database)
                try SettingsTable.setAdopted(assortment.initialSettings, database)
                try put(assortment.initialSettings.changed(from: old, to: settings), database)
            }
        }
        settingsChanged()
    }
}
