/// The old text form of a property list, as `TransactionReceipt` writes and reads it:
/// one dictionary of strings.
///
///     {
///     	"key" = "value";
///     }
package struct PropertyListText {
    /// Keys and values, in the order in which they are written.
    package var entries: [(key: String, value: String)]

    package init(_ entries: [(key: String, value: String)]) { self.entries = entries }

    package subscript(key: String) -> String? { entries.first { $0.key == key }?.value }

    /// The list as bytes. Apple's `ReceiptUtility` looks for the white space around `=`.
    package var bytes: [UInt8] {
        let lines = entries.map { "\t\"\(Self.escape($0.key))\" = \"\(Self.escape($0.value))\";\n" }
        return Array(("{\n" + lines.joined() + "}").utf8)
    }

    /// Reads a list in exactly this form; nil for anything else.
    package init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        var entries: [(key: String, value: String)] = []
        guard Self.skip("{\n", &rest) else { return nil }
        while Self.skip("\t\"", &rest) {
            guard let key = Self.string(&rest), Self.skip(" = \"", &rest), let value = Self.string(&rest),
                Self.skip(";\n", &rest)
            else { return nil }
            entries.append((key, value))
        }
        guard Self.skip("}", &rest), rest.isEmpty else { return nil }
        self.entries = entries
    }

    private static func escape(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            if character == "\"" || character == "\\" { escaped.unicodeScalars.append("\\") }
            escaped.unicodeScalars.append(character)
        }
        return escaped
    }

    private static func skip(_ text: StaticString, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard text.withUTF8Buffer({ rest.starts(with: $0) }) else { return false }
        rest.removeFirst(text.utf8CodeUnitCount)
        return true
    }

    /// Reads what comes before the next quotation mark, and the mark.
    private static func string(_ rest: inout ArraySlice<UInt8>) -> String? {
        let (mark, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
        var bytes: [UInt8] = []
        while let end = rest.firstIndex(where: { $0 == mark || $0 == backslash }) {
            bytes += rest[..<end]
            rest = rest[end...]
            if rest.popFirst() == mark { return String(validating: bytes, as: UTF8.self) }
            guard let escaped = rest.popFirst() else { return nil }
            bytes.append(escaped)
        }
        return nil
    }
}
