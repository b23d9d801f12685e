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
        let isASCII = glyphs == .ascii
        let face = Self.face(mood, isASCII: isASCII)
        let mouth = isOpen ? (isASCII ? " (--) " : " (──) ") : face.mouth
        let smallMouth = isOpen ? (isASCII ? "_" : "─") : face.smallMouth
        let side = isASCII ? "|" : "│"
        rows =
            [isASCII ? "    .--------.    " : "    ╭────────╮    "] + Self.eyes(mood, face.eye, isASCII: isASCII) + [
                isASCII ? "  .'    ..    '.  " : "  ╭╯    ··    ╰╮  ",
                "  \(side)   \(mouth)   \(side)  ",
                isASCII ? "  '------------'  " : "  ╰────────────╯  ",
            ]
        small = "@(\(face.eye)\(smallMouth)\(face.eye))@"
    }

    /// The three rows with the eyes, or with the sunglasses.
    private static func eyes(_ mood: Mood, _ eye: String, isASCII: Bool) -> [String] {
        switch (mood, isASCII) {
        case (.stylish, true): [" .-.|________|.-. ", " | ||[##][##]|| | ", " '-''        ''-' "]
        case (.stylish, false): [" ╭─╮│▄▄▄▄▄▄▄▄│╭─╮ ", " │ ││▐██▌▐██▌││ │ ", " ╰─┴╯ ▀▀  ▀▀ ╰┴─╯ "]
        case (_, true): [" .-.| .-..-. |.-. ", " | || |\(eye)||\(eye)| || | ", " '-'' '-''-' ''-' "]
        case (_, false): [" ╭─╮│ ╭─╮╭─╮ │╭─╮ ", " │ ││ │\(eye)││\(eye)│ ││ │ ", " ╰─┴╯ ╰─╯╰─╯ ╰┴─╯ "]
        }
    }

    private static func face(_ mood: Mood, isASCII: Bool) -> (eye: String, mouth: String, smallMouth: String) {
        switch mood {
        case .waiting: isASCII ? ("o", " \\__/ ", "u") : ("●", " ╰──╯ ", "‿")
        case .happy, .rich: isASCII ? ("^", "\\____/", "u") : ("^", "╰────╯", "‿")
        case .stylish: isASCII ? ("#", "\\____/", "u") : ("■", "╰────╯", "‿")
        case .eating: isASCII ? ("o", "(~~~~)", "~") : ("●", "(≈≈≈≈)", "≈")
        case .hungry: isASCII ? (".", " ---- ", "_") : ("○", " ──── ", "─")
        case .sad: isASCII ? (".", ".----.", "n") : ("○", "╭────╮", "⌒")
        case .asleep: isASCII ? ("-", "  --  ", "_") : ("─", "  ──  ", "─")
        }
    }
}
