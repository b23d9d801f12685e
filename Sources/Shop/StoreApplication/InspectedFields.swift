package import StoreEvents
package import StoreModel

/// What a signed transaction says, for the inspector. `TransactionManager` asks for it.
extension TransactionInspected.Field {
    /// The fields of what is signed, in the order of the JSON; empty if it is not a signed JSON object. No
    /// signature is checked.
    package static func all(of signed: SignedTransaction) -> [TransactionInspected.Field] {
        guard let json = signed.payloadBytes,
            (try? ReceivedJSON.decode([String: Anything].self, from: json)) != nil
        else { return [] }
        return members(of: json).compactMap { name, value in
            guard let name = text(name) else { return nil }
            if let text = text(value) { return Self(name: name, value: text) }
            let value = String(decoding: value, as: UTF8.self)
            let date = name.hasSuffix("Date") ? Int64(value).map(Timestamp.init(milliseconds:)) : nil
            return Self(name: name, value: value, date: date.flatMap { Timestamp.written ~= $0 ? $0 : nil })
        }
    }

    /// Any value; none of it is kept.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    private static func text(_ json: [UInt8]) -> String? { try? ReceivedJSON.decode(String.self, from: json) }

    /// Cuts the JSON of an object into names and values, without the white space between them. A decoder
    /// would not keep their order.
    private static func members(of json: [UInt8]) -> [(name: [UInt8], value: [UInt8])] {
        var members: [(name: [UInt8], value: [UInt8])] = []
        var (name, token): ([UInt8], [UInt8]) = ([], [])
        var (depth, isInText, isEscaped) = (0, false, false)
        func end() {
            if !name.isEmpty { members.append((name, token)) }
            (name, token) = ([], [])
        }
        for byte in json {
            if isInText {
                isInText = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                token.append(byte)
                continue
            }
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): continue
            case UInt8(ascii: "\""): isInText = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                if depth == 1 {
                    token = []
                    continue
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 {
                    end()
                    continue
                }
            case UInt8(ascii: ":") where depth == 1:
                (name, token) = (token, [])
                continue
            case UInt8(ascii: ",") where depth == 1:
                end()
                continue
            default: break
            }
            token.append(byte)
        }
        return members
    }
}
