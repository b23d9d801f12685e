internal import StoreModel

/// Any JSON, with the caller's own fields and types. `NotificationOrder` changes notifications with it, the
/// delivery log shows them, and `ReceivedContents` checks what came from outside.
package enum JSONElement: Hashable, Sendable, Codable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case array([JSONElement])
    case object([String: JSONElement])

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONElement].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONElement].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension JSONElement {
    /// Whether bytes are JSON, even if a type cannot be read from them. If a number is too large for its
    /// type, or has a fraction, Foundation's decoder does not say which one.
    package static func canRead(_ bytes: some Sequence<UInt8>) -> Bool {
        (try? ReceivedJSON.decode(JSONElement.self, from: bytes)) != nil
    }

    /// An object with other values in its fields; anything else stays as it is.
    package func mappingFields(_ change: (String, JSONElement) throws -> JSONElement) rethrows -> JSONElement
    {
        guard case .object(let fields) = self else { return self }
        return .object(Dictionary(uniqueKeysWithValues: try fields.map { ($0, try change($0, $1)) }))
    }
}

extension [String: JSONElement] {
    /// The fields of an object. Throws `DecodingError` if the bytes are not a JSON object.
    package init(json: [UInt8]) throws { self = try ReceivedJSON.decode(from: json) }

    package var json: [UInt8] {
        get throws { try SentJSON.encode(self) }
    }

    /// Puts fields in the place of those with the same name; null takes a field away.
    package mutating func merge(_ fields: [String: JSONElement]) {
        for (name, value) in fields { self[name] = value == .null ? nil : value }
    }
}
