/// PNG files (ISO/IEC 15948) with the header that a test wants, and without pixels that could be shown.
package enum PNGSample {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// - Parameters:
    ///   - colourType: 2 for colours, 6 for colours with an alpha channel.
    ///   - chunks: more chunks, before the pixels.
    package static func bytes(
        _ width: UInt32, _ height: UInt32, colourType: UInt8 = 2,
        chunks: [(type: String, content: [UInt8])] = []
    ) -> [UInt8] {
        let header = number(width) + number(height) + [8, colourType, 0, 0, 0]
        let all = [(type: "IHDR", content: header)] + chunks + [("IDAT", [0]), ("IEND", [])]
        return signature
            + all.flatMap { number(UInt32($0.content.count)) + Array($0.type.utf8) + $0.content + number(0) }
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
}
