package import StoreEvents
internal import StoreModel

/// Scales and filters pictures, for the photo screen. `PictureFile` also uses it to scale large ones down.
extension Picture {
    /// The picture in another size, at least 1 by 1. Each new pixel is the average of the area that
    /// it covers.
    package func scaled(width newWidth: Int, height newHeight: Int) -> Picture {
        guard newWidth != width || newHeight != height else { return self }
        let columns = Self.spans(of: width, in: newWidth)
        let rows = Self.spans(of: height, in: newHeight)
        let area = width * height  // What the weights of a new pixel add up to.
        var scaled: [RGB] = []
        scaled.reserveCapacity(newWidth * newHeight)
        for row in rows {
            for column in columns {
                var (red, green, blue) = (area / 2, area / 2, area / 2)
                for y in row.pixels {
                    for x in column.pixels {
                        let weight = row.weight(of: y) * column.weight(of: x)
                        let pixel = pixels[y * width + x]
                        red += weight * Int(pixel.red)
                        green += weight * Int(pixel.green)
                        blue += weight * Int(pixel.blue)
                    }
                }
                scaled.append(RGB(UInt8(red / area), UInt8(green / area), UInt8(blue / area)))
            }
        }
        return Picture(width: newWidth, pixels: scaled)
    }

    /// The part of a row or column that a new pixel covers. An old pixel is `unit` long.
    private struct Span {
        let start: Int
        let end: Int
        let unit: Int

        var pixels: Range<Int> { start / unit..<(end + unit - 1) / unit }

        /// How much of an old pixel lies in the span.
        func weight(of pixel: Int) -> Int { min(end, (pixel + 1) * unit) - max(start, pixel * unit) }
    }

    /// Divides `old` pixels into `new` parts of equal length.
    private static func spans(of old: Int, in new: Int) -> [Span] {
        (0..<new).map { Span(start: $0 * old, end: ($0 + 1) * old, unit: new) }
    }

    /// The picture with some filters applied, in the order of `PhotoFilter`: sepia tones the grey picture.
    func filtered(through filters: Set<PhotoFilter>) -> Picture {
        PhotoFilter.allCases.filter(filters.contains).reduce(self) { picture, filter in
            Picture(width: picture.width, pixels: picture.pixels.map(filter.colour))
        }
    }
}

extension PhotoFilter {
    /// The filtered colour, by the matrices of `grayscale(1)` and `sepia(1)` in CSS
    /// Filter Effects, in ten-thousandths.
    fileprivate func colour(for colour: RGB) -> RGB {
        func sum(_ red: Int, _ green: Int, _ blue: Int) -> UInt8 {
            let sum = red * Int(colour.red) + green * Int(colour.green) + blue * Int(colour.blue)
            return UInt8(min((sum + 5000) / 10_000, 255))
        }
        switch self {
        case .greyscale:
            let grey = sum(2126, 7152, 722)
            return RGB(grey, grey, grey)
        case .sepia: return RGB(sum(3930, 7690, 1890), sum(3490, 6860, 1680), sum(2720, 5340, 1310))
        }
    }
}
