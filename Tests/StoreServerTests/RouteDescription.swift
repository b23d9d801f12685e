import Foundation
import NIOCore
import StoreModel
import StoreRules
import TestSupport

@testable import StoreServer

/// What `openapi.json` says about the routes of a server.
struct RouteDescription {
    struct Operation: Sendable {
        let method: String
        let path: String
        /// The scheme of the credentials that it needs; nil if it answers everybody.
        let credentials: String?
        /// The statuses of its answers.
        let statuses: Set<Int>
        let parameters: [Parameter]
        /// Whether it takes a body of any kind.
        let takesBody: Bool
        /// What a body of JSON has to be; nil if it takes none.
        let body: Schema?
        let needsBody: Bool

        var name: String { "\(method) \(path)" }

        /// Its path, with examples of its parameters if no other values are given.
        func path(with values: [String: String]) -> String {
            parameters.filter { $0.place == "path" }.reduce(path) {
                $0.replacing("{\($1.name)}", with: values[$1.name] ?? $1.schema.example.text)
            }
        }
    }

    struct Parameter: Sendable {
        let name: String
        /// `path`, `query` or `header`.
        let place: String
        let schema: Schema
    }

    let operations: [Operation]

    /// The routes of the server as it is built.
    init() throws {
        let file = Array(StoreRoutes.description.readableBytesView)
        let root = JSONElement.object(try [String: JSONElement](json: file))
        let paths = Self.resolved(root["paths"] ?? .null, in: root).fields
        operations = paths.flatMap { path, item in
            item.fields.map { Operation(method: $0.uppercased(), path: path, $1) }
        }
        .filter { Self.isServed($0.name) }
        .sorted { $0.name < $1.name }
    }

    private static func isServed(_ name: String) -> Bool {
        #if AppleServices
        true
        #else
        !name.contains("/inApps/") && name != "POST /admin/v1/purchases"
            && !["notifications", "scenarios", "retention"].contains { name.contains("/admin/v1/\($0)") }
            && !["request-refund", "decline-refund", "consumption"].contains { name.hasSuffix("{id}/\($0)") }
        #endif
    }

    /// The value with what its references refer to. No value refers to itself.
    private static func resolved(_ value: JSONElement, in root: JSONElement) -> JSONElement {
        if let reference = value["$ref"]?.text {
            let names = reference.split(separator: "/").dropFirst()
            return resolved(names.reduce(root) { $0[String($1)] ?? .null }, in: root)
        }
        if case .array(let elements) = value { return .array(elements.map { resolved($0, in: root) }) }
        return value.mappingFields { resolved($1, in: root) }
    }
}

extension RouteDescription.Operation {
    init(method: String, path: String, _ json: JSONElement) {
        (self.method, self.path) = (method, path)
        let schemes = json["security"]?.elements ?? []
        // If one of the schemes is empty, a request needs no credentials.
        credentials = schemes.contains { $0.fields.isEmpty } ? nil : schemes.first?.fields.keys.first
        statuses = Set((json["responses"]?.fields ?? [:]).keys.compactMap { Int($0) })
        parameters = (json["parameters"]?.elements ?? []).map {
            RouteDescription.Parameter(
                name: $0["name"]?.text ?? "", place: $0["in"]?.text ?? "",
                schema: Schema($0["schema"] ?? .null))
        }
        takesBody = json["requestBody"] != nil
        body = json["requestBody"]?["content"]?["application/json"]?["schema"].map(Schema.init)
        needsBody = json["requestBody"]?["required"] == .bool(true)
    }
}

/// A schema of JSON, as far as `openapi.json` uses it.
struct Schema: Sendable {
    /// The names of the types; empty for any.
    private(set) var types: Set<String> = []
    private var values: [JSONElement] = []
    private var minimum: Int64?
    private var maximum: Int64?
    private var shortest: Int?
    private var longest: Int?
    private var pattern: String?
    private var isUUID = false
    private var mostItems: Int?
    private var items: [Schema] = []
    private var properties: [String: Schema] = [:]
    private var required: Set<String> = []
    private var isClosed = false

    init(_ json: JSONElement) {
        let types = json["type"].map { $0.elements.isEmpty ? [$0] : $0.elements } ?? []
        self.types = Set(types.map(\.text))
        if types.isEmpty, let choices = json["anyOf"] ?? json["oneOf"] {
            let schemas = choices.elements.map(Schema.init)
            let others = schemas.filter { $0.types != ["null"] }
            // Only the type is known of a choice between several.
            if others.count == 1 { self = others[0] }
            self.types = schemas.reduce(into: []) { $0.formUnion($1.types) }
            return
        }
        if let parts = json["allOf"]?.elements.map(Schema.init) {
            for part in parts {
                self.types.formUnion(part.types)
                (shortest, longest) = (shortest ?? part.shortest, longest ?? part.longest)
                pattern = pattern ?? part.pattern
                properties.merge(part.properties) { $1 }
                required.formUnion(part.required)
            }
            return
        }
        values = json["enum"]?.elements ?? json["const"].map { [$0] } ?? []
        if types.isEmpty, !values.isEmpty { self.types = ["string"] }
        (minimum, maximum) = (json["minimum"]?.number, json["maximum"]?.number)
        shortest = json["minLength"]?.number.map(Int.init)
        longest = json["maxLength"]?.number.map(Int.init)
        pattern = json["pattern"]?.text
        isUUID = json["format"]?.text == "uuid"
        mostItems = json["maxItems"]?.number.map(Int.init)
        items = json["items"].map { [Schema($0)] } ?? []
        properties = (json["properties"]?.fields ?? [:]).mapValues(Schema.init)
        required = Set((json["required"]?.elements ?? []).map(\.text))
        isClosed = json["additionalProperties"] == .bool(false)
    }

    private static let texts = [
        "jane", "1", "a long password", "USD", "0d4f6a8e-0000-7000-8000-000000000000",
        "guest-0b5b4d7c-1f0e-4f6e-9d46-2f4f0f9c5a11", String(repeating: "A", count: 43) + "=",
        "http://127.0.0.1:9/", "ABCDE12345", "0d4f6a8e-0000-7000-8000-000000000000_1795000000000",
    ]

    private func takes(_ text: String) -> Bool {
        let matches = pattern.map { pattern in (try? Regex(pattern)).map { text.contains($0) } ?? false }
        return matches ?? true && (!isUUID || UUID(uuidString: text) != nil)
            && text.count >= shortest ?? 0 && text.count <= longest ?? .max
    }

    /// A value that it allows, with the fields that are required, and no others.
    var example: JSONElement {
        if let value = values.first { return value }
        if types.contains("string") { return .text(Self.texts.first { takes($0) } ?? "") }
        if types.contains("integer") { return .integer(minimum ?? 1) }
        if types.contains("boolean") { return .bool(true) }
        if types.contains("array") { return .array([]) }
        let fields = properties.filter { required.contains($0.key) }.map { name, schema in
            (name, name == "product" ? .text(MonkeyCredits.five.rawValue) : schema.example)
        }
        return .object(Dictionary(uniqueKeysWithValues: fields))
    }

    /// The text in a field of an example.
    func exampleText(of field: String) -> String { example[field]?.text ?? "" }

    /// Whether a value that is not a number is of another type, or a word that nobody knows.
    func refuses(_ word: String) -> Bool {
        types == ["integer"] || !values.isEmpty && !values.contains(.text(word))
            || types == ["array"] && items.contains { $0.refuses(word) }
    }

    /// A value that it does not allow, and what is wrong with it.
    struct Refused: Sendable {
        var fault: String
        var value: JSONElement
    }

    /// Values each of which breaks one of its rules.
    var refused: [Refused] {
        var refused: [Refused] = []
        func add(_ fault: String, _ value: JSONElement) {
            refused.append(Refused(fault: fault, value: value))
        }
        let others: [(String, JSONElement)] = [
            ("integer", .integer(7)), ("string", .text("text")), ("array", .array([])),
        ]
        if !types.isEmpty, let other = others.first(where: { !types.contains($0.0) }) {
            add("is of the type \(other.0)", other.1)
        }
        if types.contains("string") {
            if !values.isEmpty { add("is a word that nobody knows", .text("bananas")) }
            if shortest ?? 0 > 0 { add("is empty", .text("")) }
            if let longest {
                let text = example.text
                let padding = String(repeating: "a", count: longest + 1 - text.count)
                add("is too long", .text(text + padding))
            }
            if pattern?.hasPrefix(#"^[^\u0000"#) == true { add("has a NUL", .text("a\u{0}b")) }
        }
        if types.contains("integer") {
            add("is a fraction", .number(1.5))
            if let minimum { add("is too small", .integer(minimum - 1)) }
            if let maximum, maximum < .max { add("is too large", .integer(maximum + 1)) }
        }
        if let item = items.first {
            if let mostItems {
                add("is too long", .array(Array(repeating: item.example, count: mostItems + 1)))
            }
            for one in item.refused {
                refused.append(Refused(fault: "has a part that \(one.fault)", value: .array([one.value])))
            }
        }
        let example = example.fields
        for (name, schema) in properties {
            for value in schema.refused {
                let object = example.merging([name: value.value]) { $1 }
                add("has a field \(name) that \(value.fault)", .object(object))
            }
            if required.contains(name) { add("has no \(name)", .object(example.filter { $0.key != name })) }
        }
        if isClosed {
            add("has a field that nobody knows", .object(example.merging(["bananas": .integer(1)]) { $1 }))
        }
        return refused
    }
}

extension JSONElement {
    fileprivate subscript(name: String) -> JSONElement? { fields[name] }

    fileprivate var fields: [String: JSONElement] {
        if case .object(let fields) = self { fields } else { [:] }
    }
    fileprivate var elements: [JSONElement] { if case .array(let elements) = self { elements } else { [] } }
    fileprivate var number: Int64? { if case .integer(let number) = self { number } else { nil } }

    /// A text, or a number or a truth value as one.
    var text: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .bool(let value): String(value)
        default: ""
        }
    }
}
