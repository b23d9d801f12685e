import StoreEvents
import Storefront
import Testing

@testable import CursesTerminal

@Suite("A terminal's answers")
struct TerminalReportTests {
    private static let answers: [(String, Input)] = [
        ("\u{1B}[?62;4;22c", .report(.attributes(level: 62, hasSixels: true))),
        ("\u{1B}[?1;2c", .report(.attributes(level: 1, hasSixels: false))),
        ("\u{1B}[?6c", .report(.attributes(level: 6, hasSixels: false))),
        (
            "\u{1B}[?65;1;2;6;7;8;9;14;15;16;17;18;19;21;22;23;24;28;29;32;42;44;45;46;52c",
            .report(.attributes(level: 65, hasSixels: false))
        ),
        ("\u{1B}[?2026;2$y", .report(.synchronisedOutput(true))),
        ("\u{1B}[?2026;0$y", .report(.synchronisedOutput(false))),
        ("\u{1B}[?2026;4$y", .report(.synchronisedOutput(false))),
        ("\u{1B}]11;rgb:1e1e/2d2d/ffff\u{1B}\\", .report(.background(RGB(0x1E, 0x2D, 0xFF)))),
        ("\u{1B}]11;rgb:f/0/80\u{07}", .report(.background(RGB(255, 0, 128)))),
        ("\u{1B}_Gi=31;OK\u{1B}\\", .report(.kittyGraphics(true))),
        ("\u{1B}_Gi=31;ENOTSUPPORTED:y\u{1B}\\", .report(.kittyGraphics(false))),
        ("\u{1B}[6;20;10t", .report(.cellSize(PixelSize(width: 10, height: 20)))),
        ("\u{1B}[?2;0;1000;900S", .report(.sixelLimit(PixelSize(width: 1000, height: 900)))),
        ("\u{1B}[I", .focus(true)), ("\u{1B}[O", .focus(false)),
    ]

    @Test("is one input, however it is cut, between keys and pastes", arguments: answers)
    func whole(bytes: String, input: Input) {
        let paste = "\u{1B}[200~y\(bytes)\r\u{1B}[201~"
        let all = Array("j\u{1B}[A\(bytes)\(paste)\(bytes)k".utf8)
        let expected: [Input] = [
            .key("j"), .key(.up), input, .paste("y\(bytes)\r"), input, .key("k"),
        ]
        for cuts in (0...all.count).map({ [$0] }) + [Array(1..<all.count)] {
            let seen = decoded(all, pausesAfter: cuts).filter { $0 != .key(.escape) }
            #expect(seen == expected, "\(cuts)")
        }
    }

    @Test(
        "that is wrong, cut short or endless is neither input nor a key, and the key after it is one",
        arguments: [
            "\u{1B}[?c", "\u{1B}[?;4c", "\u{1B}[>41;354;0c", "\u{1B}[?99999999999999999999c",
            "\u{1B}[?2026;2y",
            "\u{1B}[?2026$y", "\u{1B}[?1;2$y", "\u{1B}[6;20t", "\u{1B}[6;0;0t", "\u{1B}[6;9999;10t",
            "\u{1B}[6;-2;10t",
            "\u{1B}[4;20;10t", "\u{1B}[?2;3;0S", "\u{1B}[?2;0;0;9S", "\u{1B}[?1;0;256S",
            "\u{1B}[?2;0;9;99999999999999999999S",
            "\u{1B}]11;rgb:y/y/y\u{07}", "\u{1B}]11;rgb:1/2\u{07}", "\u{1B}]11;rgb:12345/1/1\u{07}",
            "\u{1B}]11;rgb:-1/+1/1\u{07}", "\u{1B}]10;rgb:1/1/1\u{07}", "\u{1B}_Gi=1;OK\u{1B}\\",
            "\u{1B}_y\u{1B}\\",
            "\u{1B}]11;rgb:0000/0000/0000" + String(repeating: "0", count: 5000) + "\u{07}",
            "\u{1B}_Gi=31;" + String(repeating: "y", count: 5000) + ";OK\u{1B}\\",
            "\u{1B}[?62" + String(repeating: ";4", count: 5000) + "c", "\u{1B}[1;1I", "\u{1B}[5O",
        ])
    func wrong(bytes: String) {
        var decoder = InputDecoder()
        #expect(decoder.decode(bytes.utf8) == [])
        #expect(decoder.decode("a".utf8) == [.key("a")])
    }

    @Test(
        "that never ends takes what is typed, and Control-C is the way out",
        arguments: ["\u{1B}]11;rgb:", "\u{1B}_G"])
    func endless(bytes: String) {
        var decoder = InputDecoder()
        #expect(decoder.decode((bytes + String(repeating: "y", count: 10_000)).utf8) == [])
        #expect(decoder.decode("\u{03}q".utf8) == [.key(.control("c")), .key("q")])
    }
}

@Suite("The questions to a terminal")
struct TerminalAnswersTests {
    @Test func `A terminal of an old level is asked one question, a modern one the others, and each once`() {
        for (level, isModern) in [(1, false), (6, false), (61, true), (62, true), (65, true)] {
            var answers = TerminalAnswers()
            #expect(answers.ask() == "\u{1B}[c")
            #expect(answers.ask() == "")
            let next = answers.take(.attributes(level: level, hasSixels: true))
            #expect(next.hasSuffix("\u{1B}[c") == isModern && next.isEmpty != isModern)
            #expect(answers.take(.cellSize(PixelSize(width: 1, height: 2))) == "")
            #expect(answers.take(.attributes(level: level, hasSixels: true)) == "")
            #expect(answers.pictureCell == (isModern ? PixelSize(width: 1, height: 2) : nil))
        }
    }

    @Test func `What nobody asked for changes nothing, before and after`() {
        let others: [TerminalReport] = [
            .background(RGB(1, 2, 3)), .kittyGraphics(true), .synchronisedOutput(true),
            .cellSize(PixelSize(width: 9, height: 9)),
        ]
        var answers = TerminalAnswers()
        for report in [.attributes(level: 62, hasSixels: true)] + others {
            #expect(answers.take(report) == "")
        }
        _ = answers.ask()
        for report in others { _ = answers.take(report) }
        _ = answers.take(.attributes(level: 62, hasSixels: false))
        _ = answers.take(.attributes(level: 62, hasSixels: false))
        for report in [.attributes(level: 1, hasSixels: true)] + others {
            #expect(answers.take(report) == "")
        }
        #expect(answers.isModern && answers.isComplete)
        #expect(answers.pictures == nil && answers.background == nil && !answers.hasSynchronisedOutput)
    }

    @Test func `The largest picture counts for sixels only`() {
        let limit = PixelSize(width: 1000, height: 800)
        for (kitty, expected) in [(false, limit), (true, nil)] {
            var answers = TerminalAnswers()
            _ = answers.ask()
            for report: TerminalReport in [
                .attributes(level: 63, hasSixels: true), .kittyGraphics(kitty), .sixelLimit(limit),
                .cellSize(PixelSize(width: 9, height: 19)), .attributes(level: 63, hasSixels: true),
            ] { _ = answers.take(report) }
            #expect(answers.pictureLimit == expected)
        }
    }

    @Test func `Pictures need a cell's size, and kitty's way is preferred`() {
        for (kitty, sixels, cell, expected) in [
            (true, true, true, PictureProtocol.kitty), (false, true, true, .sixel),
            (true, false, true, .kitty),
            (false, false, true, nil), (true, true, false, nil),
        ] {
            var answers = TerminalAnswers()
            _ = answers.ask()
            _ = answers.take(.attributes(level: 62, hasSixels: sixels))
            _ = answers.take(.kittyGraphics(kitty))
            if cell { _ = answers.take(.cellSize(PixelSize(width: 8, height: 16))) }
            #expect(answers.pictures == nil)
            _ = answers.take(.attributes(level: 62, hasSixels: sixels))
            #expect(answers.pictures == expected)
        }
    }
}
