extension Array where Element: Equatable {
    /// Replaces a value by the one `step` places after it. After the last comes the first. A value that is
    /// not in the array counts as the first.
    func step(_ value: inout Element, by step: Int) {
        guard !isEmpty else { return }
        value = self[((firstIndex(of: value) ?? 0) + step + count) % count]
    }
}
