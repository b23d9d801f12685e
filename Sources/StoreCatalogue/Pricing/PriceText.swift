/// Reads prices as configuration files write them.
enum PriceText {
    /// The thousandths that a decimal text such as `0.99`, `79` or `39.0` stands for, without a detour through floating
    /// point; nil for anything else. After the third decimal there may be zeros only: no currency has more.
    static func milliunits(_ text: String) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            parts[0].utf8.count <= 12
        else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard fraction.dropFirst(3).utf8.allSatisfy({ $0 == UInt8(ascii: "0") }) else { return nil }
        let decimals = fraction.prefix(3)
        return Int64(parts[0] + decimals + String(repeating: "0", count: 3 - decimals.count))
    }
}
