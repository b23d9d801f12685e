/// The screen of a terminal, as a person would see it. It takes the bytes that a program writes for
/// `TERM=xterm-256color` or `xterm-direct`, and keeps what they show in the window.
package struct TerminalScreen: Sendable {
    package struct Cell: Hashable, Sendable {
        /// The character in it; empty in the right half of a wide character.
        package var text = " "
        package var isBold = false
        package var isDim = false
        package var isUnderlined = false
        package var isReverse = false
        package var colour: Colour?
        package var background: Colour?
    }

    /// One of the colours that the terminal numbers, or any other.
    package enum Colour: Hashable, Sendable, ExpressibleByIntegerLiteral {
        case numbered(Int)
        /// Its parts, 0 to 255.
        case direct(red: Int, green: Int, blue: Int)

        package init(integerLiteral number: Int) { self = .numbered(number) }
    }

    package private(set) var columns: Int
    package private(set) var rows: Int
    package private(set) var cells: [[Cell]]
    package private(set) var cursor = (column: 0, row: 0)
    /// The private modes that are on: 7 wrapping, 25 cursor, 1049 alternate screen, 2004 bracketed
    /// paste, 1 application cursor keys.
    package private(set) var modes: Set<Int> = [7, 25]

    /// The strings for the system around the terminal, and for pictures, each with the character that begins
    /// it and the position of the cursor.
    package private(set) var strings: [(text: String, column: Int, row: Int)] = []

    private var pen = Cell()
    private var savedCursor = (column: 0, row: 0)
    private var region: Range<Int>
    private var wrapsNext = false
    private var unread: [UInt8] = []

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
        region = 0..<rows
    }

    /// The rows, without the spaces at their ends.
    package var lines: [String] {
        cells.map { row in
            let text = row.map(\.text).joined()
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
    }

    package var text: String { lines.joined(separator: "\n") }

    /// Takes a new size, as a terminal does: what is at the top left stays.
    package mutating func resize(columns: Int, rows: Int) {
        let old = self
        self = TerminalScreen(columns: columns, rows: rows)
        for row in 0..<min(rows, old.rows) {
            for column in 0..<min(columns, old.columns) { cells[row][column] = old.cells[row][column] }
        }
        cursor = (min(old.cursor.column, columns - 1), min(old.cursor.row, rows - 1))
        (pen, modes, unread, strings) = (old.pen, old.modes, old.unread, old.strings)
    }

    /// Erases the window, as another program's output would spoil it: what it shows later was written later.
    package mutating func erase() { eraseScreen(2) }

    /// Puts another character into a cell, which looks as before.
    package mutating func replace(_ column: Int, _ row: Int, with character: Character) {
        cells[row][column].text = String(character)
    }

    /// Takes what the program wrote. A sequence may come in pieces.
    package mutating func take(_ bytes: some Sequence<UInt8>) {
        unread += bytes
        var start = 0
        while start < unread.count, let length = takeOne(unread[start...]) { start += length }
        unread.removeFirst(start)
    }

    /// Takes one character or sequence, and returns its length; nil when it is not complete.
    private mutating func takeOne(_ bytes: ArraySlice<UInt8>) -> Int? {
        let first = bytes.first!
        let rest = bytes.dropFirst()
        switch first {
        case 0x1B:
            guard let second = rest.first else { return nil }
            if second == 0x1B { return 1 }
            if second == UInt8(ascii: "[") {
                let isEnd = { (byte: UInt8) in (0x40...0x7E).contains(byte) || byte == 0x1B }
                guard let end = rest.dropFirst().firstIndex(where: isEnd) else { return nil }
                // Another sequence aborts this one.
                if bytes[end] == 0x1B { return end - bytes.startIndex }
                control(String(decoding: rest.dropFirst()[..<end], as: UTF8.self), UnicodeScalar(bytes[end]))
                return end - bytes.startIndex + 1
            }
            if "]P_^X".utf8.contains(second) { return takeString(rest) }
            if second == UInt8(ascii: "7") { savedCursor = cursor }
            if second == UInt8(ascii: "8") { move(column: savedCursor.column, row: savedCursor.row) }
            if second == UInt8(ascii: "M") { reverseLineFeed() }
            guard second == UInt8(ascii: "(") || second == UInt8(ascii: ")") else { return 2 }
            guard let third = rest.dropFirst().first else { return nil }
            return third == 0x1B ? 2 : 3
        case 0x08: move(column: cursor.column - 1, row: cursor.row)
        case 0x0A: lineFeed()
        case 0x0D: move(column: 0, row: cursor.row)
        case 0x00..<0x20, 0x7F: break
        default:
            let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            // Another character or a sequence aborts this one.
            if let cut = rest.prefix(length - 1).firstIndex(where: { $0 & 0xC0 != 0x80 }) {
                put("\u{FFFD}")
                return cut - bytes.startIndex
            }
            guard bytes.count >= length else { return nil }
            put(String(decoding: bytes.prefix(length), as: UTF8.self))
            return length
        }
        return 1
    }

    /// Takes a string with its introducer, up to BEL or `ESC \\`. Returns its length, and that of the escape
    /// character before it.
    private mutating func takeString(_ bytes: ArraySlice<UInt8>) -> Int? {
        var end = bytes.startIndex
        while end < bytes.endIndex, bytes[end] != 0x07, bytes[end] != 0x1B { end += 1 }
        guard end < bytes.endIndex else { return nil }
        let isShort = bytes[end] == 0x07
        guard isShort || end + 1 < bytes.endIndex else { return nil }
        strings.append((String(decoding: bytes[..<end], as: UTF8.self), cursor.column, cursor.row))
        // An escape character that begins something else ends the string, too.
        let isWhole = isShort || bytes[end + 1] == UInt8(ascii: "\\")
        return end - bytes.startIndex + (isShort ? 2 : isWhole ? 3 : 1)
    }

    private mutating func put(_ text: String) {
        let scalar = text.unicodeScalars.first!
        if scalar.properties.generalCategory == .nonspacingMark {
            cells[cursor.row][max(0, cursor.column - (wrapsNext ? 0 : 1))].text += text
            return
        }
        let isWide = Self.isWide(scalar)
        if wrapsNext || isWide && cursor.column == columns - 1 {
            move(column: 0, row: cursor.row)
            lineFeed()
        }
        pen.text = text
        cells[cursor.row][cursor.column] = pen
        if isWide, cursor.column + 1 < columns {
            cursor.column += 1
            pen.text = ""
            cells[cursor.row][cursor.column] = pen
        }
        if cursor.column == columns - 1 { wrapsNext = true } else { cursor.column += 1 }
    }

    private static func isWide(_ scalar: UnicodeScalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    private mutating func move(column: Int, row: Int) {
        cursor = (min(max(column, 0), columns - 1), min(max(row, 0), rows - 1))
        wrapsNext = false
    }

    private mutating func lineFeed() {
        if cursor.row == region.upperBound - 1 {
            remove(1, at: region.lowerBound)
        } else {
            move(column: cursor.column, row: cursor.row + 1)
        }
    }

    private mutating func reverseLineFeed() {
        if cursor.row == region.lowerBound {
            insert(1, at: cursor.row)
        } else {
            move(column: cursor.column, row: cursor.row - 1)
        }
    }

    private mutating func insert(_ count: Int, at row: Int) {
        for _ in 0..<min(count, region.upperBound - row) {
            cells.remove(at: region.upperBound - 1)
            cells.insert(Array(repeating: Cell(), count: columns), at: row)
        }
    }

    private mutating func remove(_ count: Int, at row: Int) {
        for _ in 0..<min(count, region.upperBound - row) {
            cells.remove(at: row)
            cells.insert(Array(repeating: Cell(), count: columns), at: region.upperBound - 1)
        }
    }

    private mutating func erase(_ columns: Range<Int>, row: Int) {
        for column in columns.clamped(to: 0..<self.columns) { cells[row][column] = Cell() }
    }

    private mutating func control(_ parameters: String, _ final: UnicodeScalar) {
        let numbers = parameters.drop { $0 == "?" }.split(separator: ";", omittingEmptySubsequences: false)
            .map {
                Int($0) ?? 0
            }
        let count = max(1, numbers.first ?? 1)
        let (column, row) = cursor
        switch final {
        case "A": move(column: column, row: row - count)
        case "B": move(column: column, row: row + count)
        case "C": move(column: column + count, row: row)
        case "D": move(column: column - count, row: row)
        case "G": move(column: count - 1, row: row)
        case "d": move(column: column, row: count - 1)
        case "H": move(column: max(1, numbers.count > 1 ? numbers[1] : 1) - 1, row: count - 1)
        case "J": eraseScreen(numbers.first ?? 0)
        case "K":
            switch numbers.first ?? 0 {
            case 0: erase(column..<columns, row: row)
            case 1: erase(0..<column + 1, row: row)
            default: erase(0..<columns, row: row)
            }
        case "X": erase(column..<column + count, row: row)
        case "P":
            cells[row].removeSubrange(column..<min(columns, column + count))
            cells[row] += Array(repeating: Cell(), count: columns - cells[row].count)
        case "@":
            cells[row].insert(contentsOf: Array(repeating: Cell(), count: count), at: column)
            cells[row].removeLast(cells[row].count - columns)
        case "L": insert(count, at: row)
        case "M": remove(count, at: row)
        // A question about sixels.
        case "S" where parameters.hasPrefix("?"): break
        case "S": remove(count, at: region.lowerBound)
        case "T": insert(count, at: region.lowerBound)
        case "b":
            let repeated = pen.text
            for _ in 0..<count { put(repeated) }
        case "r":
            region = numbers.count == 2 ? max(0, numbers[0] - 1)..<min(rows, numbers[1]) : 0..<rows
            move(column: 0, row: 0)
        case "m": pen.select(parameters)
        case "h" where parameters.hasPrefix("?"): setModes(numbers, on: true)
        case "l" where parameters.hasPrefix("?"): setModes(numbers, on: false)
        default: break
        }
    }

    private mutating func eraseScreen(_ part: Int) {
        if part == 0 { erase(cursor.column..<columns, row: cursor.row) }
        if part == 1 { erase(0..<cursor.column + 1, row: cursor.row) }
        let whole = part == 0 ? cursor.row + 1..<rows : part == 1 ? 0..<cursor.row : 0..<rows
        for row in whole { erase(0..<columns, row: row) }
    }

    private mutating func setModes(_ numbers: [Int], on: Bool) {
        for number in numbers {
            if number == 1049, modes.contains(number) != on { eraseScreen(2) }
            if on { modes.insert(number) } else { modes.remove(number) }
        }
    }
}
