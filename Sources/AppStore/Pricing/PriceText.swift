/// Reads prices as configuration files write them.
enum PriceText {
    /// The thousandths that a decimal text such as `0.99`, `79` or `39.0` stands for, without a detour through floating
    /// point; nil for anything else. Digits after the third decimal are dropped: no currency has them.
    static func milliunits(_ text: String) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            parts[0].utf8.count <= 12
        else { return nil }
        let decimals = parts.count == 2 ? String(parts[1].prefix(3)) : ""
        return Int64(parts[0] + decimals + String(repeating: "0", count: 3 - decimals.count))
    }
}
