internal import FoundationEssentials

/// Encodes JSON for others: bodies of HTTP, files, columns of databases, lines of programs. Equal values have
/// equal bytes, so that two answers can be compared, and read side by side.
package enum SentJSON {
    package static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    package static func text(_ value: some Encodable) throws -> String {
        String(decoding: try encode(value), as: UTF8.self)
    }
}
