internal import Foundation
internal import StoreModel
internal import Testing

@Suite struct IdentifierTests {
    @Test func `Keys are version 7 UUIDs: the time at which they were made, then chance`() throws {
        // The example of RFC 9562, A.6.
        let date = Timestamp(milliseconds: 1_645_557_742_000)
        let keys = (0..<500).map { _ in IdempotencyKey.random(at: date).rawValue }
        let shape = try Regex("017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
        for key in keys { #expect(try shape.wholeMatch(in: key) != nil, "\(key)") }
        #expect(Set(keys).count == keys.count)
        for position in [15, 17, 20, 22, 24, 35] {
            #expect(Set(keys.map { Array($0)[position] }).count == 16)
        }
        let later = IdempotencyKey.random(at: date.advanced(by: .milliseconds(1))).rawValue
        #expect(keys.allSatisfy { $0 < later })
    }

    @Test func `Random accounts are version 4 UUIDs in lower case, each another`() throws {
        let texts = (0..<500).map { _ in AccountIdentifier.random().rawValue }
        let shape = try Regex("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
        for text in texts {
            #expect(try shape.wholeMatch(in: text) != nil, "\(text)")
            #expect(UUID(uuidString: text)?.uuidString.lowercased() == text)
        }
        #expect(Set(texts).count == texts.count)
        // Every digit that is not fixed takes every value: no part of the text is left at zero.
        for position in [0, 7, 9, 12, 15, 17, 20, 22, 24, 35] {
            #expect(Set(texts.map { Array($0)[position] }).count == 16, "position \(position)")
        }
        #expect(Set(texts.map { Array($0)[19] }) == ["8", "9", "a", "b"])
    }

    @Test func `An identifier has any characters but controls`() {
        for scalar in (0...0xFFFF).compactMap(Unicode.Scalar.init(_:)) {
            let isControl = scalar.properties.generalCategory == .control
            #expect((ProductIdentifier(written: "a\(scalar)b") == nil) == isControl, "\(scalar.value)")
        }
    }

    @Test func `Identifiers are the same if their bytes are, not if they only look alike`() {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        #expect(composed == decomposed)
        let keys = [IdempotencyKey(rawValue: composed), IdempotencyKey(rawValue: decomposed)]
        #expect(keys[0] != keys[1] && !(keys[0] == keys[1]) && Set(keys + keys).count == 2)
        let products = [ProductIdentifier(rawValue: composed), ProductIdentifier(rawValue: decomposed)]
        #expect(
            products[0] != products[1] && !(products[0] == products[1])
                && Set(products + products).count == 2)
    }

    @Test func `Identifiers are plain texts in JSON`() throws {
        let identifiers: [ProductIdentifier] = ["a", "b"]
        let json = try JSONEncoder().encode(identifiers)
        #expect(String(decoding: json, as: UTF8.self) == #"["a","b"]"#)
        #expect(try JSONDecoder().decode([ProductIdentifier].self, from: json) == identifiers)
    }
}
