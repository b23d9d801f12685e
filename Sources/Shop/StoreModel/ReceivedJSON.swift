internal import FoundationEssentials
internal import Glibc

/// Decodes JSON from outside: the server reads JSON from clients, clients read it from a store, and both read
/// it from signed texts. Refuses JSON that is nested so deep that it would crash the program.
package enum ReceivedJSON {
    /// There is a comma after the last value of a list or an object. That is not JSON, but Foundation's
    /// reader takes it.
    package struct LastComma: Error {}

    /// There are more values than any request has. To decode them takes much longer than to count them.
    package struct TooManyValues: Error {}

    /// What a look at the bytes finds.
    private struct Contents {
        /// How many fields all objects have together. A name that comes twice counts twice.
        var fields = 0
        /// How many commas separate values.
        var commas = 0
        var hasLastComma = false
    }

    /// Deeper than anything that is sent. Foundation's reader takes 512 levels, and crashes if a text ends
    /// with the bracket of one more.
    private static let deepestNesting = 100

    /// More than any request has. A comparison has the most: three for each element, which has an identifier,
    /// and a version of two parts.
    private static let mostCommas = 4 * ComparisonRequest.mostElements

    /// Throws `DecodingError` if the bytes are not the value's JSON, or are nested too deep.
    package static func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, from bytes: some Sequence<UInt8>
    ) throws -> Value {
        try JSONDecoder().decode(type, from: checked(bytes).0)
    }

    /// Does the same with a text, and checks that `Value` knows all of its
    /// fields. Throws `UnknownField`, too, and if `isStrict`, as it is for requests, `LastComma` and
    /// `TooManyValues`. People may write such a comma in a file.
    ///
    /// - Parameter fields: how many fields a value uses, those of the objects in it too. If the text has as many,
    ///   it has no others, and is read without a record of them, because keeping one takes longer.
    package static func decodeKnown<Value: Decodable>(
        _ type: Value.Type = Value.self, from bytes: some Sequence<UInt8>, isStrict: Bool = false,
        fields: ((Value) -> Int)? = nil
    ) throws -> Value {
        let (data, contents) = try checked(bytes)
        if isStrict, contents.hasLastComma { throw LastComma() }
        if isStrict, contents.commas > mostCommas { throw TooManyValues() }
        // Whatever is wrong with the text is found below, and is named there.
        if let fields, let value = try? JSONDecoder().decode(type, from: data),
            fields(value) == contents.fields
        {
            return value
        }
        return try JSONDecoder().decode(
            Recorded<Value>.self, from: data, configuration: FieldRecord(fieldsInText: contents.fields)
        ).value
    }

    /// The bytes, and what is in them.
    private static func checked(_ bytes: some Sequence<UInt8>) throws -> (Data, Contents) {
        let data = bytes.withContiguousStorageIfAvailable { Data(buffer: $0) } ?? Data(bytes)
        guard let contents = data.withUnsafeBytes(contents) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "not UTF-8, or nested too deep"))
        }
        return (data, contents)
    }

    /// What is in the bytes; nil if they cannot be read.
    private static func contents(_ bytes: UnsafeRawBufferPointer) -> Contents? {
        // Foundation's reader also takes UTF-16. There, what looks like a quotation mark here
        // may be something else.
        guard bytes.length(before: 0) == nil else { return nil }
        var (contents, depth, position) = (Contents(), 0, 0)
        while position < bytes.count {
            switch bytes[position] {
            case quotationMark: position = bytes.endOfText(from: position + 1)
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > deepestNesting { return nil }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ":"): contents.fields += 1
            case UInt8(ascii: ","):
                contents.commas += 1
                if bytes.hasEnd(after: position) { contents.hasLastComma = true }
            default: break
            }
            position += 1
        }
        return contents
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

    /// Whether the next byte that is not blank ends a list or an object.
    fileprivate func hasEnd(after position: Int) -> Bool {
        for byte in self[(position + 1)...] {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): continue
            case UInt8(ascii: "]"), UInt8(ascii: "}"): return true
            default: return false
            }
        }
        return false
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
