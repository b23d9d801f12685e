/// A picture as a value, at least one pixel wide and high.
public struct Picture: Hashable, Sendable {
    /// Pixels from left to right.
    public let width: Int
    /// Pixels from top to bottom.
    public let height: Int
    /// Row by row, `width` pixels each.
    public let pixels: [RGB]

    /// A picture from its pixels, row by row; there are whole rows, and at least one.
    public init(width: Int, pixels: [RGB]) {
        precondition(width > 0 && !pixels.isEmpty && pixels.count.isMultiple(of: width))
        self.width = width
        height = pixels.count / width
        self.pixels = pixels
    }

    /// The pixel at a place within the picture, from 0.
    public subscript(column: Int, row: Int) -> RGB { pixels[row * width + column] }
}
