import CNCurses
import TestSupport
import Testing

@Suite("Styles in fewer bytes")
struct StyleMergingTests {
    private static func merged(_ text: String) -> String {
        let bytes = Array(text.utf8).map { CChar(bitPattern: $0) }
        var room = [CChar](repeating: 0, count: 2 * bytes.count + 1)
        let count = cn_merge_styles(bytes, bytes.count, &room)
        return String(decoding: room[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    @Test(
        "What the terminal has already is left out, and what comes together is one sequence",
        arguments: [
            // Both colours, only one of which is new.
            ("[m[38;5;1m[48;5;2ma[38;5;1m[48;5;3mb", "[0;38;5;1;48;5;2ma[48;5;3mb"),
            ("[m[1m[38;5;9ma[39m[mb", "[0;1;38;5;9ma[mb"),
            ("[ma[1m[mb", "[mab"),
            ("[m[31ma[39;49m[m[2;1H[31mb", "[0;31ma[2;1Hb"),
            ("[0;1ma[0;1;4mb", "[0;1ma[4mb"),
            ("[m[38:2::1:2:3ma[38:2::1:2:3mb", "[0;38:2::1:2:3mab"),
            ("[m[97;104ma[39mb[49mc", "[0;97;104ma[39mb[mc"),
            // Nothing is known before a reset.
            ("[1ma[1mb", "[1ma[1mb"),
            // Something that is not known makes all unknown.
            ("[m[1ma[22m[1mb[mc", "[0;1ma[22m[1mb[mc"),
            // An unknown parameter makes everything unknown.
            ("[m[44m[K[m[K", "[0;44m[K[m[K"),
            ("[m[?25h[1m", "[m[?25h[1m"),
        ])
    func shorter(_ written: String, _ expected: String) {
        func escaped(_ text: String) -> String { text.replacing("[", with: "\u{1B}[") }
        #expect(Self.merged(escaped(written)) == escaped(expected))
    }

    @Test func `A sequence that is cut off, or is not one, stays as it is`() {
        for text in [
            "", "\u{1B}", "\u{1B}[", "a\u{1B}[1", "\u{1B}[1;", "\u{1B}[;;x", "\u{1B}(B", "\u{1B}[38;5m",
            "\u{1B}[m",
        ] {
            #expect(Self.merged(text) == text)
        }
        let long = "\u{1B}[" + String(repeating: "1;", count: 500) + "1m"
        #expect(Self.merged(long + "a") == long + "a")
    }

    /// Random styles, texts, moves and erasures: the screen is the same, and no longer.
    @Test func `A screen is the same with fewer bytes`() {
        var random = SeededGenerator(seed: 7)
        let styles = [
            "", "0", "1", "2", "4", "7", "0;1", "31", "39", "44", "49", "39;49", "38;5;130", "48;5;223",
            "38;5;223",
            "48;5;130", "38:2::1:2:3", "97", "107", "0;2;7",
        ]
        let others = [
            "a", "bc", "▀", "\u{1B}[2;3H", "\u{1B}[K", "\u{1B}[1J", "\r", "\u{1B}[3X", "\u{1B}[5d", "\n",
        ]
        for _ in 0..<2000 {
            var text = ""
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                text +=
                    Bool.random(using: &random)
                    ? "\u{1B}[\(styles.randomElement(using: &random)!)m"
                    : others.randomElement(using: &random)!
            }
            var (before, after) = (TerminalScreen(columns: 12, rows: 6), TerminalScreen(columns: 12, rows: 6))
            let merged = Self.merged(text)
            before.take(Array(text.utf8))
            after.take(Array(merged.utf8))
            // What is written next has the same style, too.
            before.take(Array("x".utf8))
            after.take(Array("x".utf8))
            if before.cells != after.cells || merged.utf8.count > text.utf8.count + 2 {
                Issue.record("\(text.debugDescription) became \(merged.debugDescription)")
                return
            }
        }
    }
}
