/// The characters for drawing, in Unicode and in ASCII. Each is one cell wide. `Canvas` uses them.
struct Glyphs: Hashable, Sendable {
    let horizontal: Character
    let vertical: Character
    let topLeft: Character
    let topRight: Character
    let bottomLeft: Character
    let bottomRight: Character
    /// Junctions of lines: with a line going down, up, right or left.
    let teeDown: Character
    let teeUp: Character
    let teeRight: Character
    let teeLeft: Character
    let cross: Character
    let less: Character
    let more: Character
    let done: Character
    let failed: Character
    let cancelled: Character
    let waiting: Character
    let returned: Character
    /// Says that the list goes on below the edge.
    let below: Character
    /// In the log, a request, and what the store says.
    let request: Character
    let answer: Character
    let hidden: Character
    let full: Character
    let empty: Character
    let spinner: [Character]
    /// Characters in order of ink, least first, for a picture without colours.
    let ink: [Character]
    let ellipsis: TerminalText

    static let unicode = Glyphs(
        horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯",
        teeDown: "┬",
        teeUp: "┴", teeRight: "├", teeLeft: "┤", cross: "┼", less: "‹", more: "›", done: "✓", failed: "✗",
        cancelled: "–", waiting: "·", returned: "↩", below: "↓", request: "→", answer: "←", hidden: "•",
        full: "█",
        empty: "░",
        spinner: ["◐", "◓", "◑", "◒"], ink: [" ", "░", "▒", "▓", "█"], ellipsis: TerminalText("…"))
    static let ascii = Glyphs(
        horizontal: "-", vertical: "|", topLeft: ".", topRight: ".", bottomLeft: "'", bottomRight: "'",
        teeDown: ".",
        teeUp: "'", teeRight: "|", teeLeft: "|", cross: "+", less: "<", more: ">", done: "+", failed: "x",
        cancelled: "-", waiting: ".", returned: "<", below: "v", request: ">", answer: "<", hidden: "*",
        full: "#",
        empty: ".",
        spinner: ["|", "/", "-", "\\"],
        ink: [" ", ".", ":", "-", "=", "+", "*", "#", "%", "@"], ellipsis: TerminalText("..."))
}
