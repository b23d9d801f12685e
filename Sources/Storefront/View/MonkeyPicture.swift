/// The monkey, drawn by us: one face in two alphabets, with eyes and a mouth for each mood.
struct MonkeyPicture: Hashable, Sendable {
    static let width = 18
    static let height = 7

    /// The rows from top to bottom.
    let rows: [String]
    /// What is beside the face: a banana that is being eaten, coins that fall, or the letters of sleep.
    let beside: [String]
    /// The same monkey in one row.
    let small: String
    /// What is beside it there.
    let besideSmall: String

    /// - Parameter picture: which of the mood's pictures.
    init(_ mood: Mood, _ glyphs: ScreenOptions.Glyphs, picture: Int) {
        let things = MonkeyThings(mood, glyphs, picture: picture)
        (beside, besideSmall) = (things.beside, things.small)
        // It chews.
        let isOpen = mood == .eating && picture % 2 == 1
        switch glyphs {
        case .unicode:
            let eye = Self.eye(mood)
            let mouth = isOpen ? " (──) " : Self.mouth(mood)
            rows =
                ["    ╭────────╮    "] + Self.eyes(mood, eye) + [
                    "  ╭╯    ··    ╰╮  ",
                    "  │   \(mouth)   │  ",
                    "  ╰────────────╯  ",
                ]
            small = "@(\(eye)\(isOpen ? "─" : Self.smallMouth(mood))\(eye))@"
        case .ascii:
            let eye = Self.asciiEye(mood)
            let mouth = isOpen ? " (--) " : Self.asciiMouth(mood)
            rows =
                ["    .--------.    "] + Self.asciiEyes(mood, eye) + [
                    "  .'    ..    '.  ",
                    "  |   \(mouth)   |  ",
                    "  '------------'  ",
                ]
            small = "@(\(eye)\(isOpen ? "_" : Self.asciiSmallMouth(mood))\(eye))@"
        }
    }

    /// The three rows with the eyes, or with the sunglasses.
    private static func eyes(_ mood: Mood, _ eye: String) -> [String] {
        if mood == .stylish { return [" ╭─╮│▄▄▄▄▄▄▄▄│╭─╮ ", " │ ││▐██▌▐██▌││ │ ", " ╰─┴╯ ▀▀  ▀▀ ╰┴─╯ "] }
        return [" ╭─╮│ ╭─╮╭─╮ │╭─╮ ", " │ ││ │\(eye)││\(eye)│ ││ │ ", " ╰─┴╯ ╰─╯╰─╯ ╰┴─╯ "]
    }

    private static func asciiEyes(_ mood: Mood, _ eye: String) -> [String] {
        if mood == .stylish { return [" .-.|________|.-. ", " | ||[##][##]|| | ", " '-''        ''-' "] }
        return [" .-.| .-..-. |.-. ", " | || |\(eye)||\(eye)| || | ", " '-'' '-''-' ''-' "]
    }

    private static func eye(_ mood: Mood) -> String {
        switch mood {
        case .waiting, .eating: "●"
        case .hungry, .sad: "○"
        case .happy, .rich: "^"
        case .stylish: "■"
        case .asleep: "─"
        }
    }

    private static func mouth(_ mood: Mood) -> String {
        switch mood {
        case .waiting: " ╰──╯ "
        case .happy, .rich, .stylish: "╰────╯"
        case .eating: "(≈≈≈≈)"
        case .hungry: " ──── "
        case .sad: "╭────╮"
        case .asleep: "  ──  "
        }
    }

    private static func smallMouth(_ mood: Mood) -> String {
        switch mood {
        case .waiting, .happy, .rich, .stylish: "‿"
        case .eating: "≈"
        case .hungry, .asleep: "─"
        case .sad: "⌒"
        }
    }

    private static func asciiEye(_ mood: Mood) -> String {
        switch mood {
        case .waiting, .eating: "o"
        case .hungry, .sad: "."
        case .happy, .rich: "^"
        case .stylish: "#"
        case .asleep: "-"
        }
    }

    private static func asciiMouth(_ mood: Mood) -> String {
        switch mood {
        case .waiting: " \\__/ "
        case .happy, .rich, .stylish: "\\____/"
        case .eating: "(~~~~)"
        case .hungry: " ---- "
        case .sad: ".----."
        case .asleep: "  --  "
        }
    }

    private static func asciiSmallMouth(_ mood: Mood) -> String {
        switch mood {
        case .waiting, .happy, .rich, .stylish: "u"
        case .eating: "~"
        case .hungry, .asleep: "_"
        case .sad: "n"
        }
    }
}
