internal import StoreModel
internal import StoreRules

/// The JSON object in a request to `ServerAPI`. Its fields are checked one by one, because each has its
/// own refusal.
struct RequestBody: Sendable {
    private let fields: [String: Field]

    /// - Throws: `ServerAPIError.badRequest` if it is not a JSON object.
    init(_ json: [UInt8]) throws(ServerAPIError) {
        guard let fields = try? ReceivedJSON.decode([String: Field].self, from: json) else {
            throw .badRequest
        }
        self.fields = fields
    }

    /// Whether there is such a field; `null` counts as missing.
    func has(_ name: String) -> Bool { fields[name]?.isNull == false }
    func text(_ name: String) -> String? { fields[name]?.text }
    func integer(_ name: String) -> Int64? { fields[name]?.integer }
    func bool(_ name: String) -> Bool? { fields[name]?.bool }
    func texts(_ name: String) -> [String]? { fields[name]?.texts }

    /// The value of a field, read as each type that a field may have.
    private struct Field: Sendable, Decodable {
        let isNull: Bool
        let text: String?
        let integer: Int64?
        let bool: Bool?
        let texts: [String]?

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            isNull = value.decodeNil()
            text = try? value.decode(String.self)
            integer = try? value.decode(Int64.self)
            bool = try? value.decode(Bool.self)
            texts = try? value.decode([String].self)
        }
    }
}
