// The title of the window, for `view`.
extension Canvas {
    /// The balance, what waits, and whose window it is: what somebody wants to know who sees only a tab.
    var windowTitle: String {
        let waiting = state.visibleInFlight.isEmpty ? nil : inFlightSummary(width: Self.titleWidth)
        let balance = state.balance.map { strings.balance($0) }
        return clean([balance, waiting, strings[.title]].compactMap(\.self).joined(separator: " · ")).string
    }

    private static let titleWidth = 40
}
