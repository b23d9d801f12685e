internal import TestSupport

/// The random changes to an input of the fuzzer: to its bytes, and to the values in JSON.
enum Mutation {
    /// An input with one or more changes, some of them with pieces of `other`.
    static func of(_ input: [UInt8], with other: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = input
        repeat {
            if Int.random(in: 0..<3, using: &random) == 0 {
                changeValue(in: &bytes, &random)
            } else {
                change(&bytes, other, &random)
            }
        } while Bool.random(using: &random)
        return Array(bytes.prefix(mostBytes))
    }

    /// With longer inputs there would only be fewer of them.
    private static let mostBytes = 1 << 20

    /// Byte sequences that often break readers: these texts, and bytes that are no text.
    private static let pieces: [[UInt8]] = texts.map { Array($0.utf8) } + noTexts
    private static let texts: [String] = [
        "\0", "\r\n", "\r\n\r\n", "\n", "%00", "%", "../", "/", "?", "#", "\"", "\\", "{", "}", "[", "]", ",",
        ":", ".", "$", "=", " ", "\t", "\u{FFFD}", "\u{202E}", "\u{1F435}", "e\u{301}", "\\u0000", "\\ud800",
        "-1", "0", "999999999999999999999", "true", "null", "\u{1B}[", "--", "' OR 1=1 --", "Infinity",
    ]
    private static let noTexts: [[UInt8]] = [
        [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80], [0x30, 0x80],
    ]

    private static let numbers: [Int] = [
        0, 1, -1, 9, 10, 11, 63, 64, 65, 127, 128, 255, 256, 999, 1000, 1001, 32_767, 32_768, 65_535, 65_536,
        Int(Int32.max), Int(Int32.max) + 1, .max, .max - 1, .min, .min + 1, 1 << 53,
    ]

    private static func change(_ bytes: inout [UInt8], _ other: [UInt8], _ random: inout SeededGenerator) {
        let range = self.range(in: bytes, &random)
        switch Int.random(in: 0..<11, using: &random) {
        case 0 where !bytes.isEmpty:
            bytes[Int.random(in: bytes.indices, using: &random)] ^=
                1 << UInt8.random(in: 0..<8, using: &random)
        case 1 where !bytes.isEmpty:
            bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0 ... .max, using: &random)
        case 2: bytes.removeSubrange(range)
        case 3: bytes.insert(contentsOf: bytes[range], at: range.lowerBound)
        case 4: bytes.replaceSubrange(range, with: other[self.range(in: other, &random)])
        case 5:
            let count = Int.random(in: 1...16, using: &random)
            bytes.insert(
                contentsOf: (0..<count).map { _ in .random(in: 0 ... .max, using: &random) },
                at: range.lowerBound)
        case 6: bytes.insert(contentsOf: pieces.randomElement(using: &random)!, at: range.lowerBound)
        case 7:
            let count = 1 << Int.random(in: 2...16, using: &random)
            bytes.insert(
                contentsOf: [UInt8](repeating: bytes.randomElement(using: &random) ?? 0, count: count),
                at: range.lowerBound)
        case 8: bytes.removeSubrange(range.lowerBound...)
        case 9:
            let number = numbers.randomElement(using: &random)!
            let size = [1, 2, 4, 8].randomElement(using: &random)!
            let little = (0..<size).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
            let end = min(range.lowerBound + size, bytes.count)
            bytes.replaceSubrange(
                range.lowerBound..<end, with: Bool.random(using: &random) ? little : little.reversed())
        default: changeNumber(in: &bytes, &random)
        }
    }

    /// Some of the bytes, mostly few.
    private static func range(in bytes: [UInt8], _ random: inout SeededGenerator) -> Range<Int> {
        let start = Int.random(in: 0...bytes.count, using: &random)
        let most = min(bytes.count - start, 1 << Int.random(in: 0...12, using: &random))
        return start..<start + Int.random(in: 0...most, using: &random)
    }

    /// A random part of a long input, in which to look for a value.
    private static func place(in bytes: [UInt8], _ random: inout SeededGenerator) -> Range<Int> {
        let size = 4096
        guard bytes.count > size else { return bytes.indices }
        let start = Int.random(in: 0...bytes.count - size, using: &random)
        return start..<start + size
    }

    private static func changeNumber(in bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let place = place(in: bytes, &random)
        let starts = place.filter {
            isDigit(bytes[$0]) && ($0 == place.lowerBound || !isDigit(bytes[$0 - 1]))
        }
        guard let start = starts.randomElement(using: &random) else { return }
        let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
        bytes.replaceSubrange(start..<end, with: Array(String(numbers.randomElement(using: &random)!).utf8))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

extension Mutation {
    /// Replaces a value of JSON anywhere in the bytes by one of another type or size.
    private static func changeValue(in bytes: inout [UInt8], _ random: inout SeededGenerator) {
        guard let range = values(in: bytes, place(in: bytes, &random)).randomElement(using: &random) else {
            return
        }
        bytes.replaceSubrange(range, with: value(&random))
    }

    /// The places of strings, numbers and words.
    private static func values(in bytes: [UInt8], _ place: Range<Int>) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var index = place.lowerBound
        while index < place.upperBound {
            let start = index
            index += 1
            if bytes[start] == UInt8(ascii: "\"") {
                while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                index = min(index + 1, bytes.count)
                ranges.append(start..<index)
            } else if isWord(bytes[start]) {
                while index < bytes.count, isWord(bytes[index]) { index += 1 }
                ranges.append(start..<index)
            }
        }
        return ranges
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
        default: isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
    }

    private static func value(_ random: inout SeededGenerator) -> [UInt8] {
        let fixed: [String] = [
            "null", "true", "false", "0", "-0", "-1", "1e400", "-1e400", "1e-400", "1.5", "0.1", "1e18",
            "1e19", "01",
            "NaN",
            "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551616",
            "\"\"",
            "\"\\u0000\"", "\"\\ud800\"", "\"a\\u0000b\"", "\"\\u202e\"", "\"\u{1F468}\u{200D}\u{1F469}\"",
            "[]", "{}",
            "[null]", "{\"\":{}}",
            "\"1\"", "\"-1\"", "\"9223372036854775808\"", "\"P1D\"", "\"P99999999999D\"",
            "\"2026-01-01T00:00:00Z\"",
        ]
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return Array("\(numbers.randomElement(using: &random)!)".utf8)
        case 1: return Array("\"\(numbers.randomElement(using: &random)!)\"".utf8)
        case 2:
            let count = 1 << Int.random(in: 2...16, using: &random)
            let letters = String(repeating: Bool.random(using: &random) ? "a" : "\u{E9}", count: count)
            return Array("\"\(letters)\"".utf8)
        case 3:
            let depth = 1 << Int.random(in: 1...14, using: &random)
            let isClosed = Bool.random(using: &random)
            let start = String(repeating: "[", count: depth)
            let end = isClosed ? String(repeating: "]", count: depth) : ""
            return Array((start + end).utf8)
        case 4:
            let depth = 1 << Int.random(in: 1...12, using: &random)
            let start = String(repeating: "{\"a\":", count: depth)
            let end = String(repeating: "}", count: depth)
            return Array("\(start)1\(end)".utf8)
        default: return Array(fixed.randomElement(using: &random)!.utf8)
        }
    }
}
