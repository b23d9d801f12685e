internal import StoreEvents
internal import Storefront

/// What a terminal says that it can do, for `CursesWindow`. It is asked once, in two rounds. Every terminal
/// since the VT100 answers or ignores the first question. The others go only to a terminal whose answer shows
/// that it can read any sequence. Nothing waits for an answer.
struct TerminalAnswers {
    private enum Round { case none, first, second, over }

    private var round = Round.none
    private var level = 0
    private var hasSixels = false
    private var hasKittyGraphics = false
    private(set) var hasSynchronisedOutput = false
    private(set) var background: RGB?
    private var cell: PixelSize?
    private var sixelLimit: PixelSize?

    private static let attributes = "\u{1B}[c"
    /// Asks for mode 2026, the background, kitty's graphics, the size of a cell, and the largest picture. The
    /// device attributes, asked again, mark the end: a terminal answers in order.
    private static let others =
        "\u{1B}[?2026$p\u{1B}]11;?\u{1B}\\\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[16t\u{1B}[?2;4;0S"
        + attributes

    /// The lowest level of a VT220 or later, which reports it in VT100 mode. Older terminals report 1 to 6.
    private static let modern = 61

    /// Whether the terminal takes strings, like a title, by its level.
    var isModern: Bool { level >= Self.modern }

    /// How pictures are drawn, if they can be.
    var pictures: PictureProtocol? {
        guard round == .over, cell != nil else { return nil }
        return hasKittyGraphics ? .kitty : hasSixels ? .sixel : nil
    }

    /// The size of a cell, if pictures can be drawn.
    var pictureCell: PixelSize? { pictures == nil ? nil : cell }

    /// The largest picture that the terminal draws; nil for any size.
    var pictureLimit: PixelSize? { pictures == .sixel ? sixelLimit : nil }

    /// Whether the terminal was asked.
    var wasAsked: Bool { round != .none }

    /// Whether no more answers are to come.
    var isComplete: Bool { round == .over }

    /// Starts, and returns the first question.
    mutating func ask() -> String {
        guard round == .none else { return "" }
        round = .first
        return Self.attributes
    }

    /// Takes an answer, and returns what to ask next. An answer to no question changes nothing.
    mutating func take(_ report: TerminalReport) -> String {
        switch (report, round) {
        case (.attributes(let level, let hasSixels), .first):
            (self.level, self.hasSixels) = (level, hasSixels)
            round = isModern ? .second : .over
            return isModern ? Self.others : ""
        case (.attributes, .second): round = .over
        case (.synchronisedOutput(let isKnown), .second): hasSynchronisedOutput = isKnown
        case (.background(let colour), .second): background = colour
        case (.kittyGraphics(let isKnown), .second): hasKittyGraphics = isKnown
        case (.cellSize(let size), .second): cell = size
        case (.sixelLimit(let size), .second): sixelLimit = size
        case (_, .none), (_, .first), (_, .over): break
        }
        return ""
    }
}

/// The ways to draw pictures in pixels.
enum PictureProtocol: Hashable { case kitty, sixel }
