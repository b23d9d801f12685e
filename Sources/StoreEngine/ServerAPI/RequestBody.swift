internal import StoreModel

/// The JSON object in a request, whose fields are looked at one by one, because each has its own refusal.
struct RequestBody: Sendable {
    private let fields: [String: Value]

    /// - Throws: `ServerAPIError.badRequest` where it is no JSON object.
    init(_ json: [UInt8]) throws(ServerAPIError) {
        guard let fields = try? ReceivedJSON.decode([String: Value].self, from: json) else { throw .badRequest }
        self.fields = fields
    }

    /// Whether there is such a field; `null` counts as none.
    func has(_ name: String) -> Bool { fields[name].map { $0 != .null } ?? false }

    func text(_ name: String) -> String? {
        if case .text(let text)? = fields[name] { text } else { nil }
    }

    func integer(_ name: String) -> Int64? {
        if case .integer(let integer)? = fields[name] { integer } else { nil }
    }

    func bool(_ name: String) -> Bool? {
        if case .bool(let bool)? = fields[name] { bool } else { nil }
    }

    func texts(_ name: String) -> [String]? {
        if case .texts(let texts)? = fields[name] { texts } else { nil }
    }

    private enum Value: Hashable, Sendable, Decodable {
        case null, other
        case bool(Bool)
        case integer(Int64)
        case text(String)
        case texts([String])

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self = .null
            } else if let bool = try? value.decode(Bool.self) {
                self = .bool(bool)
            } else if let integer = try? value.decode(Int64.self) {
                self = .integer(integer)
            } else if let text = try? value.decode(String.self) {
                self = .text(text)
            } else {
                self = (try? value.decode([String].self)).map(Value.texts) ?? .other
            }
        }
    }
}
