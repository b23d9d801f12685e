/// Where the parts of the store screen are, for `drawStore`. It depends only on the window's size and on how
/// much there is to show. A larger window never shows less: an extra row or column never removes a product,
/// part of a name, or the newest lines of the log.
struct StoreLayout: Hashable {
    /// How much there is to show.
    struct Content {
        var products: Int
        /// The headings of the list, at least one.
        var headings: Int
        /// The products whose names are too long to go beside their buttons.
        var longNames = 0
        var inFlight: Int
        /// The width of a list that has its whole names beside its buttons.
        var namesWidth: Int
        /// The natural width of the list, in which nothing is cut.
        var listWidth: Int
        /// Whether there is a large monkey, too, for areas with room.
        var hasLargeMonkey = false
    }

    /// A rectangle of the window.
    struct Area: Hashable {
        var columns: Range<Int>
        var rows: Range<Int>
    }

    /// How much room a product has.
    enum Density: Hashable {
        /// Two rows, with the name below the button, and at most one heading.
        case narrow
        /// One row.
        case dense
        /// Two rows, with the description in the second.
        case airy
    }

    /// The column after the list, which has its natural width or the window's.
    let listEnd: Int
    let density: Density
    /// The rows of the list, with its headings. A narrow list may have no heading.
    let list: Range<Int>
    /// Whether there are blank rows before the headings.
    let isSpacious: Bool
    /// Whether the first row of the list is a heading. In a narrow list, only if there is room.
    let hasHeading: Bool
    /// The first row of the last two buttons.
    let buttons: Int
    /// One row for both buttons, or one for each.
    let buttonRows: Int
    /// The place for the monkey, the balance, and the transactions in flight if they have no area of
    /// their own.
    let head: Area
    /// Whether the large monkey is there.
    let isMonkeyLarge: Bool
    /// The area of the transactions in flight, below its title.
    let inFlight: Area?
    /// The area of the log, below its title.
    let log: Area?

    /// Whether the names are beside their buttons. Otherwise they are below them.
    var hasWideRows: Bool { density != .narrow }

    /// Whether the monkey, the list and the log are below one another.
    var isStacked: Bool { head.columns.lowerBound == 0 }

    /// How the monkey, the list and the log are arranged.
    private enum Arrangement {
        /// All below one another.
        case stacked
        /// The monkey beside the list, the log below both.
        case monkeyBeside
        /// The monkey and the log beside the list.
        case allBeside
    }

    /// How many rows each part gets.
    private struct Rows {
        var head = 1
        var list = 0
        var hasHeading = false
        var isAiry = false
        var isSpacious = false
        var buttons = 1
        var isMonkeyLarge = false
        var log = 0
        /// Whether the transactions in flight have an area of their own.
        var hasPanel = false
    }

    /// The narrowest area for the monkey beside the list.
    private static let monkeyWidth = 32
    /// The narrowest area for the log beside the list. Its usual lines fit whole.
    private static let logWidth = 76
    /// The narrowest window with names beside the buttons, and the widest that puts long names below them.
    private static let wideRows = 64...80

    /// - Parameter end: the row below the content.
    init(_ size: Size, contentEnd end: Int, _ content: Content) {
        let hasWideRows =
            size.columns >= min(max(content.namesWidth, Self.wideRows.lowerBound), Self.wideRows.upperBound)
        let room = size.columns - content.listWidth - 1
        let arrangement: Arrangement =
            room >= Self.logWidth ? .allBeside : room >= Self.monkeyWidth ? .monkeyBeside : .stacked
        listEnd = hasWideRows ? min(content.listWidth, size.columns) : size.columns
        let rows =
            switch arrangement {
            case .stacked where !hasWideRows: Self.narrow(end - 1, content)
            case .stacked: Self.stacked(end - 1, content)
            case .monkeyBeside: Self.monkeyBeside(end - 1, content)
            case .allBeside: Self.allBeside(end - 1, content)
            }
        density = !hasWideRows ? .narrow : rows.isAiry ? .airy : .dense
        hasHeading = hasWideRows || rows.hasHeading
        isSpacious = rows.isSpacious
        buttonRows = rows.buttons
        isMonkeyLarge = rows.isMonkeyLarge
        let isStacked = arrangement == .stacked
        let first = isStacked ? 1 + rows.head : 1
        list = first..<first + rows.list
        buttons = list.upperBound
        head = Area(columns: (isStacked ? 0 : listEnd + 1)..<size.columns, rows: 1..<1 + rows.head)
        inFlight = rows.hasPanel ? Area(columns: 0..<listEnd, rows: buttons + buttonRows + 1..<end) : nil
        let logColumns = (arrangement == .allBeside ? listEnd + 1 : 0)..<size.columns
        log = rows.log == 0 ? nil : Area(columns: logColumns, rows: end - rows.log..<end)
    }

    /// The rows of a whole list, without and with descriptions.
    private static func dense(_ content: Content) -> Int {
        content.products + content.longNames + content.headings
    }
    private static func airy(_ content: Content) -> Int { 2 * content.products + content.headings }

    private static func narrow(_ room: Int, _ content: Content) -> Rows {
        var rows = Rows()
        // One row is for the balance, and one for the buttons.
        var spare = SpareRows(room - 2)
        var products = spare.take(min(content.products, 2), each: 2)
        rows.head += spare.take(1)
        rows.hasHeading = spare.take(1) == 1
        products += spare.take(min(content.products, 4) - products, each: 2)
        rows.head += spare.take(1)
        rows.buttons += spare.take(1)
        rows.log = spare.take(1, each: 2)
        rows.log += spare.take(1)
        rows.head += spare.take(monkeyRows - rows.head)
        products += spare.take(content.products - products, each: 2)
        rows.head += spare.take(content.inFlight - inFlightBesideMonkey)
        rows.log += spare.take(.max)
        rows.list = 2 * products + (rows.hasHeading ? 1 : 0)
        return rows
    }

    private static func stacked(_ room: Int, _ content: Content) -> Rows {
        var rows = Rows()
        var spare = SpareRows(room - 2)
        rows.list = spare.take(min(dense(content), 4 + min(content.headings, 2)))
        rows.head += spare.take(2)
        rows.log = spare.take(1, each: 2)
        rows.log += spare.take(1)
        rows.head += spare.take(monkeyRows - rows.head)
        rows.list += spare.take(dense(content) - rows.list)
        rows.head += spare.take(content.inFlight - inFlightBesideMonkey)
        takeMore(&rows, &spare, content)
        return rows
    }

    private static func monkeyBeside(_ room: Int, _ content: Content) -> Rows {
        var rows = Rows()
        var spare = SpareRows(room - 1)
        rows.list = spare.take(min(dense(content), 7))
        rows.log = spare.take(1, each: 2)
        rows.log += spare.take(1)
        rows.list += spare.take(dense(content) - rows.list)
        // What is below the monkey gets at most the rows that the list would have there.
        let below = min(textRows + min(content.inFlight, inFlightBesideMonkey), rows.list + rows.buttons)
        _ = spare.take(monkeyRows + below - rows.list - rows.buttons)
        takeMore(&rows, &spare, content)
        rows.head = rows.log > 0 ? room - rows.log - 1 : room
        rows.isMonkeyLarge =
            content.hasLargeMonkey
            && rows.head >= largeMonkeyRows + LargeNumber.rows + textRows + content.inFlight
        return rows
    }

    private static func allBeside(_ room: Int, _ content: Content) -> Rows {
        var rows = Rows()
        var left = SpareRows(room - 1)
        rows.list = left.take(dense(content))
        rows.buttons += left.take(1)
        let panel = max(7, content.inFlight + 2)
        rows.isAiry = left.take(1, each: airy(content) - rows.list) == 1
        if rows.isAiry { rows.list = airy(content) }
        rows.hasPanel = left.take(1, each: panel) == 1
        rows.isSpacious = left.take(1, each: content.headings - 1) == 1
        if rows.isSpacious { rows.list += content.headings - 1 }
        var right = SpareRows(room)
        rows.head = right.take(3)
        rows.log = right.take(1, each: 2)
        rows.log += right.take(1)
        rows.head += right.take(monkeyRows - rows.head)
        if !rows.hasPanel { rows.head += right.take(content.inFlight - inFlightBesideMonkey) }
        // Not higher than the list: in a narrower window, the log has the rows below the list, and it must
        // not lose them in a wider one.
        if content.hasLargeMonkey, airy(content) >= largeMonkeyRows {
            rows.log += right.take(logRows - rows.log)
            rows.isMonkeyLarge = right.take(1, each: largeMonkeyRows - monkeyRows) == 1
            if rows.isMonkeyLarge { rows.head += largeMonkeyRows - monkeyRows }
        }
        rows.log += right.take(.max)
        return rows
    }

    /// Gives away the rows that a whole list and a short log leave: to the buttons, the log, the
    /// descriptions, blank rows, and then the log again.
    private static func takeMore(_ rows: inout Rows, _ spare: inout SpareRows, _ content: Content) {
        rows.buttons += spare.take(1)
        rows.log += spare.take(usualLog - rows.log)
        let afterUsual = spare
        rows.isAiry = spare.take(1, each: airy(content) - dense(content)) == 1
        // Descriptions matter more than older lines of the log, but either all are shown or no
        // description is.
        guard rows.isAiry else {
            spare = afterUsual
            rows.log += spare.take(.max)
            return
        }
        rows.list += airy(content) - dense(content)
        rows.isSpacious = spare.take(1, each: content.headings - 1) == 1
        if rows.isSpacious { rows.list += content.headings - 1 }
        rows.log += spare.take(.max)
    }

    /// The rows of the whole monkey, and of the balance and the mood below it.
    static let monkeyRows = MonkeyPicture.height
    static let textRows = 3
    /// The number of newest log lines that descriptions never displace.
    static let usualLog = 6
    static let largeMonkeyRows = 14
    /// The lines of the log that matter more than a large monkey.
    private static let logRows = 12
    /// How many transactions in flight fit beside the monkey.
    private static let inFlightBesideMonkey = 4
}

/// Rows to give away, in order of importance. The first that does not get all that it asks for is also the
/// last that gets any. So one more row takes nothing away.
private struct SpareRows {
    private var rows: Int
    private var isOver = false

    init(_ rows: Int) { self.rows = max(0, rows) }

    /// Takes the rows for `most` things, or for as many as there is room for, and returns how many things
    /// that is.
    mutating func take(_ most: Int, each height: Int = 1) -> Int {
        guard !isOver, most > 0 else { return 0 }
        let taken = height == 0 ? most : min(most, rows / height)
        rows -= taken * height
        isOver = taken < most
        return taken
    }
}
