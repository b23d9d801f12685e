/// How long answers took, and how many did not come.
package struct Spread: CustomStringConvertible, Sendable {
    package var times: [Duration] = []
    package var refused = 0

    package init(times: [Duration] = []) { self.times = times }

    /// The time within which so many hundredths of the answers came.
    package func percentile(_ hundredths: Int) -> Duration {
        let sorted = times.sorted()
        return sorted.isEmpty
            ? .seconds(3600) : sorted[min(sorted.count - 1, sorted.count * hundredths / 100)]
    }

    package var description: String {
        func text(_ duration: Duration) -> String { column(duration / .milliseconds(1), width: 7) }
        return "\(times.count) answered, \(refused) refused,\(text(percentile(50))) ms at the median,"
            + "\(text(percentile(99))) at the 99th percentile,\(text(times.max() ?? .zero)) at most"
    }
}
