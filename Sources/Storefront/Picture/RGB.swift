/// A colour by its parts of red, green and blue, each 0…255, as sRGB has them.
public struct RGB: Hashable, Sendable {
    /// How red it is.
    public var red: UInt8
    /// How green it is.
    public var green: UInt8
    /// How blue it is.
    public var blue: UInt8

    /// A colour from its parts.
    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }
}
