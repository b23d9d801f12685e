/// The things beside the face of a `MonkeyPicture`: a banana, falling coins, glints or the letters of sleep.
struct MonkeyThings: Hashable, Sendable {
    static let width = 7

    /// The rows from top to bottom, beside those of the face.
    private(set) var beside: [String] = []
    /// The same in one row.
    private(set) var small = ""

    init(_ mood: Mood, _ glyphs: ScreenOptions.Glyphs, picture: Int) {
        let isASCII = glyphs == .ascii
        switch mood {
        case .eating:
            let banana = isASCII ? Self.asciiBanana : Self.banana
            // It is eaten from the top; crumbs are left.
            let eaten = Self.eaten[picture]
            beside =
                eaten == banana.count
                ? ["", "", "", "", "", "   .", " .   ."]
                : Array(repeating: "", count: eaten) + banana.dropFirst(eaten)
            small = (isASCII ? Self.asciiSmallBananas : Self.smallBananas)[picture]
        case .rich:
            let coin = isASCII ? "(o)" : "(¢)"
            beside = Self.coins[picture].map { row in
                row.map { $0 == "o" ? coin : String($0) }.joined()
            }
        case .asleep: beside = ["  Z", " z"]
        case .stylish:
            beside = Self.glints[picture].map { row in
                isASCII ? row : row.map { $0 == "*" ? "✦" : String($0) }.joined()
            }
        case .waiting, .happy, .hungry, .sad: break
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
