internal import FoundationEssentials

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
        try decode(type, from: bytes, with: JSONDecoder())
    }

    /// Does the same with a text, and checks that `Value` knows all of its
    /// fields. Throws `UnknownField`, too.
    package static func decodeKnown<Value: Decodable>(
        _ type: Value.Type = Value.self, from bytes: some Sequence<UInt8>
    ) throws -> Value {
        let (decoder, record) = (JSONDecoder(), FieldRecord())
        if let key = FieldRecord.key { decoder.userInfo[key] = record }
        let value = try decode(Recorded<Value>.self, from: bytes, with: decoder).value
        if let unknown = record.unknown { throw unknown }
        return value
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: some Sequence<UInt8>, with decoder: JSONDecoder
    ) throws -> Value {
        let data = Data(bytes)
        guard data.withUnsafeBytes(canBeRead) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "not UTF-8, or nested too deep"))
        }
        return try decoder.decode(type, from: data)
    }

    private static func canBeRead(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var (depth, isInText, isEscaped) = (0, false, false)
        for byte in bytes {
            switch byte {
            // Foundation's reader also takes UTF-16. There, what looks like a quotation mark here
            // may be something else.
            case 0: return false
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isInText: isEscaped = true
            case UInt8(ascii: "\""): isInText.toggle()
            case _ where isInText: break
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > deepestNesting { return false }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return true
    }
}
