package import StoreEvents
internal import StoreModel

/// A row of the settings screen: `Strings` has its name and what it does.
package enum SettingsRow: Int, Hashable, Sendable, CaseIterable {
    case payments, network, askToBuy, interrupted, nextFailure, delay, sheet, rate, renewals, gracePeriod
}

/// The values that each setting can have. `StorefrontState.actInSettings` chooses one by a key on the
/// settings screen. `PlainStorefront` chooses one by a typed line.
extension SettingsRow {
    /// The errors with which the next purchase can be made to fail.
    static let failures: [StoreError?] = [
        nil, .cannotConnect, .paymentCancelled, .paymentInvalid, .paymentNotAllowed, .productNotAvailable,
        .unknownServerError, .forgottenPassword,
    ]
    /// The store's delays in milliseconds.
    static let delays = [0, 1000, 3000, 10_000, 30_000]

    /// The settings with the next or the previous value in this row, of those that can be typed. After the
    /// last comes the first.
    func changed(_ settings: StorefrontSettings, by step: Int) -> StorefrontSettings {
        var value = typed(in: settings)
        exampleChoices.step(&value, by: step)
        return self.settings(settings, with: value) ?? settings
    }

    func value(in settings: StorefrontSettings, _ strings: Strings) -> String {
        switch self {
        case .payments: strings.allowed(settings.allowsPayments)
        case .network: strings[.network(settings.store.network)]
        case .askToBuy: strings.onOff(settings.store.asksToBuy)
        case .interrupted: strings.onOff(settings.store.interruptsPurchases)
        case .nextFailure: settings.store.nextFailure.map(strings.failureName) ?? strings[.no]
        case .delay: strings.delay(milliseconds: settings.store.delayMilliseconds)
        case .sheet: strings.onOff(!settings.store.disablesDialogs)
        case .rate: strings.rate(settings.store.timeRate)
        case .renewals: strings.renewalsFail(settings.store.failsRenewals)
        case .gracePeriod: strings.onOff(settings.store.allowsGracePeriod)
        }
    }

    // MARK: As lines

    /// The word with which the row is named in a line.
    package var word: String {
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
    package var choices: String {
        switch self {
        case .payments, .askToBuy, .interrupted, .sheet, .gracePeriod: "on|off"
        case .network: "up|down|lost"
        case .nextFailure: Self.failures.map { $0.map { String($0.code) } ?? "no" }.joined(separator: "|")
        case .delay: "0…60"
        case .rate: TimeRate.allCases.map { String($0.rawValue) }.joined(separator: "|")
        case .renewals: "paid|unpaid"
        }
    }

    /// The values, or some of them if they are a range.
    package var exampleChoices: [String] {
        self == .delay
            ? Self.delays.map { String($0 / 1000) } : choices.split(separator: "|").map(String.init)
    }

    /// The value in the form in which it is typed.
    package func typed(in settings: StorefrontSettings) -> String {
        func onOff(_ isOn: Bool) -> String { isOn ? "on" : "off" }
        let store = settings.store
        return switch self {
        case .payments: onOff(settings.allowsPayments)
        case .network:
            switch store.network {
            case .up: "up"
            case .down: "down"
            case .answersLost: "lost"
            }
        case .askToBuy: onOff(store.asksToBuy)
        case .interrupted: onOff(store.interruptsPurchases)
        case .nextFailure: store.nextFailure.map { String($0.code) } ?? "no"
        case .delay:
            store.delayMilliseconds % 1000 == 0
                ? String(store.delayMilliseconds / 1000) : String(Double(store.delayMilliseconds) / 1000)
        case .sheet: onOff(!store.disablesDialogs)
        case .rate: String(store.timeRate.rawValue)
        case .renewals: store.failsRenewals ? "unpaid" : "paid"
        case .gracePeriod: onOff(store.allowsGracePeriod)
        }
    }

    /// The settings with the typed value in this row; nil if it is not one of the choices.
    package func settings(_ settings: StorefrontSettings, with value: String) -> StorefrontSettings? {
        var settings = settings
        let isOn = ["on": true, "off": false][value]
        let networks: [String: StoreSettings.Network] = ["up": .up, "down": .down, "lost": .answersLost]
        let number = Int(value)
        let isSet =
            switch self {
            case .payments: set(&settings.allowsPayments, isOn)
            case .network: set(&settings.store.network, networks[value])
            case .askToBuy: set(&settings.store.asksToBuy, isOn)
            case .interrupted: set(&settings.store.interruptsPurchases, isOn)
            case .nextFailure:
                set(
                    &settings.store.nextFailure,
                    Self.failures.first { $0?.code == number && ($0 == nil) == (value == "no") })
            case .delay:
                set(
                    &settings.store.delayMilliseconds,
                    number.flatMap { (0...60).contains($0) ? $0 * 1000 : nil })
            case .sheet: set(&settings.store.disablesDialogs, isOn.map { !$0 })
            case .rate: set(&settings.store.timeRate, number.flatMap(TimeRate.init))
            case .renewals: set(&settings.store.failsRenewals, ["paid": false, "unpaid": true][value])
            case .gracePeriod: set(&settings.store.allowsGracePeriod, isOn)
            }
        return isSet ? settings : nil
    }

    private func set<Value>(_ field: inout Value, _ value: Value?) -> Bool {
        guard let value else { return false }
        field = value
        return true
    }
}
