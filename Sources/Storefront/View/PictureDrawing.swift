internal import StoreModel
internal import StorefrontMessages

/// The filters of a picture during the animation of a change: the new ones on the left, and the old ones on the right.
struct DevelopingFilters {
    var before: Set<PhotoFilter> = []
    var after: Set<PhotoFilter>
    /// The share of the picture with the new ones, 0...1.
    var developed = 1.0
}

extension Canvas {
    /// Draws a picture in the middle of an area, as large as possible in its proportions.
    mutating func drawPicture(_ picture: Picture, filters: DevelopingFilters, columns: Range<Int>, rows: Range<Int>) {
        let size = picture.cells(fitting: Size(columns: columns.count, rows: rows.count))
        let left = columns.lowerBound + (columns.count - size.columns) / 2
        let top = rows.lowerBound + (rows.count - size.rows) / 2
        let hasHalves = options.hasColour && options.glyphs == .unicode
        let scaled = picture.scaled(width: size.columns, height: hasHalves ? size.rows * 2 : size.rows)
        let edge = Int(Double(size.columns) * filters.developed)
        for (filters, part) in [(filters.after, 0..<edge), (filters.before, edge..<size.columns)] where !part.isEmpty {
            let pixels = scaled.filtered(through: filters)
            // Without colour, the brightness chooses the character.
            let shades = options.hasColour ? pixels : pixels.filtered(through: [.greyscale])
            for row in 0..<size.rows {
                for column in part {
                    frame[left + column, top + row] =
                        if hasHalves {
                            coloured("▀", pixels[column, row * 2], on: pixels[column, row * 2 + 1])
                        } else if options.hasColour {
                            coloured(" ", pixels[column, row], on: pixels[column, row])
                        } else {
                            Cell(glyphs.ink[Int(shades[column, row].green) * glyphs.ink.count / 256])
                        }
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
    /// The size of the picture in cells, at least 1 by 1. A cell is twice as high as it is wide.
    func cells(fitting size: Size) -> Size {
        let rowsOfFullWidth = (size.columns * height + width) / (2 * width)
        if rowsOfFullWidth <= size.rows { return Size(columns: size.columns, rows: max(1, rowsOfFullWidth)) }
        return Size(
            columns: min(size.columns, max(1, (4 * size.rows * width + height) / (2 * height))), rows: size.rows)
    }
}
