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
