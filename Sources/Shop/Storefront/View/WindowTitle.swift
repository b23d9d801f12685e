// The title of the window, for `view`.
extension Canvas {
    /// The balance, what waits, and whose window it is. Somebody who sees only a tab wants to know this.
    var windowTitle: String {
        let waiting = state.visibleInFlight.isEmpty ? nil : inFlightSummary(width: Self.titleWidth)
        let balance = state.balance.map { strings.balance($0) }
        return clean([balance, waiting, strings[.title]].compactMap(\.self).joined(separator: " · ")).string
    }

    private static let titleWidth = 40
}
