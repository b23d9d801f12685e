internal import Storefront

/// The byte sequences of keys and the mouse, for `InputDecoder`: those of xterm and similar terminals, the
/// Linux console, rxvt, tmux and the VT100. Each function returns the key for a sequence, and ignores Shift,
/// Alt and Control. It returns nil for a key that the program does not use.
enum KeySequence {
    /// `ESC [`, parameters, and a final byte.
    static func control(_ parameters: [UInt8], final: UInt8) -> Key? {
        let number = firstNumber(of: parameters)
        if final == UInt8(ascii: "~") { return numbered(number) }
        // A cursor key has no parameter, or 1 followed by its modifiers. Anything else is a report.
        return [nil, 1].contains(number) ? lettered(final) : nil
    }

    /// `ESC O` and a byte.
    static func singleShift(_ byte: UInt8) -> Key? { lettered(byte) ?? keypad(byte) }

    /// `ESC [ [` and a byte.
    static func consoleFunction(_ byte: UInt8) -> Key? {
        (0x41...0x45).contains(byte) ? .function(Int(byte) - 0x40) : nil
    }

    /// The first parameter: nil if there is none, -1 if it is not a number.
    private static func firstNumber(of parameters: [UInt8]) -> Int? {
        guard !parameters.isEmpty else { return nil }
        var number = 0
        for byte in parameters.prefix(while: { $0 != UInt8(ascii: ";") }).prefix(4) {
            guard (0x30...0x39).contains(byte) else { return -1 }
            number = number * 10 + Int(byte - 0x30)
        }
        return number
    }

    private static func lettered(_ letter: UInt8) -> Key? {
        switch letter {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "Z"): .backTab
        case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(letter - UInt8(ascii: "P")) + 1)
        default: nil
        }
    }

    private static func numbered(_ number: Int?) -> Key? {
        switch number {
        case 1, 7: .home
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case let number? where (11...15).contains(number): .function(number - 10)
        case let number? where (17...21).contains(number): .function(number - 11)
        case let number? where (23...24).contains(number): .function(number - 12)
        default: nil
        }
    }

    /// The keys of the number pad in its application mode.
    private static func keypad(_ byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "M"): .enter
        // The operators, the comma and the point, then the digits, in the order of ASCII.
        case UInt8(ascii: "j")...UInt8(ascii: "y"): .character(Character(UnicodeScalar(byte - 0x40)))
        case UInt8(ascii: "X"): .character("=")
        default: nil
        }
    }
}

extension Input {
    /// The input of a mouse report in the form of mode 1006: `ESC [ < button ; column ; row M`. Nil for other
    /// buttons, buttons with Shift, Alt or Control, a button's release, and other sequences.
    init?(mouseReport parameters: [UInt8], final: UInt8) {
        guard final == UInt8(ascii: "M"), parameters.first == UInt8(ascii: "<") else { return nil }
        let numbers = parameters.dropFirst().split(
            separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
        )
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
