/// A picture in memory, at least one pixel wide and high. `PictureFile` reads it, and the
/// photo screen draws it.
package struct Picture: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// Row by row, `width` pixels each.
    package let pixels: [RGB]

    /// A picture from its pixels, row by row. There must be at least one row, and only whole rows.
    package init(width: Int, pixels: [RGB]) {
        precondition(width > 0 && !pixels.isEmpty && pixels.count.isMultiple(of: width))
        self.width = width
        height = pixels.count / width
        self.pixels = pixels
    }

    /// The pixel at a place within the picture, from 0.
    package subscript(column: Int, row: Int) -> RGB { pixels[row * width + column] }
}

/// A colour by its red, green and blue components, each 0…255, in sRGB.
package struct RGB: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }
}
