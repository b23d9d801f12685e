/// Nanoseconds per call of `body`: the median of several samples of about 20 milliseconds each.
func nanosecondsPerCall(samples: Int = 9, _ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    func nanoseconds(for calls: Int) -> Double {
        let time = clock.measure { for _ in 0..<calls { body() } }
        return Double(time.components.seconds) * 1e9 + Double(time.components.attoseconds) / 1e9
    }
    // The first guess also warms up caches and lazily made things.
    let calls = max(100, Int(20e6 / (nanoseconds(for: 1000) / 1000)))
    return (0..<samples).map { _ in nanoseconds(for: calls) / Double(calls) }.sorted()[samples / 2]
}

/// A number with one decimal, right-aligned.
func column(_ number: Double, width: Int, unit: String = "") -> String {
    let tenths = Int((number * 10).rounded())
    let text = "\(tenths / 10).\(tenths % 10)\(unit)"
    return String(repeating: " ", count: max(0, width - text.count)) + text
}
