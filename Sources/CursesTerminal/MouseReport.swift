internal import Storefront

extension Input {
    /// The input of a mouse report in the form of mode 1006: `ESC [ < button ; column ; row M`. Nil for other buttons,
    /// buttons with Shift, Alt or Control, released buttons, and other sequences.
    init?(mouseReport parameters: [UInt8], final: UInt8) {
        guard final == UInt8(ascii: "M"), parameters.first == UInt8(ascii: "<") else { return nil }
        let numbers = parameters.dropFirst().split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
        guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
        switch numbers[0] {
        case 0: self = .click(column: numbers[1] - 1, row: numbers[2] - 1)
        case 64: self = .scroll(-1)
        case 65: self = .scroll(1)
        default: return nil
        }
    }
}
