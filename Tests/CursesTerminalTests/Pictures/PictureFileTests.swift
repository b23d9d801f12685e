import Foundation
import StoreEvents
import TestSupport
import Testing

@testable import CursesTerminal

@Suite("Picture files")
struct PictureFileTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = folder.path + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    private static let small = Picture(
        width: 3,
        pixels: [
            RGB(1, 2, 3), RGB(255, 0, 0), RGB(0, 255, 0), RGB(9, 8, 7), RGB(0, 0, 255), RGB(255, 255, 255),
        ])

    @Test func `The picture in the program can be read`() throws {
        let picture = try PictureFile.bundled()
        #expect((picture.width, picture.height) == (160, 80))
    }

    @Test("A PNG has the pixels that are in it")
    func png() throws {
        #expect(try PictureFile.open(file("a.png", PNGSample(Self.small).bytes)) == Self.small)
    }

    @Test func `A JPEG has, nearly, the pixels that it was made of, whatever its name`() throws {
        let picture = try PictureFile.open(file("a.txt", JPEGSample.bytes))
        #expect((picture.width, picture.height) == (16, 8))
        for (pixel, expected) in [(picture[1, 4], RGB(200, 40, 20)), (picture[14, 4], RGB(20, 60, 220))] {
            let parts = [
                (pixel.red, expected.red), (pixel.green, expected.green), (pixel.blue, expected.blue),
            ]
            #expect(parts.allSatisfy { abs(Int($0) - Int($1)) <= 4 }, "\(pixel)")
        }
    }

    @Test func `A large picture is kept in a smaller size, with its proportions`() throws {
        let wide = Picture(
            width: 1300, pixels: (0..<1300 * 10).map { $0 % 1300 < 650 ? RGB(9, 9, 9) : RGB(99, 9, 9) })
        let picture = try PictureFile.open(file("wide.png", PNGSample(wide).bytes))
        #expect((picture.width, picture.height) == (640, 4))
        #expect(picture[0, 0] == RGB(9, 9, 9) && picture[639, 3] == RGB(99, 9, 9))
    }

    private static let png = PNGSample(small).bytes

    private typealias BadFile = (bytes: [UInt8], error: @Sendable (String) -> Trouble)

    private static let badFiles: [BadFile] = [
        ([], { .pictureEmpty(file: $0) }),
        (Array("hello, world".utf8), { .notAPicture(file: $0) }),
        (Array("GIF89a........".utf8), { .notAPicture(file: $0) }),
        ([0x89], { .notAPicture(file: $0) }),
        (Array(png.prefix(8)), { .pictureDamaged(file: $0) }),
        (Array(png.prefix(20)), { .pictureDamaged(file: $0) }),
        (Array(png.prefix(60)), { .pictureDamaged(file: $0) }),
        (Array(png.dropLast(30)), { .pictureDamaged(file: $0) }),
        (changed(png, at: 50), { .pictureDamaged(file: $0) }),
        ([0xFF, 0xD8, 0xFF, 0xE0], { .pictureDamaged(file: $0) }),
        (Array(JPEGSample.bytes.prefix(100)), { .pictureDamaged(file: $0) }),
        (Array(JPEGSample.bytes.dropLast(8)), { .pictureDamaged(file: $0) }),
        (PNGSample(small, claiming: (8000, 5000)).bytes, { .pictureDamaged(file: $0) }),
        (
            PNGSample(small, claiming: (50_000, 50_000)).bytes,
            { .pictureTooManyPixels(file: $0, width: 50_000, height: 50_000, millions: 40) }
        ),
    ]

    @Test("What is not a picture, or not a whole one, is named for what it is", arguments: badFiles.indices)
    func bad(index: Int) throws {
        let (bytes, error) = Self.badFiles[index]
        let path = try file("bad", bytes)
        #expect(throws: error(path)) { try PictureFile.open(path) }
    }

    private static func changed(_ bytes: [UInt8], at index: Int) -> [UInt8] {
        var bytes = bytes
        bytes[index] ^= 0xFF
        return bytes
    }

    @Test func `A file of more than 50 MB is refused`() throws {
        let path = try file("large.png", Self.png)
        try #require(truncate(path, PictureFile.mostBytes + 1) == 0)
        #expect(throws: Trouble.pictureTooLarge(file: path, megabytes: 50)) { try PictureFile.open(path) }
        try #require(truncate(path, Self.png.count) == 0)
        #expect(try PictureFile.open(path) == Self.small)
    }

    @Test func `What is not there, and what is not a file, is not waited for`() throws {
        let missing = folder.path + "/missing.png"
        let reason = String(cString: strerror(ENOENT))
        #expect(throws: Trouble.pictureUnreadable(file: missing, reason: reason)) {
            try PictureFile.open(missing)
        }
        let pipe = folder.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        for path in [folder.path, pipe, "/dev/zero"] {
            #expect(throws: Trouble.pictureNotAFile(file: path)) { try PictureFile.open(path) }
        }
    }
}

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

    /// A zlib stream of one block that is stored as it is, with less than 64 kB.
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
