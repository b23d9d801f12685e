/// The table of a program's exit codes that `--help` prints. The manual pages have the same explanations.
package func exitCodeTable(_ codes: [(number: Int32, explanation: String)]) -> String {
    "EXIT CODES:\n"
        + codes.map { code in
            let number = String(code.number)
            return "  \(number)\(String(repeating: " ", count: 5 - number.count))\(code.explanation)"
        }.joined(separator: "\n")
}
