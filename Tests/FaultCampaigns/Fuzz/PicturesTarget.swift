internal import CursesTerminal
internal import Foundation
internal import StoreEvents
internal import TestSupport

/// The decoders of pictures, which read a file as if it were the user's. Half of the PNG files have the right
/// checksums, so that the decoder reads on.
final class PicturesTarget: FuzzTarget {
    private let path: String
    private let corpus: Corpus

    init(folder: String) throws {
        path = folder + "/picture"
        let png = try Data(contentsOf: URL(fileURLWithPath: "Resources/Embedded/Photo.png"))
        corpus = Corpus(inputs: [Array(png), JPEGSample.bytes, Self.smallPNG])
    }

    /// One pixel, with a palette and a transparent colour.
    private static let smallPNG = [UInt8](
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAMAAAAoyzS7AAAAA1BMVEX/AAAZ4gk3AAAAAXRSTlOAry0vdQAAAApJREFUCB1jYAAAAAIAAc/INeUAAAAASUVORK5CYII="
        )!)

    func input(_ random: inout SeededGenerator) -> [UInt8] {
        var bytes = corpus.next(&random)
        if Bool.random(using: &random) { Self.putChecksumsRight(in: &bytes) }
        return bytes
    }

    func take(_ input: [UInt8]) throws -> String? {
        try Data(input).write(to: URL(fileURLWithPath: path))
        let picture: Int
        do {
            let opened = try PictureFile.open(path)
            picture = opened.width * opened.height
        } catch { return nil }
        return picture > 0 && picture <= 640 * 640 ? nil : "a picture of \(picture) pixels"
    }

    func checkUp() throws -> String? {
        (try? PictureFile.bundled()) == nil ? "the program's own picture is refused" : nil
    }

    private static func putChecksumsRight(in bytes: inout [UInt8]) {
        var start = 8
        while start + 12 <= bytes.count {
            let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - start - 12 else { return }
            let end = start + 8 + length
            let sum = checksum(bytes[start + 4..<end])
            for index in 0..<4 { bytes[end + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * index)) }
            start = end + 4
        }
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
    }
}
