import StoreEvents
import StoreModel
import Testing

@testable import Storefront

/// All windows from the smallest that shows the screens to a large one.
private let allColumns = Array(34...240)
private let allRows = Array(10...70)
/// The sizes that most windows have, and every tenth of the larger ones.
private let columns = allColumns.filter { $0 < 130 || $0 % 10 == 0 }
private let rows = allRows.filter { $0 < 40 || $0 % 10 == 0 }

@Suite("Windows of all sizes")
struct AllSizesTests {
    /// Much and little to show: products, transactions in flight, and how wide the list is.
    private static let contents: [StoreLayout.Content] = [0, 1, 2, 4, 10, 40].flatMap { products in
        [(0, 72, 80), (1, 66, 87), (5, 90, 96), (9, 300, 240)].flatMap { inFlight, names, list in
            [false, true].map { hasLargeMonkey in
                StoreLayout.Content(
                    products: products, headings: 1 + products / 4, longNames: products / 10,
                    inFlight: inFlight,
                    namesWidth: names, listWidth: list, hasLargeMonkey: hasLargeMonkey)
            }
        }
    }

    @Test(
        "The parts of the store screen are apart, and no row or column more takes products or lines away",
        arguments: contents)
    func layout(_ content: StoreLayout.Content) { expectLayouts(content, columns: columns, rows: rows) }

    @Test(
        "The same holds for the store that most people see, from each size to the next",
        arguments: contents.filter { $0.products == 10 && $0.inFlight == 5 })
    func layoutOfEachSize(_ content: StoreLayout.Content) {
        expectLayouts(content, columns: allColumns, rows: allRows)
    }

    private func expectLayouts(_ content: StoreLayout.Content, columns widths: [Int], rows heights: [Int]) {
        var above: [StoreLayout?] = Array(repeating: nil, count: (widths.last ?? 0) + 1)
        for rows in heights {
            var left: StoreLayout?
            for columns in widths {
                let size = Size(columns: columns, rows: rows)
                let layout = StoreLayout(size, contentEnd: Layout(size).contentEnd, content)
                var fault = isApart(layout, in: size) ? nil : "parts share cells"
                for smaller in [left, above[columns]] {
                    fault = fault ?? smaller.flatMap { self.fault(from: $0, to: layout, content) }
                }
                if let fault { Issue.record("\(fault) at \(size) with \(content)") }
                (left, above[columns]) = (layout, layout)
            }
        }
    }

    /// What a larger window shows less of.
    private func fault(
        from smaller: StoreLayout, to layout: StoreLayout, _ content: StoreLayout.Content
    ) -> String? {
        if layout.density == smaller.density, layout.list.count < smaller.list.count {
            return "a shorter list"
        }
        // The descriptions take the place of older lines of the log.
        let log = smaller.log?.rows.count ?? 0
        let kept = layout.density == .airy && smaller.density != .airy ? min(log, StoreLayout.usualLog) : log
        if layout.log?.rows.count ?? 0 < kept { return "fewer lines of the log" }
        if layout.density == smaller.density, layout.buttonRows < smaller.buttonRows {
            return "fewer rows of buttons"
        }
        if layout.listEnd < min(smaller.listEnd, content.listWidth) { return "a narrower list" }
        if smaller.density == .airy, layout.density != .airy { return "no descriptions" }
        return layout.hasWideRows || !smaller.hasWideRows ? nil : "names below their buttons"
    }

    /// Whether no two parts share a cell, and none leaves the content.
    private func isApart(_ layout: StoreLayout, in size: Size) -> Bool {
        let end = Layout(size).contentEnd
        let listRows = layout.list.lowerBound..<layout.buttons + layout.buttonRows
        var areas = [layout.head, StoreLayout.Area(columns: 0..<layout.listEnd, rows: listRows)]
        // An area has its title above it.
        for area in [layout.inFlight, layout.log].compactMap(\.self) {
            areas.append(
                StoreLayout.Area(columns: area.columns, rows: area.rows.lowerBound - 1..<area.rows.upperBound)
            )
        }
        let isInside = areas.allSatisfy {
            $0.columns.lowerBound >= 0 && $0.columns.upperBound <= size.columns && $0.rows.lowerBound >= 1
                && $0.rows.upperBound <= end
        }
        return isInside
            && areas.indices.allSatisfy { one in
                areas[..<one].allSatisfy { other in
                    !other.columns.overlaps(areas[one].columns) || !other.rows.overlaps(areas[one].rows)
                }
            }
    }

    // MARK: Frames

    /// Every width at some heights, and every height at some widths: drawing the 12,627 frames of each state
    /// would take minutes. Unless they are `all`, only every tenth of the larger ones.
    static func lines(rows heights: [Int], columns widths: [Int], all: Bool = true) -> [[Size]] {
        heights.map { height in (all ? allColumns : columns).map { Size(columns: $0, rows: height) } }
            + widths.map { width in (all ? allRows : rows).map { Size(columns: width, rows: $0) } }
    }

    /// What a frame shows of the store, counted by letters that nothing else has.
    private struct Shown {
        var products = 0
        var nameCells = 0
        var logLines = 0
        var logCells = 0

        init(_ frame: Frame) {
            var rows: Set<Int> = []
            for area in frame.areas {
                guard case .product = area.target else { continue }
                products += 1
                rows.formUnion([area.row, area.row + 1])
            }
            for row in rows where row < frame.size.rows {
                for column in 0..<frame.size.columns where frame[column, row].character == "ñ" {
                    nameCells += 1
                }
            }
            for row in 1..<frame.size.rows {
                let line = frame.cells[row * frame.size.columns..<(row + 1) * frame.size.columns]
                let names = line.count { $0.character == "þ" }
                logCells += names + line.count { $0.character == "đ" }
                if names > 0 { logLines += 1 }
            }
        }
    }

    private static func product(_ index: Int, name length: Int) -> Product {
        StorefrontTests.product(
            ProductIdentifier(rawValue: "p\(index)"), title: String(repeating: "ñ", count: length),
            milliunits: 5990)
    }

    /// A store with products whose names consist of ñ, with a log of þ and đ, and with transactions
    /// in flight.
    private static func store(names: [Int], log: Int, inFlight: Int = 0) -> StorefrontState {
        let products = names.enumerated().map { product($0.offset, name: $0.element) }
        var state = state(after: opened(selling: products.map(\.identifier)), balance(35), prices(products))
        for index in 0..<inFlight {
            state.hear(updated(transaction(IdempotencyKey(rawValue: "\(index)"), "x", .deferred)))
        }
        state.log = (0..<log).map {
            LogEntry(
                date: Timestamp(milliseconds: Int64($0) * 1000), name: String(repeating: "þ", count: 18),
                detail: String(repeating: "đ", count: 20 + $0 % 20))
        }
        return state
    }

    private static let stores: [(name: String, state: StorefrontState)] = [
        ("ten products, a full log", store(names: Array(repeating: 20, count: 10), log: 200)),
        ("four products, a short log, purchases", store(names: [4, 9, 17, 22], log: 3, inFlight: 3)),
        ("forty products", store(names: (0..<40).map { 5 + $0 % 20 }, log: 30)),
        ("long names", store(names: [12, 38, 60, 150, 20], log: 30, inFlight: 1)),
    ]

    @Test(
        "A wider or higher window never shows fewer products, less of their names, or less of the log",
        arguments: stores.map(\.name))
    func moreRoomShowsMore(_ name: String) throws {
        let state = try #require(Self.stores.first { $0.name == name }).state
        for line in Self.lines(rows: [10, 24, 60], columns: [34, 80, 170], all: false) {
            var last: Shown?
            for size in line {
                let shown = Shown(state.frame(size.columns, size.rows))
                if let last {
                    #expect(shown.products >= last.products, "products at \(size)")
                    #expect(shown.nameCells >= last.nameCells, "names at \(size)")
                    // The descriptions take the place of older lines of the log.
                    #expect(
                        shown.logLines >= min(last.logLines, StoreLayout.usualLog), "log lines at \(size)")
                    if shown.logLines >= last.logLines {
                        #expect(shown.logCells >= last.logCells, "log at \(size)")
                    }
                }
                last = shown
            }
        }
    }

    private static let layers = [
        "sheet", "two-sheets", "subscription-sheet", "sign-in", "sign-in-refused", "quit-question", "help",
        "guest",
        "account-recounted", "delivery-failed",
    ]

    @Test(
        "Each sheet stands whole in the middle of the window, over a screen of which nothing but the monkey is left",
        arguments: layers)
    func sheets(_ name: String) throws {
        let opened = try #require(Screens.all.first { $0.name == name }).state
        // On each screen, also on the store.
        let places: [StorefrontState.Place] = [.store, .settings, .transactions, .subscriptions, .photo]
        let sizes = Self.lines(rows: [10, 24, 60], columns: [34, 80, 160]).joined()
        for (index, size) in sizes.enumerated() where index % 7 == 0 {
            // A message below the sheet would not be part of it.
            let state = opened.then {
                $0.place = places[index / 7 % places.count]
                $0.status = nil
            }
            let frame = state.frame(size.columns, size.rows)
            let fault = fault(
                ofSheetIn: frame, contentEnd: Layout(size).contentEnd, isStore: state.place == .store)
            if let fault { Issue.record("\(fault) at \(size)") }
        }
    }

    private func fault(ofSheetIn frame: Frame, contentEnd: Int, isStore: Bool) -> String? {
        let (columns, rows) = (frame.size.columns, frame.size.rows)
        func character(_ column: Int, _ row: Int) -> Character? { frame[column, row].character }
        // The monkey is drawn with lines and has corners, too, but above the box.
        var corner: (column: Int, row: Int)?
        for row in 0..<rows {
            for column in 0..<columns / 2 where character(column, row) == "╰" { corner = (column, row) }
        }
        guard let bottom = corner,
            let top = (0..<bottom.row).last(where: { character(bottom.column, $0) == "╭" })
        else {
            return "no box"
        }
        let right = (bottom.column..<columns).first { character($0, bottom.row) == "╯" } ?? 0
        guard right > 0, character(right, top) == "╮" else { return "half a box" }
        for row in top + 1..<bottom.row
        where character(bottom.column, row) != "│" || character(right, row) != "│" {
            return "a broken border in row \(row)"
        }
        if abs(bottom.column - (columns - 1 - right)) > 1 {
            return "not in the middle: \(bottom.column) and \(columns - 1 - right)"
        }
        if (0..<columns).contains(where: { character($0, 0) == "┬" }) { return "a divider is left" }
        var left: [(column: Int, row: Int)] = []
        for row in 1..<max(contentEnd, bottom.row + 1) {
            for column in 0..<columns where character(column, row) != " " {
                if (top...bottom.row).contains(row), (bottom.column...right).contains(column) { continue }
                left.append((column, row))
            }
        }
        let (columnsLeft, rowsLeft) = (left.map(\.column), left.map(\.row))
        if let first = left.first {
            let (width, height) = (
                columnsLeft.max()! - columnsLeft.min()! + 1, rowsLeft.max()! - rowsLeft.min()! + 1
            )
            if !isStore || width > 36 || height > StoreLayout.largeMonkeyRows {
                return "a cell is left at \(first)"
            }
        }
        let (above, below) = (top, rows - 1 - bottom.row)
        // In the store, the sheet may stand below the monkey.
        if abs(above - below) > 1, below > 1 + Layout(frame.size).statusRows, rowsLeft.max() != top - 1 {
            return "not in the middle: \(above) and \(below)"
        }
        return nil
    }

    @Test(
        "No list shows fewer rows, and no photo is smaller, in a larger window",
        arguments: ["settings", "transactions", "subscriptions", "photo", "reader"])
    func otherScreens(_ name: String) throws {
        let state = try #require(Screens.all.first { $0.name == name }).state
        for line in Self.lines(rows: [12, 24], columns: [34, 80], all: false) {
            var last = 0
            for size in line {
                let frame = state.frame(size.columns, size.rows)
                let shown =
                    switch name {
                    // Of the photo, only the rows count: the columns follow from them, rounded.
                    case "photo": (0..<size.rows).count { frame[size.columns / 2, $0].style.colours != nil }
                    // The header takes more room if it fits.
                    case "reader": frame.cells.dropFirst(size.columns).count { $0.character != " " }
                    default: frame.areas.count { !$0.target.isKey }
                    }
                #expect(shown >= last, "\(size)")
                last = shown
            }
        }
    }
}
