internal import StoreEvents

// Keys on the settings screen. A change shows once it is in force.
extension StorefrontState {
    mutating func actInSettings(_ action: Action) -> [StorefrontCommand] {
        switch action {
        case .next: SettingsRow.allCases.step(&settingsRow, by: 1)
        case .previous: SettingsRow.allCases.step(&settingsRow, by: -1)
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
        guard let known = requestedSettings ?? settings else { return [] }
        let changed = settingsRow.changed(known, by: step)
        requestedSettings = changed
        return [.settings(changed, from: known)]
    }
}
