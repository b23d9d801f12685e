/// A colour by its parts of red, green and blue, each 0…255, as sRGB has them.
package struct RGB: Hashable, Sendable {
    /// How red it is.
    package var red: UInt8
    /// How green it is.
    package var green: UInt8
    /// How blue it is.
    package var blue: UInt8

    /// A colour from its parts.
    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }
}
