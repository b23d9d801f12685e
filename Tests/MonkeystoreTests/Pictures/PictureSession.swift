import Foundation
import StoreEvents
import TestSupport
import Testing

/// The session that the pictures show: the real program, used by somebody who buys, feeds the monkey, and
/// tones a photo.
struct PictureSession {
    /// Texts were over before their picture, or the test has not seen them at all. A message is shown for two
    /// seconds, and a busy machine may stall for longer than that.
    private struct Stall: Error, CustomStringConvertible {
        let texts: [String]

        var description: String { "\(texts): the message was over before its picture: the machine stalled" }
    }

    private let window: StoreWindow
    private var scenes: [Scene] = []

    /// The scenes of a session. It has three tries, because a stall of the machine says nothing about what the
    /// program shows.
    static func scenes() throws -> [Scene] {
        for _ in 1..<3 {
            do { return try PictureSession().scenes } catch is Stall {}
        }
        return try PictureSession().scenes
    }

    private init() throws {
        window = try StoreWindow(
            starting: Program(), arguments: ["--no-animation"], environment: ["COLORTERM": "truecolor"],
            columns: 120, rows: 36)
        try answerQuestions()
        // The books are listed last.
        try window.terminal.wait(for: "HostedProductsListed")
        try window.terminal.waitForQuietSecond()
        try fillLogWithPrices()
        // Descriptions are left out if the list is too long for the window.
        try show("open", for: 2, "0 monkey credits", "enough for five bananas.")
        try window.terminal.write("2")
        try show("choose", for: 1.2, "> [ Buy 10 ]")
        try window.order("Buy 10")
        try show("confirm", for: 2.4, "Confirm purchase", "$1.99")
        try window.terminal.answerYes(to: "Confirm purchase")
        try show("credits", for: 2.8, "10 monkey credits", "The credits are yours.")
        try window.feed()
        try show("banana", for: 2.4, "9 monkey credits", "Mmm, banana!")
        // This is a picture of its own, because it is long.
        try window.terminal.write("p")
        try window.terminal.wait(for: "[ Buy Sepia")
        try window.terminal.write("\u{1B}[C\r")
        try window.terminal.answerYes(to: "Confirm purchase")
        try window.terminal.wait(for: "[ Sepia: off ]")
        try waitForEndOfMessage()
        try window.terminal.write("s")
        try show("photo", for: 0, "[ Sepia: on ]")
        _ = try window.quit()
    }

    /// What the program says when it starts comes in any order. Prices are fetched again until it is no longer
    /// on the screen.
    private func fillLogWithPrices() throws {
        func log(_ terminal: Pseudoterminal) -> [String] {
            terminal.screen.lines.filter { $0.contains(#/\d\d:\d\d:\d\d /#) }
        }
        func pricesAtEnd(_ log: [String]) -> Int? { log.reversed().firstIndex { !$0.contains(" Products") } }
        while let count = pricesAtEnd(log(window.terminal)) {
            try window.terminal.write("r")
            try window.terminal.wait("prices") { terminal in
                let log = log(terminal)
                return pricesAtEnd(log) != count && log.last?.contains("with prices") == true
            }
        }
    }

    /// Answers like a terminal with a dark background, so that the colours suit one.
    private func answerQuestions() throws {
        func asked(_ question: String) throws {
            try window.terminal.wait("a question") {
                String(decoding: $0.bytes, as: UTF8.self).contains(question)
            }
        }
        let background = PictureColours.background
        let parts = [background.red, background.green, background.blue].map { String($0, radix: 16) }
        try asked("\u{1B}[c")
        try window.terminal.write("\u{1B}[?62;22c")
        try asked("\u{1B}]11;?")
        try window.terminal.write("\u{1B}]11;rgb:\(parts.joined(separator: "/"))\u{1B}\\\u{1B}[?62;22c")
    }

    /// Waits until the window shows all these texts, and takes what it shows. The whole window is painted
    /// once more first, so that no picture shows half of a change. The session goes on only after a message
    /// has gone, so that the message is in one scene only.
    private mutating func show(_ name: String, for seconds: Double, _ texts: String...) throws {
        let end = ContinuousClock.now + .seconds(100)
        try window.terminal.wait("\(texts)") { terminal in
            guard ContinuousClock.now < end else { throw Stall(texts: texts) }
            return texts.allSatisfy(terminal.screen.text.contains)
        }
        try window.repaint()
        let screen = window.terminal.screen
        guard texts.allSatisfy(screen.text.contains) else { throw Stall(texts: texts) }
        scenes.append(Scene(name: name, seconds: seconds, screen: screen.withStandingClock()))
        try waitForEndOfMessage()
    }

    private func waitForEndOfMessage() throws {
        try window.terminal.wait("the end of a message") { _ in window.statusLine.isEmpty }
    }
}

/// A screen of the session that is shown to people, and how long it is shown in the moving picture; 0 if it
/// is not in that.
struct Scene {
    let name: String
    let seconds: Double
    let screen: TerminalScreen
}

extension TerminalScreen {
    /// The same screen, with each time of day replaced by a fixed one.
    func withStandingClock() -> TerminalScreen {
        let time = Array("11:07:40")
        var standing = self
        for (row, cells) in cells.enumerated() {
            let characters = cells.map { $0.text.first ?? " " }
            for start in 0..<max(0, columns - time.count) {
                let isTime = time.indices.allSatisfy {
                    time[$0] == ":"
                        ? characters[start + $0] == ":" : ("0"..."9").contains(characters[start + $0])
                }
                guard isTime else { continue }
                for index in time.indices { standing.replace(start + index, row, with: time[index]) }
            }
        }
        return standing
    }
}

@Suite("Pictures for people", .ownThreads, .timeLimit(.minutes(10)))
struct RecordedPictureTests {
    /// `RECORD_PICTURES=1` writes them anew; `.ci/pictures` does that.
    @Test func `show the program's own screens`() throws {
        let scenes = try PictureSession.scenes()
        for (scene, file) in [("credits", "storefront.svg"), ("photo", "photo.svg")] {
            let shown = try #require(scenes.first { $0.name == scene })
            try expect(SVGPicture(shown.screen).text, isIn: file)
        }
        try expect(
            MovingPicture(scenes: scenes.filter { $0.seconds > 0 }, still: "credits").text, isIn: "visit.svg")
    }

    private func expect(_ text: String, isIn name: String) throws {
        let path =
            String(#filePath.components(separatedBy: "/Tests/")[0]) + "/Resources/Manual/Pictures/" + name
        if ProcessInfo.processInfo.environment["RECORD_PICTURES"] == "1" {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            return
        }
        let recorded = try String(contentsOfFile: path, encoding: .utf8)
        // Compared outside the expectation, because a message with two pictures in it is unreadable.
        let isSame = text == recorded
        #expect(isSame, "\(name) is not what the program shows now; run .ci/pictures")
    }
}
