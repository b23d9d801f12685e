internal import StoreEvents
internal import Storefront

// The bytes of focus reports, and of the answers to the questions of `TerminalAnswers`. `InputDecoder`
// calls this.

extension Input {
    /// The input of a control sequence, which is `ESC [` followed by these bytes, if the terminal sends it
    /// and no key does; nil for all others.
    init?(report parameters: [UInt8], final: UInt8) {
        switch (final, parameters.isEmpty) {
        case (UInt8(ascii: "I"), true): self = .focus(true)
        case (UInt8(ascii: "O"), true): self = .focus(false)
        default:
            guard let report = TerminalReport(parameters: parameters, final: final) else { return nil }
            self = .report(report)
        }
    }
}

extension TerminalReport {
    /// Reads the device attributes `? level ; … c`, a mode `? 2026 ; state $ y`, a cell's size
    /// `6 ; height ; width t`, or the largest sixel picture `? 2 ; 0 ; width ; height S`.
    init?(parameters: [UInt8], final: UInt8) {
        let isPrivate = parameters.first == UInt8(ascii: "?")
        let text = String(decoding: parameters.dropFirst(isPrivate ? 1 : 0), as: UTF8.self)
        let numbers = text.split(separator: ";", omittingEmptySubsequences: false)
        switch (UnicodeScalar(final), isPrivate) {
        case ("c", true):
            guard let level = numbers.first.flatMap({ Int($0) }) else { return nil }
            self = .attributes(level: level, hasSixels: numbers.dropFirst().contains("4"))
        case ("y", true):
            guard numbers.count == 2, numbers[0] == "2026", numbers[1].hasSuffix("$") else { return nil }
            // On or off. 0 is unknown, and the rest cannot be changed.
            self = .synchronisedOutput(["1$", "2$"].contains(numbers[1]))
        case ("t", false):
            guard numbers.count == 3, numbers[0] == "6", let height = Int(numbers[1]),
                let width = Int(numbers[2]),
                Self.cellSides.contains(height), Self.cellSides.contains(width)
            else { return nil }
            self = .cellSize(PixelSize(width: width, height: height))
        case ("S", true):
            guard numbers.count == 4, numbers[..<2] == ["2", "0"], let width = Int(numbers[2]),
                let height = Int(numbers[3]), Self.pictureSides.contains(width),
                Self.pictureSides.contains(height)
            else { return nil }
            self = .sixelLimit(PixelSize(width: width, height: height))
        default: return nil
        }
    }

    private static let pictureSides = 1...1 << 20
    /// How wide and how high a character can be, in pixels.
    private static let cellSides = 2...96

    /// Reads the background `] 11 ; rgb : red / green / blue`, or kitty's answer about its
    /// graphics `_ G i = 31 ; OK`.
    init?(string: [UInt8]) {
        let text = String(decoding: string, as: UTF8.self)
        if text.hasPrefix("]11;rgb:") {
            let parts = text.dropFirst("]11;rgb:".count).split(
                separator: "/", omittingEmptySubsequences: false
            )
            .map(Self.part)
            guard parts.count == 3, let red = parts[0], let green = parts[1], let blue = parts[2] else {
                return nil
            }
            self = .background(RGB(red, green, blue))
        } else if text.hasPrefix("_Gi=31;") {
            self = .kittyGraphics(text.hasSuffix(";OK"))
        } else {
            return nil
        }
    }

    /// One part of a colour, in one to four hexadecimal digits.
    private static func part(_ digits: Substring) -> UInt8? {
        guard (1...4).contains(digits.utf8.count), digits.first != "+", let value = Int(digits, radix: 16),
            value >= 0
        else { return nil }
        return UInt8(value * 255 / (1 << (4 * digits.utf8.count) - 1))
    }
}
