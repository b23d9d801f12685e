import Foundation
import Glibc
import Subprocess
import TestSupport
import Testing

@Suite("A person in the storefront", .ownThreads, .timeLimit(.minutes(10)))
struct StorefrontStories {
    private let program: Program

    init() throws { program = try Program() }

    @Test("buys, feeds the monkey, and finds the credits again", arguments: [(80, 24), (40, 12)])
    func buying(columns: Int, rows: Int) throws {
        var window = try StoreWindow(program, columns: columns, rows: rows)
        let text = String(decoding: window.terminal.bytes, as: UTF8.self)
        let loading = try #require(text.range(of: "loading…")), price = try #require(text.range(of: "$0.99"))
        #expect(loading.lowerBound < price.lowerBound)

        try window.order("Buy 5")
        #expect(window.terminal.screen.text.contains("Sandbox: no real money"))
        try window.terminal.answerYes(to: "Confirm purchase")
        try window.wait(forCredits: 5)
        try window.order("Buy 10", quantity: 3)
        #expect(window.terminal.screen.text.contains("$5.97"))
        try window.terminal.answerYes(to: "Confirm purchase")
        try window.wait(forCredits: 35)
        #expect(try window.quit() == .status(0))

        window = try StoreWindow(program, columns: columns, rows: rows)
        try window.wait(forCredits: 35)
        try window.feed()
        try window.wait(forCredits: 34)
        #expect(try window.quit() == .status(0))
        #expect(window.terminal.isAsBefore)
        let books = try Books(program.data)
        #expect(books.charges == 2 && books.credited == 2 && books.balance == 34 && books.unfinished == 0)
    }

    @Test func `goes from the newest of ten thousand transactions to the oldest, and back`() async throws {
        try await program.succeed("balance")
        try await program.edit(journalRows(10_000))
        let window = try StoreWindow(program)
        for (key, transaction) in [("t", "9010000"), ("G", "9000001"), ("k", "9000002"), ("g", "9010000")] {
            try window.terminal.write(key)
            try window.terminal.wait(for: transaction)
        }
        #expect(window.terminal.screen.text.contains("more than 200 transactions"))
        #expect(try window.quit() == .status(0))
    }

    @Test func `buys sepia at the photo, switches it on, and finds the photo toned again after a restart`()
        throws
    {
        var window = try StoreWindow(program)
        func photo() throws -> [[TerminalScreen.Cell]] {
            try window.repaint()
            return Array(window.terminal.screen.cells[2..<20])
        }
        // Compared outside the expectation, because a message with two photos in it is unreadable.
        func isShown(_ expected: [[TerminalScreen.Cell]]) throws -> Bool { try photo() == expected }
        try window.terminal.write("p")
        try window.terminal.wait("the photo") {
            $0.screen.text.contains("─ Photo ─") && $0.screen.text.contains("▀")
        }
        let plain = try photo()
        // To the button of sepia: a letter buys nothing.
        try window.terminal.write("\u{1B}[C\r")
        try window.terminal.answerYes(to: "Confirm purchase")
        try window.terminal.wait(for: "[ Sepia: off ]")
        #expect(try isShown(plain))
        try window.terminal.write("s")
        // The filter comes over the picture while the monkey wears its sunglasses.
        try window.terminal.wait("the whole picture") {
            $0.screen.text.contains("[ Sepia: on ]") && !$0.screen.text.contains("■‿■")
        }
        let toned = try photo()
        #expect(try !isShown(plain))
        #expect(toned.joined().map(\.text) == plain.joined().map(\.text))
        #expect(try window.quit() == .status(0))

        window = try StoreWindow(program)
        try window.terminal.write("p")
        try window.terminal.wait("the photo") {
            $0.screen.text.contains("─ Photo ─") && $0.screen.text.contains("▀")
        }
        #expect(try isShown(toned))
        try window.terminal.write("c")
        try window.terminal.wait(for: "no filter")
        #expect(try isShown(plain))
    }

    @Test
    func `looks at the store, buys, and thinks: nothing in the program runs meanwhile, in no thread`() throws
    {
        let window = try StoreWindow(program)
        try window.terminal.waitForQuietSecond()
        try window.buy("Buy 5")
        try window.wait(forCredits: 5)
        try window.terminal.waitForQuietSecond()
        #expect(try window.quit() == .status(0))
    }
}

/// Leaves a window, if there is one, lets a command finish what the window left to the next start, and looks
/// at the books.
func expectClosedBooks(
    _ program: Program, leaving window: StoreWindow? = nil, payments: Int? = nil, charges: Int,
    location: SourceLocation = #_sourceLocation
) async throws {
    if let window { #expect(try window.quit() == .status(0), sourceLocation: location) }
    #expect(try await program.run("history").status == .exited(0), sourceLocation: location)
    let books = try Books(program.data)
    #expect(books.areClosed, "\(books)", sourceLocation: location)
    #expect(books.charges == charges, "\(books)", sourceLocation: location)
    if let payments { #expect(books.payments == payments, "\(books)", sourceLocation: location) }
}

@Suite("A person with a mouse", .ownThreads, .timeLimit(.minutes(10)))
struct MouseStories {
    /// Presses the left button over the first character of a text on the screen.
    private func click(_ text: String, _ terminal: Pseudoterminal) throws {
        let lines = terminal.screen.lines
        let row = try #require(lines.firstIndex { $0.contains(text) })
        let start = try #require(lines[row].firstRange(of: text)).lowerBound
        let column = lines[row].distance(from: lines[row].startIndex, to: start)
        try terminal.write("\u{1B}[<0;\(column + 1);\(row + 1)M\u{1B}[<0;\(column + 1);\(row + 1)m")
    }

    @Test func `buys with two clicks, the second one on the sheet, and gets the terminal back as it was`()
        throws
    {
        let program = try Program()
        let window = try StoreWindow(starting: program, arguments: ["--mouse"])
        let terminal = window.terminal
        try terminal.wait(for: "$1.99")
        try window.repaint()
        #expect(terminal.screen.modes.isSuperset(of: [1000, 1006]))
        try click("[ Buy 10 ]", terminal)
        try terminal.wait("the whole sheet") { terminal in
            ["[ Buy ]", "[ Cancel ]", "y buy"].allSatisfy { terminal.screen.text.contains($0) }
        }
        // It ignores clicks that could have been meant for something else. One that comes after it is gone would
        // press what was below it.
        while terminal.screen.text.contains("[ Cancel ]") {
            try click("[ Buy ]", terminal)
            try terminal.waitForQuietSecond()
        }
        try window.wait(forCredits: 10)
        #expect(try window.quit() == .status(0))
        #expect(terminal.isAsBefore)
        #expect(try Books(program.data).charges == 1)
    }

    @Test func `is not asked for by a program that was not told to, and its clicks are nothing there`() throws
    {
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
