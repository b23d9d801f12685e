internal import FoundationEssentials

/// Decodes JSON that came from outside: for the server from clients, for clients from a store, for both from
/// a signed text. JSON that is nested so deep that it would end the program is refused.
package enum ReceivedJSON {
    /// Deeper than anything that is sent. Foundation's reader takes 512 levels, and ends the program where a
    /// text ends with the bracket of one more.
    private static let deepestNesting = 100

    /// Throws `DecodingError` where the bytes are not the value's JSON, or are nested too deep.
    package static func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, from bytes: some Sequence<UInt8>
    ) throws -> Value {
        try decode(type, from: bytes, with: JSONDecoder())
    }

    /// The same of a text all of whose fields `Value` is to know. Throws `UnknownField`, too.
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
            // Foundation's reader takes UTF-16, too, in which what looks like a quotation
            // mark here is none there.
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
