/// The monkey in characters, Unicode or ASCII: a face for each mood, large or in one row. `Canvas` draws it.
struct MonkeyPicture: Hashable, Sendable {
    static let width = 18
    static let height = 7
    /// The width of the things beside the face.
    static let thingsWidth = 7

    /// The rows from top to bottom.
    let rows: [String]
    /// The things beside the face, from top to bottom: a banana, falling coins,
    /// glints or the letters of sleep.
    let beside: [String]
    /// The same monkey in one row.
    let small: String
    /// The things beside the small monkey.
    let besideSmall: String

    /// - Parameter picture: the index of the mood's picture.
    init(_ mood: Mood, _ glyphs: ScreenOptions.Glyphs, picture: Int) {
        let isASCII = glyphs == .ascii
        (beside, besideSmall) = Self.things(mood, isASCII: isASCII, picture: picture)
        // It chews.
        let isOpen = mood == .eating && picture % 2 == 1
        let face = Self.face(mood, isASCII: isASCII)
        let mouth = isOpen ? (isASCII ? " (--) " : " (──) ") : face.mouth
        let smallMouth = isOpen ? (isASCII ? "_" : "─") : face.smallMouth
        let side = isASCII ? "|" : "│"
        rows =
            [isASCII ? "    .--------.    " : "    ╭────────╮    "]
            + Self.eyes(mood, face.eye, isASCII: isASCII) + [
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

    private static func face(_ mood: Mood, isASCII: Bool) -> (eye: String, mouth: String, smallMouth: String)
    {
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

    private static func things(_ mood: Mood, isASCII: Bool, picture: Int) -> (beside: [String], small: String)
    {
        switch mood {
        case .eating:
            let banana = isASCII ? asciiBanana : banana
            // It is eaten from the top, and leaves crumbs.
            let eaten = eaten[picture]
            let rows =
                eaten == banana.count
                ? ["", "", "", "", "", "   .", " .   ."]
                : Array(repeating: "", count: eaten) + banana.dropFirst(eaten)
            return (rows, (isASCII ? asciiSmallBananas : smallBananas)[picture])
        case .rich:
            let coin = isASCII ? "(o)" : "(¢)"
            return (coins[picture].map { row in row.map { $0 == "o" ? coin : String($0) }.joined() }, "")
        case .asleep: return (["  Z", " z"], "")
        case .stylish:
            return (glints[picture].map { row in String(row.map { $0 == "*" && !isASCII ? "✦" : $0 }) }, "")
        case .waiting, .happy, .hungry, .sad: return ([], "")
        }
    }

    private static let banana = ["", "    ▗▖", "    ▐█▖", "    ▐██", "   ▗██▛", " ▗▟██▛", " ▀▀▀▘"]
    private static let asciiBanana = ["", "     _", "    / )", "   /  |", "  /  /", " /  /", "(__/"]
    /// The eaten rows in each picture.
    private static let eaten = [0, 3, 4, 5, 7]
    private static let smallBananas = ["╰──╯", "╰──╯", "╰─╯", "╰╯", "."]
    private static let asciiSmallBananas = ["\\__/", "\\__/", "\\_/", "\\/", "."]

    /// Falling coins, an `o` each, which end in a heap.
    private static let coins = [
        ["    o", " o", "", "   o"],
        ["o", "", "    o", " o", "", "   o"],
        ["", "   o", "o", "", "    o", " o", "   o"],
        ["", "", "", "", "   o", " oo", " oo"],
    ]
    /// Glints of the sunglasses, a `*` each.
    private static let glints = [
        ["", "  *"], ["  *", "", "     *"], ["", "", "   *", "", " *"], ["   *", "", " *", "", "     *"],
    ]
}
