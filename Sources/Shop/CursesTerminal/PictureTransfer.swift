internal import FoundationEssentials
internal import StoreEvents
internal import Storefront

/// A picture on its way to the terminal, in pieces of a few thousand bytes, so that frames and keys get
/// through. Each piece consists of whole sequences, and leaves the cursor where it was. `CursesWindow` sends
/// the pieces.
struct PictureTransfer {
    private enum Content {
        case kitty(bytes: [UInt8], size: PixelSize, number: Int)
        case sixel(SixelPicture)
    }

    private let place: PlacedPicture
    private let content: Content
    private var sent = 0

    /// `number` is the picture's number for kitty, one of `numbers`. When the picture is complete, it
    /// replaces the one with the other number.
    init(_ place: PlacedPicture, by pictures: PictureProtocol, number: Int) {
        self.place = place
        switch pictures {
        case .kitty:
            // The terminal scales it up by itself.
            let size = PixelSize(
                width: min(place.pixels.width, place.original.width),
                height: min(place.pixels.height, place.original.height))
            let bytes = place.scaled(to: size).pixels.flatMap { [$0.red, $0.green, $0.blue] }
            content = .kitty(bytes: bytes, size: size, number: number)
        case .sixel: content = .sixel(SixelPicture(place.scaled(to: place.pixels)))
        }
    }

    static let numbers = [7031, 7032]

    /// Removes a picture, as far as a sequence can.
    static func removal(number: Int) -> String { "\u{1B}_Ga=d,d=I,i=\(number),q=2\u{1B}\\" }

    /// The most bytes of a picture in one piece: 4096 characters in Base64.
    private static let pieceLength = 3072

    /// The next piece; nil after the last.
    mutating func next() -> String? {
        defer { sent += 1 }
        switch content {
        case .kitty(let bytes, let size, let number):
            let start = sent * Self.pieceLength
            guard start < bytes.count else { return nil }
            let end = min(start + Self.pieceLength, bytes.count)
            let isLast = end == bytes.count
            let keys = sent == 0 ? "a=t,f=24,s=\(size.width),v=\(size.height),i=\(number),q=2," : ""
            let data = Data(bytes[start..<end]).base64EncodedString()
            let piece = "\u{1B}_G\(keys)m=\(isLast ? 0 : 1);\(data)\u{1B}\\"
            guard isLast else { return piece }
            let others = Self.numbers.filter { $0 != number }.map(Self.removal).joined()
            let keysOfPlace = "a=p,i=\(number),p=1,c=\(place.size.columns),r=\(place.size.rows),C=1,q=2"
            return piece + at(row: 0, "\u{1B}_G\(keysOfPlace)\u{1B}\\") + others
        case .sixel(let picture):
            // A row of cells at a time, since nothing can come in the middle of a sixel picture.
            guard sent < place.size.rows else { return nil }
            let height = place.pixels.height / place.size.rows
            return at(row: sent, picture.sequence(rows: sent * height..<(sent + 1) * height))
        }
    }

    /// A sequence that works at the cursor, at the left edge of a row of the picture.
    private func at(row: Int, _ sequence: String) -> String {
        "\u{1B}7\u{1B}[\(place.row + row + 1);\(place.column + 1)H\(sequence)\u{1B}8"
    }
}
