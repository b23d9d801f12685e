/// One value of a JSON text, and its place there. `JSONReader` reads it for
/// catalogues and the manifests of books.
package struct JSONNode: Sendable {
    enum Value: Sendable {
        case object([String: JSONNode])
        case array([JSONNode])
        case string(String)
        /// The digits as written: no price goes through floating point.
        case number(String)
        case bool(Bool)
        case null
    }

    let value: Value
    /// Where it begins, in bytes from the start of the text.
    package let offset: Int

    /// A field of an object; nil if it is missing or null, or if this is not an object.
    package subscript(key: String) -> JSONNode? {
        guard let node = field(key) else { return nil }
        if case .null = node.value { return nil }
        return node
    }

    var isObject: Bool {
        if case .object = value { true } else { false }
    }

    /// A field of an object, even if it is null.
    func field(_ key: String) -> JSONNode? {
        if case .object(let fields) = value { fields[key] } else { nil }
    }

    package var elements: [JSONNode]? {
        if case .array(let elements) = value { elements } else { nil }
    }

    package var text: String? {
        if case .string(let text) = value { text } else { nil }
    }

    var integer: Int? {
        if case .number(let digits) = value { Int(digits) } else { nil }
    }

    var isTrue: Bool {
        if case .bool(true) = value { true } else { false }
    }
}
