import Storefront
import StorefrontMessages

/// A PNG file of three bytes a pixel, made by hand: without compression, so that every byte of it is known.
struct PNGSample {
    private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// A whole picture; its header may claim another size.
    init(_ picture: Picture, claiming size: (width: UInt32, height: UInt32)? = nil) {
        let size = size ?? (UInt32(picture.width), UInt32(picture.height))
        append("IHDR", Self.big(size.width) + Self.big(size.height) + [8, 2, 0, 0, 0])
        var rows: [UInt8] = []
        for row in 0..<picture.height {
            rows.append(0)  // The row as it is, not its difference from another.
            for column in 0..<picture.width {
                let pixel = picture[column, row]
                rows += [pixel.red, pixel.green, pixel.blue]
            }
        }
        append("IDAT", Self.stored(rows))
        append("IEND", [])
    }

    private mutating func append(_ name: String, _ content: [UInt8]) {
        let checked = Array(name.utf8) + content
        bytes += Self.big(UInt32(content.count)) + checked + Self.big(Self.crc32(checked))
    }

    /// A zlib stream of one block that is stored as it is, of less than 64 kB.
    private static func stored(_ content: [UInt8]) -> [UInt8] {
        let count = UInt16(content.count)
        let length = [UInt8(count & 0xFF), UInt8(count >> 8)]
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in content {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        return [0x78, 0x01, 0x01] + length + length.map { ~$0 } + content + big(b << 16 | a)
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = ~0
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }

    private static func big(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
