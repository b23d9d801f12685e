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

    /// Each value that can be typed for the row, and the settings with that value.
    private func values(
        in settings: StorefrontSettings
    ) -> [(word: String, changed: StorefrontSettings)] {
        func each<Value>(
            _ path: WritableKeyPath<StorefrontSettings, Value>, _ values: [(String, Value)]
        ) -> [(word: String, changed: StorefrontSettings)] {
            values.map { word, value in
                var changed = settings
                changed[keyPath: path] = value
                return (word, changed)
            }
        }
        let onOff = [("on", true), ("off", false)]
        return switch self {
        case .payments: each(\.allowsPayments, onOff)
        case .network: each(\.store.network, [("up", .up), ("down", .down), ("lost", .answersLost)])
        case .askToBuy: each(\.store.asksToBuy, onOff)
        case .interrupted: each(\.store.interruptsPurchases, onOff)
        case .nextFailure: each(\.store.nextFailure, Self.failures.map { (Self.word(for: $0), $0) })
        case .delay: each(\.store.delayMilliseconds, (0...60).map { (String($0), $0 * 1000) })
        case .sheet: each(\.store.disablesDialogs, [("on", false), ("off", true)])
        case .rate: each(\.store.timeRate, TimeRate.allCases.map { (String($0.rawValue), $0) })
        case .renewals: each(\.store.failsRenewals, [("paid", false), ("unpaid", true)])
        case .gracePeriod: each(\.store.allowsGracePeriod, onOff)
        }
    }

    private static func word(for failure: StoreError?) -> String { failure.map { String($0.code) } ?? "no" }

    private var words: [String] { values(in: StorefrontSettings()).map(\.word) }

    /// The values that can be typed for the row.
    package var choices: String { self == .delay ? "0…60" : words.joined(separator: "|") }

    /// The values, or some of them if they are a range.
    package var exampleChoices: [String] { self == .delay ? Self.delays.map { String($0 / 1000) } : words }

    /// The value in the form in which it is typed.
    package func typed(in settings: StorefrontSettings) -> String {
        if let word = values(in: settings).first(where: { $0.changed == settings })?.word { return word }
        // Only a delay and a failure can have a value that cannot be typed.
        return self == .delay
            ? String(Double(settings.store.delayMilliseconds) / 1000)
            : Self.word(for: settings.store.nextFailure)
    }

    /// The settings with the typed value in this row; nil if it is not one of the choices.
    package func settings(_ settings: StorefrontSettings, with value: String) -> StorefrontSettings? {
        // A number may begin with zeros.
        let word = Int(value).map { String($0) } ?? value
        return values(in: settings).first { $0.word == word }?.changed
    }
}
