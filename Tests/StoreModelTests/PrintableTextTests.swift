import Foundation
import StoreModel
import Testing

@Suite struct PrintableTextTests {
    @Test(
        "What a terminal obeys, hides or turns the writing by is an escape; everything else stays as it is",
        arguments: [
            ("Buy 5, 0,99\u{A0}€ – 猿🍌é", "Buy 5, 0,99\u{A0}€ – 猿🍌é"), ("", ""), ("\u{1B}[2J", "\\u{1B}[2J"),
            ("a\u{9B}31m", "a\\u{9B}31m"), ("\u{7F}\u{0}\t", "\\u{7F}\\u{0}\\u{9}"),
            ("a\r\nb", "a\\u{D}\\u{A}b"),
            ("safe\u{202E}txt.exe", "safe\\u{202E}txt.exe"), ("\u{2066}\u{61C}", "\\u{2066}\\u{61C}"),
            ("\u{2028}\u{85}", "\\u{2028}\\u{85}"), ("\u{E0041}", "\\u{E0041}"),
        ])
    func line(text: String, expected: String) {
        #expect(PrintableText.line(text) == expected)
    }

    @Test func `Lines stay lines`() {
        #expect(PrintableText.lines("a\u{9B}\n\nb\r\n") == "a\\u{9B}\n\nb\\u{D}\n")
    }

    @Test func `Every control and format character is an escape in JSON, and the value stays the same`()
        throws
    {
        let scalars = (0...0x10FFFF).compactMap(Unicode.Scalar.init(_:)).filter {
            [.control, .format, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        }
        #expect(scalars.count > 200)
        let value = ["猿\"\\ " + String(String.UnicodeScalarView(scalars))]
        let encoder = JSONEncoder()
        encoder.outputFormatting = .prettyPrinted
        let text = PrintableText.json(String(decoding: try encoder.encode(value), as: UTF8.self))
        #expect(!text.unicodeScalars.contains { scalars.contains($0) && $0 != "\n" })
        #expect(text.split(separator: "\n").count == 3)
        #expect(
            text.contains("猿") && text.contains("\\u009B") && text.contains("\\u007F")
                && text.contains("\\u202E"))
        #expect(try JSONDecoder().decode([String].self, from: Data(text.utf8)) == value)
    }
}
