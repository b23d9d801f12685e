import Testing

@testable import StoreRules

@Suite struct TextIndexTests {
    @Test(
        "Every byte has the line and column that an editor shows, whatever the length of the text and its lines",
        arguments: [
            "", "a", "\n", "é\n猿🍌\n", "\n\n\n", String(repeating: "猿é\n", count: 300),
            String(repeating: "🍌a", count: 300),
        ]
            + [255, 256, 257, 512].flatMap {
                [String(repeating: "x", count: $0), String(repeating: "\n", count: $0)]
            })
    func places(text: String) {
        let bytes = Array(text.utf8)
        let index = TextIndex(bytes)
        var (line, column) = (1, 1)
        for (offset, byte) in bytes.enumerated() {
            // The later bytes of a character have the place after it; nothing that is read begins there.
            if byte & 0xC0 != 0x80 { #expect(index[offset].description == "\(line):\(column)") }
            if byte == UInt8(ascii: "\n") {
                (line, column) = (line + 1, 1)
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        #expect(index[bytes.count].description == "\(line):\(column)")
    }
}
