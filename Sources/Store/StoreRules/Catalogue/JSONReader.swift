/// Reads JSON (RFC 8259) strictly, for `CatalogueReader` and the manifest of a `BookFolder`, and says where
/// it stops being JSON. Foundation's readers on Linux give no place, or an offset inside a sentence
/// for debuggers.
package struct JSONReader {
    package struct Failure: Error {
        package let offset: Int
        package let reason: String
    }

    private static let deepestNesting = 100
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    private let bytes: [UInt8]
    private var offset = 0
    private var depth = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// A file's text without the byte order mark that some editors put before it.
    package static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    }

    /// The value that `bytes` (UTF-8) spell.
    package static func read(_ bytes: [UInt8]) throws(Failure) -> JSONNode {
        var reader = JSONReader(bytes)
        reader.skipSpace()
        let node = try reader.readValue()
        reader.skipSpace()
        guard reader.next == nil else { throw reader.failure("expected the end of the file") }
        return node
    }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private func failure(_ reason: String) -> Failure {
        let found =
            switch next {
            case nil: ", and the file ends here"
            case let byte? where (0x21...0x7E).contains(byte): ", found '\(Character(Unicode.Scalar(byte)))'"
            case _?: ""
            }
        return Failure(offset: offset, reason: reason + found)
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D { offset += 1 }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func readValue() throws(Failure) -> JSONNode {
        let start = offset
        let value: JSONNode.Value
        switch next {
        case UInt8(ascii: "{"): value = .object(try readObject())
        case UInt8(ascii: "["): value = .array(try readArray())
        case UInt8(ascii: "\""): value = .string(try readString())
        case let byte? where byte == UInt8(ascii: "-") || Self.digits.contains(byte):
            value = .number(try readNumber())
        case UInt8(ascii: "t"): value = try readWord("true", .bool(true))
        case UInt8(ascii: "f"): value = try readWord("false", .bool(false))
        case UInt8(ascii: "n"): value = try readWord("null", .null)
        default: throw failure("expected a value")
        }
        return JSONNode(value: value, offset: start)
    }

    private mutating func readWord(_ word: StaticString, _ value: JSONNode.Value) throws(Failure)
        -> JSONNode.Value
    {
        let text = word.description.utf8
        guard bytes[offset...].starts(with: text) else { throw failure("expected a value") }
        offset += text.count
        return value
    }

    private mutating func readArray() throws(Failure) -> [JSONNode] {
        var elements: [JSONNode] = []
        try readList(until: "]") { reader throws(Failure) in elements.append(try reader.readValue()) }
        return elements
    }

    private mutating func readObject() throws(Failure) -> [String: JSONNode] {
        var fields: [String: JSONNode] = [:]
        try readList(until: "}") { reader throws(Failure) in
            guard reader.next == UInt8(ascii: "\"") else { throw reader.failure("expected '\"' and a name") }
            let name = try reader.readString()
            reader.skipSpace()
            guard reader.skip(":") else { throw reader.failure("expected ':'") }
            reader.skipSpace()
            // If two fields have the same name, the last one counts, as with Apple's readers.
            fields[name] = try reader.readValue()
        }
        return fields
    }

    /// Reads a list between two brackets, with commas between the elements.
    private mutating func readList(
        until end: Unicode.Scalar, _ readElement: (inout JSONReader) throws(Failure) -> Void
    ) throws(Failure) {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepestNesting else {
            throw failure("more than \(Self.deepestNesting) levels of nesting")
        }
        offset += 1
        skipSpace()
        if skip(end) { return }
        while true {
            try readElement(&self)
            skipSpace()
            if skip(end) { return }
            guard skip(",") else { throw failure("expected ',' or '\(end)'") }
            skipSpace()
        }
    }

    private mutating func readNumber() throws(Failure) -> String {
        let start = offset
        _ = skip("-")
        if !skip("0") { try readDigits() }
        if skip(".") { try readDigits() }
        if skip("e") || skip("E") {
            if !skip("+") { _ = skip("-") }
            try readDigits()
        }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private mutating func readDigits() throws(Failure) {
        let start = offset
        while let byte = next, Self.digits.contains(byte) { offset += 1 }
        guard offset > start else { throw failure("expected a digit") }
    }

    private mutating func readString() throws(Failure) -> String {
        offset += 1
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                offset += 1
                try readEscape(into: &text)
            case 0..<0x20: throw failure("expected '\"' before the end of the line or a control character")
            default:
                text.append(byte)
                offset += 1
            }
        }
        throw failure("expected '\"'")
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
        UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    ]

    private mutating func readEscape(into text: inout [UInt8]) throws(Failure) {
        if let byte = next, let meaning = Self.escapes[byte] {
            text.append(meaning)
            offset += 1
        } else if skip("u") {
            var units = [try readCodeUnit()]
            if UTF16.isLeadSurrogate(units[0]), bytes[offset...].starts(with: "\\u".utf8) {
                offset += 2
                units.append(try readCodeUnit())
            }
            // Half a pair becomes the replacement character.
            text += Array(String(decoding: units, as: UTF16.self).utf8)
        } else {
            throw failure("unknown escape in a text")
        }
    }

    private mutating func readCodeUnit() throws(Failure) -> UInt16 {
        let digits = bytes[offset...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw failure("expected four hexadecimal digits") }
        offset += 4
        return unit
    }
}
