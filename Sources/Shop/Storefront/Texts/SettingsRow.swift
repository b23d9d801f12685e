/// A row of the settings screen: `Strings` has its name and what it does, and `Storefront` its values.
package enum SettingsRow: Int, Hashable, Sendable, CaseIterable {
    case payments, network, askToBuy, interrupted, nextFailure, delay, sheet, rate, renewals, gracePeriod
}
