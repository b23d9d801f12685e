import Testing

@testable import Storefront

@Suite struct TerminalTextTests {
    @Test(
        "What steers a terminal, turns the writing or takes no place is taken out",
        arguments: [
            ("\u{1B}[31mred\u{1B}[0m", "[31mred[0m"),
            ("\u{1B}]52;c;aGk=\u{07}clip", "]52;c;aGk=clip"),
            ("\u{9B}2Jcleared", "2Jcleared"),
            ("a\u{7F}b\u{00}c\u{08}d", "abcd"),
            ("one\ntwo\tthree\r\u{2028}four\u{85}five", "one two three  four five"),
            ("safe\u{202E}txt.exe", "safetxt.exe"),
            ("\u{2066}\u{200F}a\u{061C}\u{2069}", "a"),
            ("a\u{200B}b\u{200D}c\u{2060}d\u{FEFF}e\u{00AD}f", "abcdef"),
            ("a\u{FFF9}b\u{FFFB}c\u{600}", "abc"),
            ("\u{E0041}tag\u{FE0F}", "tag"),
            ("a\u{E000}b\u{0378}c", "a\u{FFFD}b\u{FFFD}c"),
            ("\u{301}lonely mark", "lonely mark"),
            ("e\u{301}\u{302}\u{303}\u{304}", "e\u{301}\u{302}"),
            ("\u{1F1E9}\u{1F1EA}", "DE"),
            ("1\u{A0}000", "1 000"),
            ("", ""),
        ])
    func controlsAreTakenOut(_ text: String, _ expected: String) { #expect(TerminalText(text).string == expected) }

    @Test(arguments: [("abc", 3), ("猿", 2), ("e\u{301}", 1), ("🍌", 2), ("한글", 4), ("ﾊﾞﾅﾅ", 4), ("ไทย", 3)])
    func `A text is as wide as its cells`(_ text: String, _ width: Int) { #expect(TerminalText(text).width == width) }

    @Test(arguments: [
        ("abcdef", 4, "abc…"), ("猿猿猿", 5, "猿猿…"), ("猿猿猿", 4, "猿…"), ("ab cd", 4, "ab…"), ("abc", 3, "abc"),
        ("abc", 0, ""),
    ])
    func `A cut falls between characters, never within a wide one`(_ text: String, _ width: Int, _ expected: String) {
        let cut = TerminalText(text).cut(to: width)
        #expect(cut.string == expected)
        #expect(cut.width <= width)
    }

    @Test func `Lines break between words, and within a word only where it is too long`() {
        let lines = TerminalText("one two threefourfive 猿猿猿").wrapped(to: 7)
        #expect(lines.map { $0.string } == ["one two", "threefo", "urfive", "猿猿猿"])
        #expect(TerminalText("").wrapped(to: 7).isEmpty)
        #expect(TerminalText("Encore un : là").wrapped(to: 9).map { $0.string } == ["Encore", "un : là"])
    }

    @Test func `With ASCII only, nothing else comes out`() {
        let text = TerminalText("5 € – “Bananen” 猿 é e\u{301} 1\u{A0}2…\u{202E}", glyphs: .ascii)
        #expect(text.string == "5 EUR - \"Bananen\" ?? e e 1 2...")
    }
}
