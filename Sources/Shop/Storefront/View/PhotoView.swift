internal import StoreEvents
internal import StoreModel

// Draws the photo screen, for `view` in View.swift: the picture through its filters, and the
// filters' buttons.
extension Canvas {
    mutating func drawPhoto() {
        let monkey = state.mood == .stylish ? "  \(monkey.small)" : ""
        drawHeader(
            strings[.photoTitle] + monkey, right: strings.filtersOn(state.account.filters),
            rightStyle: Style(.accent)
        )
        let lines = buttonLines
        let buttonsRow = layout.contentEnd - lines.count
        let rows = 1..<buttonsRow - (self.rows >= 19 ? 1 : 0)
        if let picture = state.picture, let placed = place(picture, columns: 1..<columns - 1, rows: rows) {
            frame.picture = placed
        } else if let picture = state.picture {
            drawPicture(picture, filters: filters, columns: 1..<columns - 1, rows: rows)
        } else {
            drawNothing(but: .photoLoading)
        }
        for (index, line) in lines.enumerated() { drawPhotoButtons(line, row: buttonsRow + index) }
    }

    /// Where to place the picture in pixels, in the middle of an area; nil if it must be drawn in cells. That
    /// is so if the terminal cannot draw pixels, and if pixels would cover a layer or, in a low window, a
    /// long message. Pixels change at once: each step of an animation would be another transfer.
    private func place(_ picture: Picture, columns: Range<Int>, rows: Range<Int>) -> PlacedPicture? {
        guard let cell = state.terminal.cell, state.layer == .none, self.rows >= 19, options.hasColour else {
            return nil
        }
        var area = Size(columns: columns.count, rows: rows.count)
        if let limit = state.terminal.pictureLimit {
            area.columns = min(area.columns, limit.width / cell.width)
            area.rows = min(area.rows, limit.height / cell.height)
        }
        guard area.columns > 0, area.rows > 0 else { return nil }
        let size = picture.cells(fitting: area, cell: cell)
        let pixels = PixelSize(width: size.columns * cell.width, height: size.rows * cell.height)
        guard pixels.width * pixels.height <= Self.mostPixels else { return nil }
        return PlacedPicture(
            column: columns.lowerBound + (columns.count - size.columns) / 2,
            row: rows.lowerBound + (rows.count - size.rows) / 2, size: size, pixels: pixels, picture: picture,
            filters: state.account.filters)
    }

    /// A larger picture would take long, and it is the terminal that claims the size.
    private static let mostPixels = 1 << 22

    /// The filters that are on. A filter that was just switched on appears from the left.
    private var filters: DevelopingFilters {
        guard case .filter(let before) = state.currentReaction?.kind else {
            return DevelopingFilters(after: state.account.filters)
        }
        let share = state.moodPicture + 1
        return DevelopingFilters(
            before: before, after: state.account.filters,
            developed: Double(share) / Double(state.mood.pictures))
    }

    private var buttonLines: [[PhotoFilter?]] { buttonLines(areTight: areButtonsTight) }

    private func buttonLines(areTight: Bool) -> [[PhotoFilter?]] {
        let buttons = StorefrontState.photoButtons
        let widths = buttons.map { clean(words(for: $0, isTight: areTight).words).width + (areTight ? 3 : 7) }
        return lines(ofButtons: widths, from: firstButtonColumn, gap: areTight ? 0 : 1).map {
            $0.map { buttons[$0] }
        }
    }

    /// Whether the buttons have fewer blanks, no prices, and no names of what is not on sale, so that they
    /// take as few rows as possible from the picture.
    private var areButtonsTight: Bool {
        !layout.isRoomy || buttonLines(areTight: false).count > buttonLines(areTight: true).count
    }

    /// A line of buttons, in their longest form that fits.
    private mutating func drawPhotoButtons(_ buttons: [PhotoFilter?], row: Int) {
        let isTight = areButtonsTight
        var column = firstButtonColumn
        for button in buttons {
            let (words, isEnabled) = words(for: button, isTight: isTight)
            column = self.button(
                words, column, row, isSelected: state.photoButton == button, isEnabled: isEnabled,
                isTight: isTight, target: .photoButton(button))
            if !isTight { column += 1 }
        }
    }

    private var firstButtonColumn: Int { columns < Self.fullWordsWidth ? 0 : 1 }

    /// The narrowest window in which three tight buttons fit with full words if the filters are on sale.
    private static let fullWordsWidth = 40

    private func words(for filter: PhotoFilter?, isTight: Bool) -> (words: String, isEnabled: Bool) {
        guard let filter else { return (strings[.clearFilters], !state.account.filters.isEmpty) }
        let name = strings[columns < Self.fullWordsWidth ? .shortFilter(filter) : .filter(filter)]
        if state.owns(filter) {
            return (strings.filterSwitch(name, isOn: state.account.filters.contains(filter)), true)
        }
        let product = filter.productIdentifier
        let isOnSale = state.offer(of: product) == .onSale
        let price = state.catalogue.products[product].map { strings.price(of: $0) }
        // If there is no room for both, why it is not on sale matters more than its name.
        let words: [String?] =
            isOnSale
            ? [strings.buyFilter(name), isTight ? nil : price]
            : [isTight ? nil : name, buttonWords(for: product)]
        return (words.compactMap(\.self).joined(separator: "  "), isOnSale)
    }
}

/// The filters of a picture while a change is animated: the new ones on the left, the old ones on the right.
struct DevelopingFilters {
    var before: Set<PhotoFilter> = []
    var after: Set<PhotoFilter>
    /// The share of the picture that has the new filters, 0...1.
    var developed = 1.0
}

extension Canvas {
    /// Draws a picture in the middle of an area, as large as its proportions allow.
    mutating func drawPicture(
        _ picture: Picture, filters: DevelopingFilters, columns: Range<Int>, rows: Range<Int>
    ) {
        let size = picture.cells(fitting: Size(columns: columns.count, rows: rows.count))
        let left = columns.lowerBound + (columns.count - size.columns) / 2
        let top = rows.lowerBound + (rows.count - size.rows) / 2
        let hasHalves = options.hasColour && options.glyphs == .unicode
        let scaled = picture.scaled(width: size.columns, height: hasHalves ? size.rows * 2 : size.rows)
        let edge = Int(Double(size.columns) * filters.developed)
        for (filters, part) in [(filters.after, 0..<edge), (filters.before, edge..<size.columns)]
        where !part.isEmpty {
            let pixels = scaled.filtered(through: filters)
            // Without colour, the brightness chooses the character.
            let shades = options.hasColour ? pixels : pixels.filtered(through: [.greyscale])
            for row in 0..<size.rows {
                for column in part {
                    let cell =
                        if hasHalves {
                            coloured("▀", pixels[column, row * 2], on: pixels[column, row * 2 + 1])
                        } else if options.hasColour {
                            coloured(" ", pixels[column, row], on: pixels[column, row])
                        } else {
                            Cell(glyphs.ink[Int(shades[column, row].green) * glyphs.ink.count / 256])
                        }
                    put(cell, left + column, top + row)
                }
            }
        }
    }

    private func coloured(_ character: Character, _ foreground: RGB, on background: RGB) -> Cell {
        var style = Style()
        style.colours = CellColours(foreground: foreground, background: background)
        return Cell(character, style: style)
    }
}

extension Picture {
    /// The size of the picture in cells, at least 1 by 1. A cell is about twice as high as wide.
    func cells(fitting size: Size, cell: PixelSize = PixelSize(width: 1, height: 2)) -> Size {
        let (width, height) = (self.width * cell.height, self.height * cell.width)
        let rowsOfFullWidth = (2 * size.columns * height + width) / (2 * width)
        if rowsOfFullWidth <= size.rows { return Size(columns: size.columns, rows: max(1, rowsOfFullWidth)) }
        return Size(
            columns: min(size.columns, max(1, (2 * size.rows * width + height) / (2 * height))),
            rows: size.rows)
    }
}
