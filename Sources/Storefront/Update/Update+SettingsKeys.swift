internal import StorefrontMessages

// Keys on the settings screen. A change shows when it is in force.
extension StorefrontState {
    mutating func actInSettings(_ action: Action) -> [StorefrontCommand] {
        let rows = SettingsRow.allCases
        let index = settingsRow.rawValue
        switch action {
        case .next: settingsRow = rows[(index + 1) % rows.count]
        case .previous: settingsRow = rows[(index + rows.count - 1) % rows.count]
        case .less: return changeSetting(by: -1)
        case .more: return changeSetting(by: 1)
        case .close:
            place = .store
            requestedSettings = nil
        default: break
        }
        return []
    }

    private mutating func changeSetting(by step: Int) -> [StorefrontCommand] {
        guard let settings = requestedSettings ?? settings else { return [] }
        let changed = settingsRow.changed(settings, by: step)
        requestedSettings = changed
        return [.settings(changed)]
    }
}
