internal import StoreDatabase
package import StoreModel

extension AppStore {
    /// Puts the settings of the catalogue's file in force, at once. What a person changed by hand stays: a setting is
    /// adopted only where it is still as the file that was adopted last had it, or as it is without any file.
    ///
    /// For programs that sell from the catalogue; those that only look into the store leave its settings alone.
    package func adoptSettings() throws(StoreAdministrationError) {
        let isAdopted = try administration { try database.read(SettingsTable.adopted) == initialSettings }
        guard !isAdopted else { return }
        try administration {
            try database.write { database in
                let old = try SettingsTable.adopted(database)
                var settings = try SettingsTable.settings(database)
                settings.adopt(initialSettings, unlessChangedFrom: old)
                try SettingsTable.setAdopted(initialSettings, database)
                try put(settings, database)
            }
        }
        settingsChanged()
    }
}

extension StoreSettings {
    /// Takes the settings of a file that were not changed by hand since the file before it.
    fileprivate mutating func adopt(_ file: StoreSettings, unlessChangedFrom old: StoreSettings) {
        func adopt<Value: Equatable>(
            _ path: WritableKeyPath<StoreSettings, Value>, into settings: inout StoreSettings
        ) {
            if settings[keyPath: path] == old[keyPath: path] { settings[keyPath: path] = file[keyPath: path] }
        }
        adopt(\.asksToBuy, into: &self)
        adopt(\.interruptsPurchases, into: &self)
        adopt(\.everyFailure, into: &self)
        adopt(\.disablesDialogs, into: &self)
        adopt(\.timeRate, into: &self)
        adopt(\.failsRenewals, into: &self)
        adopt(\.allowsGracePeriod, into: &self)
    }
}
