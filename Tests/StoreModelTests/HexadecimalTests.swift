internal import StoreModel
internal import Testing

@Suite struct HexadecimalTests {
    @Test func `Bytes are written as two lower-case digits each, and read back`() {
        let bytes = Array(UInt8.min ... .max)
        let text = Hexadecimal.encode(bytes)
        #expect(text.hasPrefix("000102030405060708090a0b0c0d0e0f10") && text.hasSuffix("fdfeff"))
        #expect(text.utf8.count == 512)
        #expect(Hexadecimal.decode(text.utf8) == bytes)
        #expect(Hexadecimal.decode("".utf8) == [])
    }

    @Test(arguments: ["0", "0A", "abc", "0x", " 0", "0g", "0/", "0:", "0`", "é", "00\n"])
    func `Anything else is refused`(text: String) {
        #expect(Hexadecimal.decode(text.utf8) == nil)
    }
}
