import Glibc
import TestSupport
import Testing

@Suite("A person with a mouse", .ownThreads)
struct MouseStories {
    /// Presses the left button over the first character of a text on the screen.
    private func click(_ text: String, _ terminal: Pseudoterminal) throws {
        let lines = terminal.screen.lines
        let row = try #require(lines.firstIndex { $0.contains(text) })
        let start = try #require(lines[row].firstRange(of: text)).lowerBound
        let column = lines[row].distance(from: lines[row].startIndex, to: start)
        try terminal.write("\u{1B}[<0;\(column + 1);\(row + 1)M\u{1B}[<0;\(column + 1);\(row + 1)m")
    }

    @Test func `buys with two clicks, the second one on the sheet, and gets the terminal back as it was`() throws {
        let program = try Program()
        let window = try StoreWindow(starting: program, arguments: ["--mouse"])
        let terminal = window.terminal
        try terminal.wait(for: "$1.99")
        try window.repaint()
        #expect(terminal.screen.modes.isSuperset(of: [1000, 1006]))
        try click("[ Buy 10 ]", terminal)
        try terminal.wait("the whole sheet") {
            $0.screen.text.contains("[ Cancel ]") && $0.screen.text.contains("y yes")
        }
        // It takes no click that can have been meant for something else.
        try terminal.wait("an end of the sheet") { terminal in
            guard terminal.screen.text.contains("[ Cancel ]") else { return true }
            try click("[ Buy ]", terminal)
            return false
        }
        try window.wait(forCredits: 10)
        #expect(try window.quit() == .status(0))
        #expect(terminal.isAsBefore)
        #expect(try Books(program.data).charges == 1)
    }

    @Test func `is not asked for by a program that was not told to, and its clicks are nothing there`() throws {
        let window = try StoreWindow(Program())
        try window.repaint()
        #expect(window.terminal.screen.modes.isDisjoint(with: [1000, 1002, 1003, 1006]))
        try click("[ Buy 10 ]", window.terminal)
        try window.terminal.write("2")
        try window.terminal.wait(for: "> [ Buy 10 ]")
        try window.terminal.waitForRest()
        #expect(!window.terminal.screen.text.contains("Confirm purchase"))
        #expect(try window.quit() == .status(0))
    }

    @Test func `gets the terminal back when the program crashes`() throws {
        let window = try StoreWindow(starting: Program(), arguments: ["--mouse"])
        try window.terminal.wait(for: "Monkey Store")
        kill(window.terminal.processID, SIGSEGV)
        #expect(try window.terminal.waitForEnd() == .signal(SIGSEGV))
        #expect(window.terminal.isAsBefore)
    }
}
