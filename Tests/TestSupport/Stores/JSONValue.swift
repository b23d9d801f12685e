internal import FoundationEssentials

/// JSON, type by type: a number is not a string, and true is not 1.
package enum JSONValue: Equatable, Decodable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    case null
    case bool(Bool)
    case number(Int64)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    package init(json: [UInt8]) throws { self = try JSONDecoder().decode(Self.self, from: Data(json)) }

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Int64.self) {
            self = .number(number)
        } else if let string = try? value.decode(String.self) {
            self = .string(string)
        } else if let array = try? value.decode([JSONValue].self) {
            self = .array(array)
        } else {
            self = .object(try value.decode([String: JSONValue].self))
        }
    }

    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .number(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(uniqueKeysWithValues: elements))
    }

    package subscript(name: String) -> JSONValue? {
        get { if case .object(let fields) = self { fields[name] } else { nil } }
        set {
            guard case .object(var fields) = self else { return }
            fields[name] = newValue
            self = .object(fields)
        }
    }

    package var string: String? { if case .string(let text) = self { text } else { nil } }
    package var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    package var names: [String] { if case .object(let fields) = self { fields.keys.sorted() } else { [] } }
}
