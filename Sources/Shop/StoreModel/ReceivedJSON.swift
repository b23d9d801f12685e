internal import FoundationEssentials
internal import Glibc

/// Decodes JSON from outside: the server reads JSON from clients, clients read it from a store, and both read
/// it from signed texts. Refuses JSON that is nested so deep that it would crash the program.
package enum ReceivedJSON {
    /// Deeper than anything that is sent. Foundation's reader takes 512 levels, and crashes if a text ends
    /// with the bracket of one more.
    private static let deepestNesting = 100

    /// Throws `DecodingError` if the bytes are not the value's JSON, or are nested too deep.
    package static func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, from bytes: some Sequence<UInt8>
    ) throws -> Value {
        try JSONDecoder().decode(type, from: checked(bytes).0)
    }

    /// Does the same with a text, and checks that `Value` knows all of its
    /// fields. Throws `UnknownField`, too.
    package static func decodeKnown<Value: Decodable>(
        _ type: Value.Type = Value.self, from bytes: some Sequence<UInt8>
    ) throws -> Value {
        let (data, fields) = try checked(bytes)
        return try JSONDecoder().decode(
            Recorded<Value>.self, from: data, configuration: FieldRecord(fieldsInText: fields)
        ).value
    }

    /// The bytes, and how many fields all objects in them have together. A name that comes twice counts twice.
    private static func checked(_ bytes: some Sequence<UInt8>) throws -> (Data, fields: Int) {
        let data = bytes.withContiguousStorageIfAvailable { Data(buffer: $0) } ?? Data(bytes)
        guard let fields = data.withUnsafeBytes(fields) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "not UTF-8, or nested too deep"))
        }
        return (data, fields)
    }

    /// How many fields there are; nil if the bytes cannot be read.
    private static func fields(_ bytes: UnsafeRawBufferPointer) -> Int? {
        // Foundation's reader also takes UTF-16. There, what looks like a quotation mark here
        // may be something else.
        guard bytes.length(before: 0) == nil else { return nil }
        var (fields, depth, position) = (0, 0, 0)
        while position < bytes.count {
            switch bytes[position] {
            case quotationMark: position = bytes.endOfText(from: position + 1)
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > deepestNesting { return nil }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ":"): fields += 1
            default: break
            }
            position += 1
        }
        return fields
    }
}

private let quotationMark = UInt8(ascii: "\"")

// Texts may be long: most of the bytes of a receipt are one text. So they are not looked at one by one.
extension UnsafeRawBufferPointer {
    /// How many bytes come before the next byte with a value; nil if there is no such byte.
    func length(from start: Int = 0, before value: UInt8) -> Int? {
        guard let base = baseAddress, let found = memchr(base + start, Int32(value), count - start) else {
            return nil
        }
        return UnsafeRawPointer(found) - (base + start)
    }

    /// The quotation mark that ends a text; the end of all if nothing ends it.
    fileprivate func endOfText(from start: Int) -> Int {
        var end = start
        while let length = length(from: end, before: quotationMark) {
            end += length
            let backslashes = self[start..<end].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
            if backslashes.isMultiple(of: 2) { return end }
            end += 1
        }
        return count
    }
}
