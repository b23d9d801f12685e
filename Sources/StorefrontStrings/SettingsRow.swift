/// A row of the settings screen.
package enum SettingsRow: Int, Hashable, Sendable, CaseIterable {
    case payments, network, askToBuy, interrupted, nextFailure, delay, sheet, rate, renewals, gracePeriod
}
