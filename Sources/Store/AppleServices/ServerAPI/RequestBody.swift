internal import StoreRules

/// The JSON object in a request to `ServerAPI`. Its fields are checked one by one, because each has its
/// own refusal.
struct RequestBody: Sendable {
    private let fields: [String: JSONElement]

    /// - Throws: `ServerAPIError.badRequest` if it is not a JSON object.
    init(_ json: [UInt8]) throws(ServerAPIError) {
        guard let fields = try? [String: JSONElement](json: json) else { throw .badRequest }
        self.fields = fields
    }

    /// Whether there is such a field; `null` counts as missing.
    func has(_ name: String) -> Bool { fields[name] ?? .null != .null }

    func text(_ name: String) -> String? { Self.text(of: fields[name]) }

    func integer(_ name: String) -> Int64? {
        if case .integer(let value) = fields[name] { value } else { nil }
    }

    func bool(_ name: String) -> Bool? {
        if case .bool(let value) = fields[name] { value } else { nil }
    }

    /// Nil also if some of the elements are not texts.
    func texts(_ name: String) -> [String]? {
        guard case .array(let elements) = fields[name] else { return nil }
        let texts = elements.compactMap { Self.text(of: $0) }
        return texts.count == elements.count ? texts : nil
    }

    private static func text(of element: JSONElement?) -> String? {
        if case .text(let value) = element { value } else { nil }
    }
}
