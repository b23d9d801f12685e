internal import StoreModel
internal import StorefrontMessages
internal import StorefrontStrings

/// A row of the settings screen.
enum SettingsRow: Int, Hashable, Sendable, CaseIterable {
    case payments, network, askToBuy, interrupted, nextFailure, delay, sheet, rate, renewals, gracePeriod

    /// The errors that the next purchase can be made to fail with.
    static let failures: [StoreError?] = [
        nil, .cannotConnect, .paymentCancelled, .paymentInvalid, .paymentNotAllowed, .productNotAvailable,
        .unknownServerError, .forgottenPassword,
    ]
    /// In milliseconds.
    static let delays = [0, 1000, 3000, 10_000, 30_000]

    /// The settings with the next value of this row, or the one before; behind the last comes the first.
    func changed(_ settings: StorefrontSettings, by step: Int) -> StorefrontSettings {
        var settings = settings
        switch self {
        case .payments: settings.allowsPayments.toggle()
        case .network:
            settings.store.network = Self.neighbour(
                of: settings.store.network, in: StoreSettings.Network.allCases, step)
        case .askToBuy: settings.store.asksToBuy.toggle()
        case .interrupted: settings.store.interruptsPurchases.toggle()
        case .nextFailure:
            settings.store.nextFailure = Self.neighbour(of: settings.store.nextFailure, in: Self.failures, step)
        case .delay:
            settings.store.delayMilliseconds = Self.neighbour(
                of: settings.store.delayMilliseconds, in: Self.delays, step)
        case .sheet: settings.store.disablesDialogs.toggle()
        case .rate: settings.store.timeRate = Self.neighbour(of: settings.store.timeRate, in: TimeRate.allCases, step)
        case .renewals: settings.store.failsRenewals.toggle()
        case .gracePeriod: settings.store.allowsGracePeriod.toggle()
        }
        return settings
    }

    /// The value in words.
    func value(in settings: StorefrontSettings, _ strings: any Strings) -> String {
        switch self {
        case .payments: strings.allowed(settings.allowsPayments)
        case .network: strings.network(settings.store.network)
        case .askToBuy: strings.onOff(settings.store.asksToBuy)
        case .interrupted: strings.onOff(settings.store.interruptsPurchases)
        case .nextFailure: settings.store.nextFailure.map(strings.failureName) ?? strings.no
        case .delay: strings.delay(milliseconds: settings.store.delayMilliseconds)
        case .sheet: strings.onOff(!settings.store.disablesDialogs)
        case .rate: strings.rate(settings.store.timeRate)
        case .renewals: strings.renewalsFail(settings.store.failsRenewals)
        case .gracePeriod: strings.onOff(settings.store.allowsGracePeriod)
        }
    }

    /// A value that is not among the choices counts as the first.
    private static func neighbour<Value: Equatable>(of value: Value, in choices: [Value], _ step: Int) -> Value {
        let index = choices.firstIndex(of: value) ?? 0
        return choices[(index + step + choices.count) % choices.count]
    }
}
