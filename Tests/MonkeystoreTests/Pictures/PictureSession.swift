import Foundation
import TestSupport
import Testing

/// The session that the pictures show: the real program, used by somebody who buys, feeds the monkey, and tones a photo. The last scene is in a
/// larger window.
struct PictureSession {
    private let window: StoreWindow
    private(set) var scenes: [Scene] = []

    init() throws {
        window = try StoreWindow(
            starting: Program(), arguments: ["--no-animation"], environment: ["COLORTERM": "truecolor"])
        // The books are listed last.
        try show("open", for: 2, "0 monkey credits", "HostedProductsListed", "10 with prices")
        try window.terminal.write("2")
        try show("choose", for: 1.2, "> [ Buy 10 ]")
        try window.order("Buy 10")
        try show("confirm", for: 2.4, "Confirm purchase", "$1.99")
        try window.terminal.answerYes(to: "Confirm purchase")
        try show("credits", for: 2.4, "10 monkey credits", "The credits are yours.")
        try window.feed()
        try show("banana", for: 2.6, "9 monkey credits", "Mmm, banana!")
        try window.terminal.write("p")
        try show("photo", for: 2.2, "▀", "[ Buy Sepia")
        try window.terminal.write("\u{1B}[C\r")
        try window.terminal.wait(for: "Confirm purchase")
        try show("confirm sepia", for: 1.8, "Confirm purchase", "Sepia Filter")
        try window.terminal.answerYes(to: "Confirm purchase")
        try show("sepia bought", for: 1.2, "[ Sepia: off ]")
        try window.terminal.write("s")
        try show("sepia", for: 3, "[ Sepia: on ]")
        // In a larger window, where more of the photo is seen. Not before the program has drawn for its size.
        window.terminal.resize(columns: 120, rows: 40)
        try window.terminal.wait("the larger window") { $0.screen.lines.last?.contains("q Quit") == true }
        try show("large", for: 0, "[ Sepia: on ]")
        _ = try window.quit()
    }

    /// Waits until the window shows all these texts, and takes what it shows. The whole of it is painted once more: of half a
    /// change there is no picture. A message goes before the session goes on, so that it is in one scene only.
    private mutating func show(_ name: String, for seconds: Double, _ texts: String...) throws {
        try window.terminal.wait("\(texts)") { terminal in texts.allSatisfy(terminal.screen.text.contains) }
        try window.repaint()
        scenes.append(Scene(name: name, seconds: seconds, screen: window.terminal.screen.withStandingClock()))
        try window.terminal.wait("the end of a message") { _ in window.statusLine.isEmpty }
    }
}

/// A screen of the session that is shown to people, and for how long.
struct Scene {
    let name: String
    let seconds: Double
    let screen: TerminalScreen
}

extension TerminalScreen {
    /// The same screen, with each time of day replaced by one that does not pass.
    func withStandingClock() -> TerminalScreen {
        let time = Array("11:07:40")
        var standing = self
        for (row, cells) in cells.enumerated() {
            let characters = cells.map { $0.text.first ?? " " }
            for start in 0..<max(0, columns - time.count) {
                let isTime = time.indices.allSatisfy {
                    time[$0] == ":" ? characters[start + $0] == ":" : ("0"..."9").contains(characters[start + $0])
                }
                guard isTime else { continue }
                for index in time.indices { standing.replace(start + index, row, with: time[index]) }
            }
        }
        return standing
    }
}

@Suite("Pictures for people", .ownThreads)
struct RecordedPictureTests {
    /// `RECORD_PICTURES=1` writes them anew; `.ci/pictures` does that.
    @Test func `show the program's own screens`() throws {
        var scenes = try PictureSession().scenes
        try expect(SVGPicture(scenes.removeLast().screen).text, isIn: "photo.svg")
        let credits = try #require(scenes.first { $0.name == "credits" })
        try expect(SVGPicture(credits.screen).text, isIn: "storefront.svg")
        try expect(CastRecording(scenes).text, isIn: "storefront.cast")
    }

    private func expect(_ text: String, isIn name: String) throws {
        let path = String(#filePath.components(separatedBy: "/Tests/")[0]) + "/Resources/Pictures/" + name
        if ProcessInfo.processInfo.environment["RECORD_PICTURES"] == "1" {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            return
        }
        let recorded = try String(contentsOfFile: path, encoding: .utf8)
        // Not in the expectation: a message with two pictures in it is no message.
        let isSame = text == recorded
        #expect(isSame, "\(name) is not what the program shows now; run .ci/pictures")
    }
}
