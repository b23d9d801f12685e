/// The monkey of the store screen: a face in Unicode and in ASCII, with eyes and a mouth for each mood.
struct MonkeyPicture: Hashable, Sendable {
    static let width = 18
    static let height = 7

    /// The rows from top to bottom.
    let rows: [String]
    /// The things beside the face: see `MonkeyThings`.
    let beside: [String]
    /// The same monkey in one row.
    let small: String
    /// The things beside that.
    let besideSmall: String

    /// - Parameter picture: the index of the mood's picture.
    init(_ mood: Mood, _ glyphs: ScreenOptions.Glyphs, picture: Int) {
        let things = MonkeyThings(mood, glyphs, picture: picture)
        (beside, besideSmall) = (things.beside, things.small)
        // It chews.
        let isOpen = mood == .eating && picture % 2 == 1
        switch glyphs {
        case .unicode:
            let face = Self.face(mood)
            let mouth = isOpen ? " (──) " : face.mouth
            rows =
                ["    ╭────────╮    "] + Self.eyes(mood, face.eye) + [
                    "  ╭╯    ··    ╰╮  ",
                    "  │   \(mouth)   │  ",
                    "  ╰────────────╯  ",
                ]
            small = "@(\(face.eye)\(isOpen ? "─" : face.smallMouth)\(face.eye))@"
        case .ascii:
            let face = Self.asciiFace(mood)
            let mouth = isOpen ? " (--) " : face.mouth
            rows =
                ["    .--------.    "] + Self.asciiEyes(mood, face.eye) + [
                    "  .'    ..    '.  ",
                    "  |   \(mouth)   |  ",
                    "  '------------'  ",
                ]
            small = "@(\(face.eye)\(isOpen ? "_" : face.smallMouth)\(face.eye))@"
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

    private static func face(_ mood: Mood) -> (eye: String, mouth: String, smallMouth: String) {
        switch mood {
        case .waiting: ("●", " ╰──╯ ", "‿")
        case .happy, .rich: ("^", "╰────╯", "‿")
        case .stylish: ("■", "╰────╯", "‿")
        case .eating: ("●", "(≈≈≈≈)", "≈")
        case .hungry: ("○", " ──── ", "─")
        case .sad: ("○", "╭────╮", "⌒")
        case .asleep: ("─", "  ──  ", "─")
        }
    }

    private static func asciiFace(_ mood: Mood) -> (eye: String, mouth: String, smallMouth: String) {
        switch mood {
        case .waiting: ("o", " \\__/ ", "u")
        case .happy, .rich: ("^", "\\____/", "u")
        case .stylish: ("#", "\\____/", "u")
        case .eating: ("o", "(~~~~)", "~")
        case .hungry: (".", " ---- ", "_")
        case .sad: (".", ".----.", "n")
        case .asleep: ("-", "  --  ", "_")
        }
    }
}
