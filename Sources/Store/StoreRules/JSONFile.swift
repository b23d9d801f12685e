internal import FoundationEssentials
internal import StoreModel

/// Reads the JSON files that people write by hand, the catalogue and the manifest of a `BookFolder`, and says
/// where they are wrong.
enum JSONFile {
    /// What is wrong, after the place: a field, such as `products[2].type`, or a line and column.
    struct Fault: Error, Hashable, CustomStringConvertible {
        let description: String

        init(_ reason: String, at place: String) {
            description = place.isEmpty ? reason : "\(place): \(reason)"
        }
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws(Fault) -> Value {
        do { _ = try UTF8Span(validating: bytes.span) } catch {
            throw Fault("not UTF-8 text", at: place(of: error.byteOffsets.lowerBound, in: bytes))
        }
        do { return try ReceivedJSON.decode(from: bytes) } catch {
            throw (error as? DecodingError).map { fault($0, in: bytes) } ?? Fault("\(error)", at: "")
        }
    }

    private static func fault(_ error: DecodingError, in bytes: [UInt8]) -> Fault {
        switch error {
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            let expected = type is [Any].Type ? "an array" : type is String.Type ? "a text" : "an object"
            return Fault("not \(expected)", at: context.codingPath.place)
        case .keyNotFound(let key, let context):
            return Fault("missing", at: (context.codingPath + [key]).place)
        case .dataCorrupted(let context):
            // Foundation's decoder on Linux does not say where.
            return endOfJSON(in: bytes).map { Fault("not JSON from here on", at: place(of: $0, in: bytes)) }
                ?? Fault("not JSON that this program reads", at: context.codingPath.place)
        @unknown default: return Fault("\(error)", at: "")
        }
    }

    private static func place(of offset: Int, in bytes: [UInt8]) -> String {
        let lines = bytes[..<offset].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // Bytes of the form 10xxxxxx continue a character and do not count.
        let before = (lines.last ?? []).count(where: { $0 & 0xC0 != 0x80 })
        return "line \(lines.count), column \(before + 1)"
    }
}

extension JSONFile {
    private enum Expected { case value, valueOrEnd, name, nameOrEnd, colon, commaOrEnd }

    /// The offset at which a text stops being JSON; nil if it does not.
    private static func endOfJSON(in bytes: [UInt8]) -> Int? {
        var brackets: [UInt8] = []
        var expected = Expected.value
        var offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while true {
            while offset < bytes.count, " \t\r\n".utf8.contains(bytes[offset]) { offset += 1 }
            let isComplete = expected == .commaOrEnd && brackets.isEmpty
            guard offset < bytes.count, !isComplete else {
                return isComplete && offset == bytes.count ? nil : offset
            }
            let token = token(in: bytes[offset...])
            switch (expected, token.first) {
            case (.value, UInt8(ascii: "{")), (.valueOrEnd, UInt8(ascii: "{")):
                brackets.append(UInt8(ascii: "}"))
                expected = .nameOrEnd
            case (.value, UInt8(ascii: "[")), (.valueOrEnd, UInt8(ascii: "[")):
                brackets.append(UInt8(ascii: "]"))
                expected = .valueOrEnd
            case (.nameOrEnd, brackets.last), (.valueOrEnd, brackets.last), (.commaOrEnd, brackets.last):
                brackets.removeLast()
                expected = .commaOrEnd
            case (.commaOrEnd, UInt8(ascii: ",")):
                expected = brackets.last == UInt8(ascii: "}") ? .name : .value
            case (.colon, UInt8(ascii: ":")): expected = .value
            case (.name, UInt8(ascii: "\"")), (.nameOrEnd, UInt8(ascii: "\"")):
                guard JSONElement.canRead(token) else { return offset }
                expected = .colon
            case (.value, _), (.valueOrEnd, _):
                guard JSONElement.canRead(token) else { return offset }
                expected = .commaOrEnd
            default: return offset
            }
            offset = token.endIndex
        }
    }

    /// The bracket, comma, colon, text, number or word that the bytes begin with.
    private static func token(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard bytes.first == UInt8(ascii: "\"") else {
            let word = bytes.prefix { !" \t\r\n[]{},:\"".utf8.contains($0) }
            return word.isEmpty ? bytes.prefix(1) : word
        }
        var isEscaped = false
        let end = bytes.dropFirst().firstIndex { byte in
            if isEscaped || byte != UInt8(ascii: "\\") {
                defer { isEscaped = false }
                return !isEscaped && byte == UInt8(ascii: "\"")
            }
            isEscaped = true
            return false
        }
        return end.map { bytes[...$0] } ?? bytes
    }
}

/// A field that does not have to be of its type: if it is not, `value` is nil.
struct Lenient<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) { value = try? decoder.singleValueContainer().decode(Value.self) }
}
