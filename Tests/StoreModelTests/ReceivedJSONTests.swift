import Foundation
import StoreModel
import Testing

@Suite("JSON from outside", .timeLimit(.minutes(5))) struct ReceivedJSONTests {
    /// All texts of up to five of the characters that could be taken for the end of a text, or for the nesting
    /// of its place.
    private static let texts: [String] = {
        var texts = [""]
        for length in 0..<5 {
            texts += texts.filter { $0.count == length }.flatMap { text in #""\[}"#.map { text + [$0] } }
        }
        return texts
    }()

    @Test func `is read up to a hundred levels deep, whatever its texts look like`() throws {
        for text in Self.texts {
            let json = String(
                decoding: try JSONEncoder().encode(Array(repeating: text, count: 120)), as: UTF8.self)
            let whole = #"{"texts": \#(json), "nested": "#
            let (hundred, more) = (nested(99), nested(100))
            let read = try ReceivedJSON.decode(Texts.self, from: (whole + hundred + "}").utf8)
            #expect(read.texts.allSatisfy { $0 == text }, "\(text)")
            #expect(throws: DecodingError.self, "\(text)") {
                try ReceivedJSON.decode(Texts.self, from: (whole + more + "}").utf8)
            }
        }
    }

    @Test("is refused if a text does not end", arguments: [#"""#, #"{"a"#, #"["a\""#, #"["a\\\""#])
    func unended(json: String) throws {
        #expect(throws: DecodingError.self) { try ReceivedJSON.decode(Texts.self, from: json.utf8) }
    }

    @Test(
        "is refused in requests if there is a comma after the last of a list or an object",
        arguments: [
            #"{"texts": ["a",]}"#, #"{"texts": ["a"],}"#, "{\"texts\": [\"a\" , \r\n\t]}",
            #"{"texts": ["a"], "nested": [[1,]]}"#,
        ])
    func lastComma(json: String) throws {
        #expect(throws: ReceivedJSON.LastComma.self) {
            try ReceivedJSON.decodeKnown(Texts.self, from: json.utf8, isStrict: true)
        }
        // People may write one in a file.
        #expect(try ReceivedJSON.decode(Texts.self, from: json.utf8).texts == ["a"])
    }

    @Test func `has any commas in its texts`() throws {
        let json = #"{"texts": [",]", "\",}", ",", "a"]}"#
        let read = try ReceivedJSON.decodeKnown(Texts.self, from: json.utf8, isStrict: true)
        #expect(read.texts == [",]", "\",}", ",", "a"])
    }

    @Test func `is refused in requests if there are more values than any has, before they are decoded`()
        throws
    {
        func read(_ json: String) throws {
            _ = try ReceivedJSON.decodeKnown(Texts.self, from: json.utf8, isStrict: true)
        }
        func list(_ element: String) -> String {
            #"{"texts": [\#(Array(repeating: element, count: 5000).joined(separator: ","))]}"#
        }
        #expect(throws: ReceivedJSON.TooManyValues.self) { try read(list("\"\"")) }
        // They are no texts.
        #expect(throws: ReceivedJSON.TooManyValues.self) { try read(list("1")) }
        try read(#"{"texts": ["\#(String(repeating: ",", count: 5000))"]}"#)
        #expect(try ReceivedJSON.decode(Texts.self, from: list("\"\"").utf8).texts.count == 5000)
    }

    @Test func `has as many values as the largest comparison and the largest exchange`() throws {
        func isRead<Request: Codable & Equatable>(_ request: Request) throws -> Bool {
            let json = Array(try JSONEncoder().encode(request))
            return try ReceivedJSON.decodeKnown(Request.self, from: json, isStrict: true) == request
        }
        let date = Timestamp(milliseconds: 1_795_000_000_000)
        let version = TransactionVersion(signedDate: date, digest: "a")
        let elements = (0..<ComparisonRequest.mostElements).map {
            ComparisonRequest.Element(id: "\($0)", version: version)
        }
        #expect(try isRead(ComparisonRequest(.purchases, elements, after: "a", through: "b")))
        let given = 0..<ExchangeRequest.mostGiven
        let exchange = ExchangeRequest(
            since: .beginning, purchases: given.map { SignedTransaction(rawValue: "\($0)") },
            uses: given.map { _ in Use(id: .random(at: date), of: "product", amount: 1, date: date) },
            finished: given.map {
                FinishedTransaction(identifier: TransactionIdentifier(rawValue: "\($0)"), signedDate: date)
            })
        #expect(try isRead(exchange))
    }

    @Test("has numbers of any type if its fields must be known, and one that does not fit is refused as ever")
    func numbers() throws {
        struct Numbers: Decodable, Equatable {
            var small: UInt8
            var real: Double
        }
        func words(_ error: DecodingError?) -> String? {
            guard case .dataCorrupted(let context) = error else { return nil }
            return "\(context.codingPath.map(\.stringValue)) \(context.debugDescription)"
        }
        let right = #"{"small": 255, "real": 0.5}"#
        let read = try ReceivedJSON.decodeKnown(Numbers.self, from: right.utf8)
        #expect(read == Numbers(small: 255, real: 0.5))
        for wrong in ["256", "-1", "0.5"] {
            let json = #"{"small": \#(wrong), "real": 0.5}"#
            let expected = #expect(throws: DecodingError.self) {
                try ReceivedJSON.decode(Numbers.self, from: json.utf8)
            }
            let found = #expect(throws: DecodingError.self) {
                try ReceivedJSON.decodeKnown(Numbers.self, from: json.utf8)
            }
            #expect(words(expected) != nil && words(found) == words(expected), "\(wrong)")
        }
    }

    private func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    private struct Texts: Decodable { var texts: [String] }
}

@Suite("JSON of a purchase", .timeLimit(.minutes(5))) struct PurchaseJSONTests {
    private struct Field {
        var name: String
        var value: String
    }

    private static let amount = [
        Field(name: "milliunits", value: "990"), Field(name: "currency", value: #""USD""#),
    ]
    private static let needed = [
        Field(name: "key", value: #""a""#), Field(name: "productIdentifier", value: #""b""#),
        Field(name: "quantity", value: "1"),
    ]
    private static let more = [
        Field(name: "priceLimit", value: object(amount)), Field(name: "appAccountToken", value: #""c""#),
        Field(name: "waitsForApproval", value: "true"),
    ]

    /// The fields of a purchase, with each choice of those that may be missing.
    private static let purchases: [[Field]] = (0..<8).map { choice in
        needed + more.indices.filter { choice & (1 << $0) != 0 }.map { more[$0] }
    }

    private static let values = [
        "null", "true", "0", "-1", "1.5", "9999999999999999", "99999999999999999999", "\"\"", #""a:b""#,
        #""\u0000""#, #""\#(String(repeating: "a", count: 300))""#, "[]", #"[{"a": 1}]"#, "{}",
        #"{"a": 1}"#,
    ]

    private static func object(_ fields: [Field]) -> String {
        "{" + fields.map { "\"\($0.name)\": \($0.value)" }.joined(separator: ", ") + "}"
    }

    /// An object, and those that differ from it in one field: it is missing, has another name or another value,
    /// comes twice, or is one too many.
    private static func objects(like fields: [Field]) -> [String] {
        var objects = [fields]
        for value in values { objects.append(fields + [Field(name: "other", value: value)]) }
        for (place, field) in fields.enumerated() {
            var rest = fields
            rest.remove(at: place)
            objects.append(rest)
            objects.append(rest + [Field(name: "other", value: field.value)])
            for value in values + [field.value] {
                let changed = Field(name: field.name, value: value)
                objects.append(rest + [changed])
                objects.append(fields + [changed])
                objects.append([changed] + fields)
            }
        }
        return objects.map(object)
    }

    private static var bodies: [String] {
        var bodies = ["", "null", "1", "[]", #""a""#]
        for fields in purchases {
            bodies += objects(like: fields)
            let text = object(fields)
            let cut = String(text.dropLast())
            bodies += [cut, "\(cut),}", "\(text)x", "\(text)\(text)", "[\(text)]"]
            guard let place = fields.firstIndex(where: { $0.name == "priceLimit" }) else { continue }
            for limit in objects(like: amount) {
                var changed = fields
                changed[place].value = limit
                bodies.append(object(changed))
            }
        }
        return bodies
    }

    @Test func `is the same value, or is refused in the same words, with a record or without`() {
        func outcome(fields: ((PurchaseRequest) -> Int)?, of body: String) -> String {
            do {
                let purchase = try ReceivedJSON.decodeKnown(
                    PurchaseRequest.self, from: body.utf8, isStrict: true, fields: fields)
                return "\(purchase)"
            } catch { return "\(error)" }
        }
        for body in Self.bodies {
            let direct = outcome(fields: { $0.fieldCount }, of: body)
            let recorded = outcome(fields: nil, of: body)
            #expect(direct == recorded, "\(body)")
        }
    }

    @Test func `is read without a record if nothing is wrong with it`() throws {
        for fields in Self.purchases {
            let json = Self.object(fields)
            let purchase = try ReceivedJSON.decode(PurchaseRequest.self, from: json.utf8)
            let amount = purchase.priceLimit == nil ? 0 : Self.amount.count
            #expect(purchase.fieldCount == fields.count + amount, "\(json)")
        }
    }
}
