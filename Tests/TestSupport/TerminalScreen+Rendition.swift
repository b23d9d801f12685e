extension TerminalScreen.Cell {
    /// Takes the parameters of SGR, which say how the characters after it look.
    mutating func select(_ parameters: String) {
        // A colour may also be written with colons. It then has a place for a colour space, which is empty.
        var rest = parameters.split(separator: ";", omittingEmptySubsequences: false).map {
            $0.split(separator: ":").map { Int($0) ?? 0 }
        }[...]
        while let parameter = rest.popFirst() {
            let number = parameter.first ?? 0
            switch number {
            case 0: self = Self()
            case 1: isBold = true
            case 2: isDim = true
            case 4: isUnderlined = true
            case 7: isReverse = true
            case 22: (isBold, isDim) = (false, false)
            case 24: isUnderlined = false
            case 27: isReverse = false
            case 30...37: colour = .numbered(number - 30)
            case 38: colour = Self.colour(parameter.dropFirst(), &rest)
            case 39: colour = nil
            case 40...47: background = .numbered(number - 40)
            case 48: background = Self.colour(parameter.dropFirst(), &rest)
            case 49: background = nil
            case 90...97: colour = .numbered(number - 82)
            case 100...107: background = .numbered(number - 92)
            default: break
            }
        }
    }

    /// The colour that follows 38 or 48: after colons, or in parameters of their own.
    private static func colour(
        _ own: ArraySlice<Int>, _ rest: inout ArraySlice<[Int]>
    ) -> TerminalScreen.Colour? {
        var numbers = Array(own)
        if numbers.isEmpty {
            let count = rest.first == [2] ? 4 : 2
            numbers = rest.prefix(count).map { $0.first ?? 0 }
            rest = rest.dropFirst(count)
        }
        switch (numbers.first, numbers.count) {
        case (5, 2): return .numbered(numbers[1])
        case (2, 4): return .direct(red: numbers[1], green: numbers[2], blue: numbers[3])
        default: return nil
        }
    }
}
