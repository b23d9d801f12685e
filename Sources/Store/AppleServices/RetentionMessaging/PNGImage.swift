/// The size and transparency of a PNG file (ISO/IEC 15948): `ServerAPI` checks
/// uploaded images. Pixels are not read.
struct PNGImage: Hashable, Sendable {
    let width: Int
    let height: Int
    let hasTransparency: Bool

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// Length, type and checksum.
    private static let chunkOverhead = 12
    private static let greyWithAlpha: UInt8 = 4
    private static let colourWithAlpha: UInt8 = 6

    /// Nil if the bytes are not a complete PNG file.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: Self.signature) else { return nil }
        var place = Self.signature.count
        var header: ArraySlice<UInt8>?
        var (hasPixels, isTransparent) = (false, false)
        while true {
            guard bytes.count - place >= Self.chunkOverhead else { return nil }
            let length = Self.number(bytes[place..<place + 4])
            guard length <= bytes.count - place - Self.chunkOverhead else { return nil }
            let content = bytes[place + 8..<place + 8 + length]
            let type = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
            // The header is the first chunk.
            guard (header == nil) == (type == "IHDR") else { return nil }
            place += Self.chunkOverhead + length
            switch type {
            case "IHDR": header = content
            case "IDAT": hasPixels = true
            case "tRNS": isTransparent = true
            default: break
            }
            if type == "IEND" { break }
        }
        guard place == bytes.count, hasPixels, let header, header.count == 13 else { return nil }
        width = Self.number(header.prefix(4))
        height = Self.number(header.dropFirst(4).prefix(4))
        let colourType = header[header.startIndex + 9]
        hasTransparency = isTransparent || [Self.greyWithAlpha, Self.colourWithAlpha].contains(colourType)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}

extension RetentionImage.Size {
    /// Whether an image has the number of pixels for this size.
    func fits(_ image: PNGImage) -> Bool {
        switch self {
        case .full: image.width == 3840 && 160...2160 ~= image.height
        case .bulletPoint: image.width == 1024 && image.height == 1024
        }
    }
}
