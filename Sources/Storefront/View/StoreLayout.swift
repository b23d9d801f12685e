/// Where the parts of the store screen stand, for `drawStore`. It depends only on the window's size and on how much there is to show, and a
/// larger window never shows less: no row and no column takes a product, a part of a name or a line of the log away.
struct StoreLayout: Hashable {
    /// How much there is to show.
    struct Content {
        var products: Int
        var inFlight: Int
        /// The width of a list whose names stand whole beside their buttons.
        var namesWidth: Int
        /// The width of a list that is whole: its natural one.
        var listWidth: Int
    }

    /// A rectangle of the window.
    struct Area: Hashable {
        var columns: Range<Int>
        var rows: Range<Int>
    }

    /// The column behind the list, which has its natural width or that of the window.
    let listEnd: Int
    /// Whether the names stand beside their buttons, above the descriptions. Otherwise they stand below the buttons.
    let hasWideRows: Bool
    /// The row of the list's title; the first row of the window if the list begins below the header.
    let listTitle: Int?
    let firstProduct: Int
    /// How many products are visible.
    let products: Int
    /// From one product to the next.
    let step: Int
    /// The first row of the last two buttons.
    let buttons: Int
    /// One row for both, or one for each.
    let buttonRows: Int
    /// The place of the monkey, the balance and, if they have no area of their own, the transactions in flight.
    let head: Area
    /// The area of the transactions in flight, below its title.
    let inFlight: Area?
    /// The area of the log, below its title.
    let log: Area?

    /// How the monkey, the list and the log stand to each other.
    private enum Arrangement {
        /// Below each other.
        case stacked
        /// The monkey beside the list, the log below both.
        case monkeyBeside
        /// The monkey and the log beside the list.
        case allBeside
    }

    /// The narrowest place for the monkey beside the list.
    private static let monkeyWidth = 32
    /// The narrowest place for the log beside the list: its usual lines are whole there.
    private static let logWidth = 76
    /// The narrowest window with names beside the buttons, and the widest that puts long ones below them.
    private static let wideRows = 64...80

    /// - Parameter end: the row below the content.
    init(_ size: Size, contentEnd end: Int, _ content: Content) {
        hasWideRows =
            size.columns >= min(max(content.namesWidth, Self.wideRows.lowerBound), Self.wideRows.upperBound)
        let room = size.columns - content.listWidth - 1
        let arrangement: Arrangement =
            room >= Self.logWidth ? .allBeside : room >= Self.monkeyWidth ? .monkeyBeside : .stacked
        listEnd = hasWideRows ? min(content.listWidth, size.columns) : size.columns
        let isStacked = arrangement == .stacked
        var step = 2
        var (headRows, logRows, title) = (1, 0, 0)
        // The header and a row of buttons; stacked, the balance, too.
        var spare = SpareRows(end - (isStacked ? 3 : 2))
        var shown = spare.take(min(content.products, isStacked ? 2 : 4), each: 2)
        if isStacked {
            headRows += spare.take(1)
            title = spare.take(1)
            shown += spare.take(min(content.products, 4) - shown, each: 2)
            headRows += spare.take(1)
        }
        buttonRows = 1 + spare.take(1)
        if arrangement != .allBeside {
            logRows = spare.take(1, each: 2)
            logRows += spare.take(1)
        }
        if isStacked { headRows += spare.take(Self.monkeyRows - headRows) }
        shown += spare.take(content.products - shown, each: 2)
        var inFlight: Area?
        switch arrangement {
        case .stacked:
            headRows += spare.take(content.inFlight - Self.inFlightBesideMonkey)
            logRows += spare.take(.max)
        case .monkeyBeside:
            let inFlightRows = min(content.inFlight, Self.inFlightBesideMonkey, 2 * shown)
            let needed = Self.monkeyRows + Self.textRows + inFlightRows
            _ = spare.take(needed - 2 * shown - buttonRows)
            logRows += spare.take(.max)
            headRows = (logRows > 0 ? end - logRows - 1 : end) - 1
        case .allBeside:
            let panel = max(7, content.inFlight + 2)
            let hasPanel = spare.take(1, each: panel) == 1
            if spare.take(1, each: shown + 2) == 1 { step = 3 }
            if hasPanel {
                let first = 2 + (step == 3 ? 2 : 0) + step * shown + buttonRows
                inFlight = Area(columns: 0..<listEnd, rows: first..<end)
            }
            var right = SpareRows(end - 1)
            headRows = right.take(3)
            logRows = right.take(1, each: 2)
            logRows += right.take(1)
            headRows += right.take(Self.monkeyRows - headRows)
            if !hasPanel { headRows += right.take(content.inFlight - Self.inFlightBesideMonkey) }
            logRows += right.take(.max)
        }
        self.step = step
        products = shown
        firstProduct = (isStacked ? 1 + headRows + title : 1) + step - 2
        buttons = firstProduct + step * shown
        listTitle = isStacked ? (title == 0 ? nil : 1 + headRows) : 0
        head = Area(columns: (isStacked ? 0 : listEnd + 1)..<size.columns, rows: 1..<1 + headRows)
        self.inFlight = inFlight
        let logColumns = (arrangement == .allBeside ? listEnd + 1 : 0)..<size.columns
        log = logRows == 0 ? nil : Area(columns: logColumns, rows: end - logRows..<end)
    }

    /// The rows of the whole monkey, and of the balance and the mood below it.
    static let monkeyRows = MonkeyPicture.height
    static let textRows = 3
    /// How many transactions in flight fit beside the monkey.
    private static let inFlightBesideMonkey = 4
}

/// Rows to give away in the order of what matters. What does not get all that it asks for is the last to get any, so that one more row takes
/// nothing away.
private struct SpareRows {
    private var rows: Int
    private var isOver = false

    init(_ rows: Int) { self.rows = max(0, rows) }

    /// Takes the rows for `most` things, or for as many as there is room for, and returns how many these are.
    mutating func take(_ most: Int, each height: Int = 1) -> Int {
        guard !isOver, most > 0 else { return 0 }
        let taken = min(most, rows / height)
        rows -= taken * height
        isOver = taken < most
        return taken
    }
}
