import Glibc
import TestSupport

/// The storefront in a window, used as a person would use it: with keys, and by what is read on the screen.
struct StoreWindow {
    let terminal: Pseudoterminal
    private let running: RunningProgram

    /// Opens the storefront on a program's data, and waits until the credits are counted and nothing is
    /// loading any more.
    init(_ program: Program, arguments: [String] = [], columns: Int = 80, rows: Int = 24) throws {
        try self.init(starting: program, arguments: arguments, columns: columns, rows: rows)
        try terminal.waitForStore()
    }

    /// Opens the storefront, and waits for nothing.
    init(
        starting program: Program, arguments: [String] = [], environment: [String: String] = [:],
        columns: Int = 80,
        rows: Int = 24
    ) throws {
        running = try RunningProgram(
            in: program.folder, data: program.data, arguments: arguments, environment: environment,
            columns: columns,
            rows: rows)
        terminal = running.terminal
    }

    var standardError: String { get throws { try running.standardError } }

    func order(_ button: String, quantity: Int = 1) throws {
        try select("[ \(button) ]")
        try change(to: quantity < 10 ? "‹  \(quantity) ›" : "‹ \(quantity) ›", with: "l")
        try terminal.write("\r")
        try terminal.wait("the whole sheet") {
            $0.screen.text.contains("Confirm purchase") && $0.screen.text.contains("y buy")
        }
    }

    func buy(_ button: String, quantity: Int = 1) throws {
        try order(button, quantity: quantity)
        try terminal.answerYes(to: "Confirm purchase")
    }

    /// Buys five credits under a setting, and waits for a text.
    func buyFive(with setting: String, _ value: String, until text: String) throws {
        try set(setting, to: value)
        try buy("Buy 5")
        try terminal.wait(for: text)
    }

    func feed() throws {
        try select("[ Feed a banana ]")
        try terminal.write("\r")
    }

    func wait(forCredits credits: Int) throws { try terminal.wait(for: " \(credits) monkey credits") }

    /// Has the whole screen painted again, and waits for the end of it.
    func repaint() throws {
        terminal.eraseScreen()
        try terminal.write("\u{0C}")
        try terminal.wait(for: "q quit")
    }

    /// The line above the footer, which says what happened.
    var statusLine: String { terminal.screen.lines[terminal.screen.rows - 2] }

    /// Changes one of the settings, and comes back to the store.
    func set(_ setting: String, to value: String) throws {
        try terminal.write("s")
        try terminal.wait(for: "Confirmation sheet")
        try select(setting)
        try change(to: "‹ \(value) ›", with: "l")
        try terminal.write("s")
        try terminal.wait(for: "Feed a banana")
    }

    /// Opens the transactions, does to the newest one what a key stands for, and comes back when the list
    /// shows the result.
    func act(_ key: String, on state: String, to newState: String) throws {
        try terminal.write("t")
        try terminal.wait("a selected transaction that is \(state)") {
            Self.selectedLine($0)?.contains(state) == true
        }
        try terminal.write(key)
        try terminal.wait("a transaction that is \(newState)") { $0.screen.text.contains(newState) }
        try terminal.write("t")
        try terminal.wait(for: "Feed a banana")
    }

    func quit() throws -> ProcessEnd { try terminal.leaveStore() }

    /// Kills the program, as a power cut would.
    func kill() throws -> ProcessEnd {
        Glibc.kill(terminal.processID, SIGKILL)
        return try terminal.waitForEnd()
    }

    private func select(_ text: String) throws {
        try press("j", until: "a selected “\(text)”") { $0.contains("> " + text) }
    }

    private func change(to value: String, with key: String) throws {
        try press(key, until: "the value “\(value)”") { $0.contains(value) }
    }

    /// Presses a key, and looks at its effect on the selected row before pressing it again. A row is read
    /// only when the whole screen has been painted, because half of a change looks like another value.
    private func press(_ key: String, until what: String, holds: (String) -> Bool) throws {
        while true {
            try repaint()
            let selected = Self.selectedRow(terminal)
            if let line = selected?.first, holds(line) { return }
            try terminal.write(key)
            try terminal.wait("another row on the way to \(what)") {
                Self.selectedRow($0).map { $0 != selected } ?? false
            }
        }
    }

    private static func selectedLine(_ terminal: Pseudoterminal) -> String? { selectedRow(terminal)?.first }

    /// The line with the mark, and the one below it: in a narrow window the first says no more than “Buy”.
    private static func selectedRow(_ terminal: Pseudoterminal) -> [String]? {
        let lines = terminal.screen.lines
        return lines.firstIndex { $0.contains(" > ") }.map { Array(lines[$0...].prefix(2)) }
    }
}
