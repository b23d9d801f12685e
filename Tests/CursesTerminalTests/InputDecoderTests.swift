import Storefront
import Testing

@testable import CursesTerminal

@Suite("Bytes become keys")
struct InputDecoderTests {
    @Test(
        arguments: [
            ("a", .character("a")), ("\r", .enter), ("\n", .enter), ("\t", .tab), ("\u{7F}", .backspace),
            ("\u{08}", .backspace), ("\u{03}", .control("c")), ("é", .character("é")), ("漢", .character("漢")),
            ("🐒", .character("🐒")), ("\u{1B}[A", .up), ("\u{1B}OB", .down), ("\u{1B}[1;5C", .right),
            ("\u{1B}OD", .left),
            ("\u{1B}[Z", .backTab), ("\u{1B}[H", .home), ("\u{1B}OF", .end), ("\u{1B}[1~", .home),
            ("\u{1B}[8~", .end),
            ("\u{1B}[3~", .delete), ("\u{1B}[5~", .pageUp), ("\u{1B}[6;2~", .pageDown),
            ("\u{1B}OP", .function(1)),
            ("\u{1B}[[A", .function(1)), ("\u{1B}[11~", .function(1)), ("\u{1B}[15~", .function(5)),
            ("\u{1B}[17~", .function(6)), ("\u{1B}[24~", .function(12)), ("\u{1B}OM", .enter),
            ("\u{1B}Oq", .character("1")), ("\u{1B}Op", .character("0")), ("\u{1B}Oy", .character("9")),
            ("\u{1B}Oj", .character("*")), ("\u{1B}Ok", .character("+")), ("\u{1B}Ol", .character(",")),
            ("\u{1B}Om", .character("-")), ("\u{1B}On", .character(".")), ("\u{1B}Oo", .character("/")),
            ("\u{1B}OX", .character("=")),
        ] as [(String, Key)])
    func `A sequence is the key that sends it, on every kind of terminal`(bytes: String, key: Key) {
        var whole = InputDecoder()
        #expect(whole.decode(bytes.utf8) == [.key(key)])
        #expect(whole.silence == nil)
        var pieces = InputDecoder()
        #expect(bytes.utf8.flatMap { pieces.decode([$0]) } == [.key(key)])
    }

    @Test(arguments: [
        "\u{1B}[?62;1q", "\u{1B}[24;80R", "\u{1B}[<0;10;10M", "\u{1B}[113;5u", "\u{1B}[99~",
        "\u{1B}[201~",
        "\u{1B}]11;rgb:q/q/q\u{07}", "\u{1B}]52;c;q\u{1B}\\", "\u{1B}P>|q\u{1B}\\", "\u{1B}Oz", "\u{1B}[[z",
        "\0",
        "\u{1B}[1111111111111111111111111111111111q", "\u{85}", "\u{1C}",
    ])
    func `What no key of ours sends is not a key at all`(bytes: String) {
        var decoder = InputDecoder()
        #expect(decoder.decode(bytes.utf8).isEmpty)
        #expect(decoder.silence == nil)
    }

    @Test(
        "A report of the mouse is a click or a turn of the wheel, if the mouse was asked for",
        arguments: [
            ("\u{1B}[<0;1;1M", [.click(column: 0, row: 0)]),
            ("\u{1B}[<0;200;60M", [.click(column: 199, row: 59)]),
            ("\u{1B}[<64;3;4M", [.scroll(-1)]), ("\u{1B}[<65;3;4M", [.scroll(1)]),
            ("\u{1B}[<0;1;1m", []), ("\u{1B}[<1;1;1M", []), ("\u{1B}[<2;1;1M", []), ("\u{1B}[<4;1;1M", []),
            ("\u{1B}[<32;1;1M", []), ("\u{1B}[<0;0;1M", []), ("\u{1B}[<0;1M", []), ("\u{1B}[<0;1;1;1M", []),
            ("\u{1B}[<0;99999999999999999999;1M", []), ("\u{1B}[<0;1;\u{1B}[A", [.key(.up)]),
        ] as [(String, [Input])])
    func mouse(bytes: String, inputs: [Input]) {
        var decoder = InputDecoder(readsMouse: true)
        #expect(bytes.utf8.flatMap { decoder.decode([$0]) } == inputs)
        #expect(decoder.decode("a".utf8) == [.key("a")])
    }

    @Test func `Bytes that are not UTF-8 are passed over, and the key after them is not`() {
        var decoder = InputDecoder()
        #expect(decoder.decode([0xFF, 0x80, 0xC3, 0x61]) == [.key(.character("a"))])
        #expect(decoder.decode([0xE0, 0x80, 0x80, 0xED, 0xA0, 0x80, 0x62]) == [.key(.character("b"))])
        #expect(decoder.decode([0xE2, 0x82, 0x1B, 0x5B, 0x41]) == [.key(.up)])
    }

    @Test func `Escape alone is known after a short silence, and before another key at once`() {
        var decoder = InputDecoder()
        #expect(decoder.decode([0x1B]).isEmpty)
        #expect(decoder.silence == .milliseconds(40))
        #expect(decoder.settle() == [.key(.escape)])
        #expect(decoder.silence == nil)
        #expect(decoder.decode([0x1B, 0x71]) == [.key(.escape), .key(.character("q"))])
        #expect(decoder.decode([0x1B, 0x1B, 0x5B, 0x41]) == [.key(.escape), .key(.up)])
    }

    @Test(arguments: ["\u{1B}[", "\u{1B}[1;", "\u{1B}O", "\u{1B}[[", "\u{1B}]11;rgb:y", "\u{1B}Py"])
    func `Half a sequence is not a key, however long the pause, and a control character ends it`(
        bytes: String
    ) {
        var decoder = InputDecoder()
        #expect(decoder.decode(bytes.utf8).isEmpty)
        #expect(decoder.silence == nil)
        #expect(decoder.decode("\u{03}a".utf8) == [.key(.control("c")), .key(.character("a"))])
    }

    @Test(
        "A line that holds any byte back makes no other key of a sequence, and Escape at most",
        arguments: [
            ("\u{1B}[A", .key(.up)), ("\u{1B}OB", .key(.down)), ("\u{1B}[1;5C", .key(.right)),
            ("\u{1B}[6~", .key(.pageDown)), ("\u{1B}[[A", .key(.function(1))), ("\u{1B}OM", .key(.enter)),
            ("\u{1B}Oy", .key("9")), ("\u{1B}[<0;2;3M", .click(column: 1, row: 2)), ("\u{1B}[M ! ", nil),
            ("\u{1B}[<0;2;3m", nil), ("\u{1B}[24;80R", nil), ("\u{1B}[I", .focus(true)),
            ("\u{1B}]11;rgb:y/y\u{07}", nil),
            ("\u{1B}]52;c;y\u{1B}\\", nil), ("\u{1B}P>|y\u{1B}\\", nil), ("漢", .key("漢")),
            ("\u{1B}[200~y\r\u{1B}[201~", .paste("y\r")),
        ] as [(String, Input?)])
    func heldBack(bytes: String, input: Input?) {
        let bytes = Array(bytes.utf8)
        for first in 1..<bytes.count {
            for second in first..<bytes.count {
                let seen = decoded(bytes, pausesAfter: [first, second])
                #expect(
                    seen.filter { $0 != .key(.escape) } == [input].compactMap(\.self), "\(first), \(second)")
                #expect(
                    seen.count { $0 == .key(.escape) } == (first == 1 && bytes[0] == 0x1B ? 1 : 0),
                    "\(first), \(second)")
            }
        }
        #expect(
            decoded(bytes, pausesAfter: Array(1..<bytes.count)).filter { $0 != .key(.escape) }
                == [input].compactMap(\.self))
    }

    @Test(
        "However a paste is cut by pauses, it is one input; keys before and after it are keys",
        arguments: [
            "some text more\ry\ryes", "\r", "y", "a\u{1B}[200~\r", "é漢🐒\ry", "\u{1B}[20\u{1B}\u{1B}[A\ty\r",
            "\u{03}\ry\u{03}",
            "\u{1B}", "\u{1B}[201", "]\u{1B}]0;y\u{07}\r",
        ])
    func pastes(text: String) {
        let bytes = Array("j\u{1B}[200~\(text)\u{1B}[201~q".utf8)
        for first in 1..<bytes.count {
            for second in first..<bytes.count {
                let seen = decoded(bytes, pausesAfter: [first, second]).filter { $0 != .key(.escape) }
                // A Control-C that stands alone between two pauses is the way out of a paste.
                let isAlone = bytes[first..<second].elementsEqual([0x03])
                let leaves = isAlone ? [Input.key(.control("c"))] : []
                #expect(seen == [.key("j")] + leaves + [.paste(text), .key("q")], "\(first), \(second)")
            }
        }
    }

    @Test func `A paste is one input, whatever is in it and however it is cut`() {
        let text = "one\u{1B}[200~\u{1B}[20\u{1B}\u{1B}[A\ttwo é"
        let bytes = Array("\u{1B}[200~\(text)\u{1B}[201~q".utf8)
        for cut in 0...bytes.count {
            var decoder = InputDecoder()
            let inputs = decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...])
            #expect(inputs == [.paste(text), .key(.character("q"))])
        }
    }

    @Test func `A paste is kept up to 4096 bytes, in whole characters`() {
        var decoder = InputDecoder()
        let text = "x" + String(repeating: "é", count: 100_000)
        let inputs = decoder.decode("\u{1B}[200~\(text)\u{1B}[201~".utf8)
        #expect(inputs == [.paste("x" + String(repeating: "é", count: 2047))])
    }

    @Test func `A paste that never ends presses no key, and Control-C alone is the way out`() {
        var decoder = InputDecoder()
        #expect(decoder.decode("\u{1B}[200~text\u{03}".utf8).isEmpty)
        #expect(decoder.settle() == [.unfinishedPaste])
        #expect(decoder.silence == nil)
        for typed in ["y", "\r", "q", "\u{1B}", "y\u{03}", "\u{03}y", "\u{1B}[2"] {
            #expect(decoder.decode(typed.utf8).isEmpty)
            #expect(decoder.settle() == [.unfinishedPaste])
        }
        for typed in ["\u{03}", "\u{03}\u{03}"] {
            #expect(decoder.decode(typed.utf8).isEmpty)
            #expect(decoder.settle() == [.key(.control("c"))])
        }
    }
}

/// The inputs that the bytes make, with a pause of any length after each of these places.
func decoded(_ bytes: [UInt8], pausesAfter cuts: [Int]) -> [Input] {
    var (decoder, inputs, start) = (InputDecoder(readsMouse: true), [Input](), 0)
    for cut in cuts + [bytes.count] {
        inputs += decoder.decode(bytes[start..<cut])
        if decoder.silence != nil { inputs += decoder.settle() }
        start = cut
    }
    return inputs.filter { $0 != .unfinishedPaste }
}
