extension BinaryInteger {
    /// The digits, with leading zeros up to a width.
    package func padded(to width: Int, radix: Int = 10) -> String {
        let digits = String(self, radix: radix)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
