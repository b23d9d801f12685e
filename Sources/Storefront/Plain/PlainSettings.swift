internal import StoreModel
internal import StorefrontMessages

extension SettingsRow {
    /// The word by which a row is typed.
    var word: String {
        switch self {
        case .payments: "purchases"
        case .network: "network"
        case .askToBuy: "ask"
        case .interrupted: "interrupted"
        case .nextFailure: "fail"
        case .delay: "delay"
        case .sheet: "sheet"
        case .rate: "rate"
        case .renewals: "renewals"
        case .gracePeriod: "grace"
        }
    }

    /// The values that can be typed for the row.
    var choices: String {
        switch self {
        case .payments, .askToBuy, .interrupted, .sheet, .gracePeriod: "on|off"
        case .network: "up|down|lost"
        case .nextFailure: (["no"] + Self.failures.compactMap { $0.map { String($0.code) } }).joined(separator: "|")
        case .delay: "0…60"
        case .rate: TimeRate.allCases.map { String($0.rawValue) }.joined(separator: "|")
        case .renewals: "paid|unpaid"
        }
    }

    /// The settings with the typed value in this row; nil if it is not one of the choices.
    func settings(_ settings: StorefrontSettings, with value: String) -> StorefrontSettings? {
        var settings = settings
        switch self {
        case .payments: return set(&settings.allowsPayments, isOn(value)) ? settings : nil
        case .askToBuy: return set(&settings.store.asksToBuy, isOn(value)) ? settings : nil
        case .interrupted: return set(&settings.store.interruptsPurchases, isOn(value)) ? settings : nil
        case .sheet: return set(&settings.store.disablesDialogs, isOn(value).map { !$0 }) ? settings : nil
        case .rate: return set(&settings.store.timeRate, Int(value).flatMap(TimeRate.init)) ? settings : nil
        case .renewals:
            return set(&settings.store.failsRenewals, ["paid": false, "unpaid": true][value]) ? settings : nil
        case .gracePeriod: return set(&settings.store.allowsGracePeriod, isOn(value)) ? settings : nil
        case .network:
            let networks: [String: StoreSettings.Network] = ["up": .up, "down": .down, "lost": .answersLost]
            return set(&settings.store.network, networks[value]) ? settings : nil
        case .nextFailure:
            let code = Int(value)
            guard value == "no" || Self.failures.contains(where: { $0 != nil && $0?.code == code }) else { return nil }
            settings.store.nextFailure = Self.failures.first { $0?.code == code } ?? nil
            return settings
        case .delay:
            guard let seconds = Int(value), (0...60).contains(seconds) else { return nil }
            settings.store.delayMilliseconds = seconds * 1000
            return settings
        }
    }

    private func isOn(_ value: String) -> Bool? { ["on": true, "off": false][value] }

    private func set<Value>(_ field: inout Value, _ value: Value?) -> Bool {
        guard let value else { return false }
        field = value
        return true
    }
}
