/// The monkey, drawn by us: one face in two alphabets, with eyes and a mouth for each mood.
struct MonkeyPicture: Hashable, Sendable {
    static let width = 18
    static let height = 7

    /// The rows from top to bottom.
    let rows: [String]
    /// What hangs beside the face: a banana that is being eaten, or the letters of sleep.
    let beside: [String]
    /// The same monkey in one row.
    let small: String

    init(_ mood: Mood, _ glyphs: ScreenOptions.Glyphs) {
        switch glyphs {
        case .unicode:
            let eye = Self.eye(mood)
            rows = [
                "    ╭────────╮    ",
                " ╭─╮│ ╭─╮╭─╮ │╭─╮ ",
                " │ ││ │\(eye)││\(eye)│ ││ │ ",
                " ╰─┴╯ ╰─╯╰─╯ ╰┴─╯ ",
                "  ╭╯    ··    ╰╮  ",
                "  │   \(Self.mouth(mood))   │  ",
                "  ╰────────────╯  ",
            ]
            beside = Self.beside(mood)
            small = "@(\(eye)\(Self.smallMouth(mood))\(eye))@"
        case .ascii:
            let eye = Self.asciiEye(mood)
            rows = [
                "    .--------.    ",
                " .-.| .-..-. |.-. ",
                " | || |\(eye)||\(eye)| || | ",
                " '-'' '-''-' ''-' ",
                "  .'    ..    '.  ",
                "  |   \(Self.asciiMouth(mood))   |  ",
                "  '------------'  ",
            ]
            beside = Self.asciiBeside(mood)
            small = "@(\(eye)\(Self.asciiSmallMouth(mood))\(eye))@"
        }
    }

    private static func eye(_ mood: Mood) -> String {
        switch mood {
        case .waiting, .eating: "●"
        case .hungry, .sad: "○"
        case .happy: "^"
        case .asleep: "─"
        }
    }

    private static func mouth(_ mood: Mood) -> String {
        switch mood {
        case .waiting: " ╰──╯ "
        case .happy: "╰────╯"
        case .eating: "(≈≈≈≈)"
        case .hungry: " ──── "
        case .sad: "╭────╮"
        case .asleep: "  ──  "
        }
    }

    private static func smallMouth(_ mood: Mood) -> String {
        switch mood {
        case .waiting, .happy: "‿"
        case .eating: "≈"
        case .hungry, .asleep: "─"
        case .sad: "⌒"
        }
    }

    private static func beside(_ mood: Mood) -> [String] {
        switch mood {
        case .eating: ["", "", "", "▗▖", "▐█", " ▜█▄▄▖", "  ▝▀▀"]
        case .asleep: ["  Z", " z"]
        case .waiting, .happy, .hungry, .sad: []
        }
    }

    private static func asciiEye(_ mood: Mood) -> String {
        switch mood {
        case .waiting, .eating: "o"
        case .hungry, .sad: "."
        case .happy: "^"
        case .asleep: "-"
        }
    }

    private static func asciiMouth(_ mood: Mood) -> String {
        switch mood {
        case .waiting: " \\__/ "
        case .happy: "\\____/"
        case .eating: "(~~~~)"
        case .hungry: " ---- "
        case .sad: ".----."
        case .asleep: "  --  "
        }
    }

    private static func asciiSmallMouth(_ mood: Mood) -> String {
        switch mood {
        case .waiting, .happy: "u"
        case .eating: "~"
        case .hungry, .asleep: "_"
        case .sad: "n"
        }
    }

    private static func asciiBeside(_ mood: Mood) -> [String] {
        switch mood {
        case .eating: ["", "", "", " _", "( \\", " \\ `--.", "  `---'"]
        case .asleep: ["  Z", " z"]
        case .waiting, .happy, .hungry, .sad: []
        }
    }
}
