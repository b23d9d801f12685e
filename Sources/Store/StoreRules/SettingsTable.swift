package import StoreModel
internal import Synchronization

/// The one row with the store's settings, which nearly every request reads. It also counts changes to
/// accounts' clocks: so `ChangeFeed` notices those that other programs made in the store. Below is
/// `adoptSettings`: a program that begins to sell puts the settings of its catalogue's file in force.
package enum SettingsTable {
    /// The part of the store whose changes are told to other programs.
    struct State: Hashable, Sendable {
        package var settings: StoreSettings
        var revision: Int64
        /// Whether an account has a clock of its own, so that nobody looks for one where there is none.
        var hasAccountClocks = false
    }

    static let read = StoreRead(
        "SELECT settings, revision, EXISTS (SELECT 1 FROM accountClock) AS hasClocks FROM testing",
        from: "testing")

    static func state(_ database: any StoreTransaction) throws -> State {
        guard let row = try database.rows(read).first else {
            throw UnreadableRow(table: "testing", row: 1, column: "settings")
        }
        return State(
            settings: try decode(row["settings"]), revision: row["revision"],
            hasAccountClocks: row["hasClocks"])
    }

    package static func settings(_ database: any StoreTransaction) throws -> StoreSettings {
        try state(database).settings
    }

    static func set(_ settings: StoreSettings, _ database: any StoreTransaction) throws {
        try database.execute("UPDATE testing SET settings = ?", [try settings.storedJSON()])
    }

    /// Takes the failure that was set for the next payment out of the settings in force. Returns
    /// false if it is not in them any more.
    static func useUp(_ failure: StoreError, _ database: any StoreTransaction) throws -> Bool {
        guard let json = try database.value(String.self, "SELECT settings FROM testing") else { return false }
        var settings = try read(json)
        guard settings.nextFailure == failure else { return false }
        settings.nextFailure = nil
        let sql = "UPDATE testing SET settings = ? WHERE settings = ?"
        return try database.execute(sql, [try settings.storedJSON(), json]) == 1
    }

    /// The settings of the catalogue's file that were adopted last; those
    /// without faults where none ever were.
    static func adopted(_ database: any StoreTransaction) throws -> StoreSettings {
        try database.value(String.self, "SELECT adopted FROM testing").map(read) ?? StoreSettings()
    }

    static func setAdopted(_ settings: StoreSettings, _ database: any StoreTransaction) throws {
        try database.execute("UPDATE testing SET adopted = ?", [try settings.storedJSON()])
    }

    /// Counts a change to the clock of an account.
    static func countClockChange(_ database: any StoreTransaction) throws {
        try database.execute("UPDATE testing SET revision = revision + 1")
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
        try StoreSettings(storedJSON: json, table: "testing", row: 1, column: "settings")
    }
}

extension AppStore {
    /// Puts the settings of the catalogue's file in force, at once. What a person changed by hand
    /// stays: a setting is adopted only where it is still as the file that was adopted last had it, or
    /// as it is without any file. For programs that sell from the catalogue; those that only look into
    /// the store leave its settings alone.
    package func adoptSettings() throws(StoreAdministrationError) {
        let isAdopted = try administration {
            try database.read(SettingsTable.adopted) == assortment.initialSettings
        }
        guard !isAdopted else { return }
        try administration {
            try database.write { database in
                let old = try SettingsTable.adopted(database)
                var settings = try SettingsTable.settings(database)
                settings.adopt(assortment.initialSettings, unlessChangedFrom: old)
                try SettingsTable.setAdopted(assortment.initialSettings, database)
                try put(settings, database)
            }
        }
        settingsChanged()
    }
}

extension StoreSettings {
    /// Takes the settings of a file that were not changed by hand since the file before it.
    fileprivate mutating func adopt(_ file: StoreSettings, unlessChangedFrom old: StoreSettings) {
        func adopt<Value: Equatable>(_ path: WritableKeyPath<StoreSettings, Value>) {
            if self[keyPath: path] == old[keyPath: path] { self[keyPath: path] = file[keyPath: path] }
        }
        adopt(\.asksToBuy)
        adopt(\.interruptsPurchases)
        adopt(\.everyFailure)
        adopt(\.disablesDialogs)
        adopt(\.timeRate)
        adopt(\.failsRenewals)
        adopt(\.allowsGracePeriod)
    }
}
