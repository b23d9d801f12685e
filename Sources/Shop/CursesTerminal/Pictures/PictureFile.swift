internal import CPictureCodecs
internal import Glibc
internal import Storage
package import StoreEvents
internal import Storefront

/// Reads the photo screen's picture for `Launch` of `monkeystore`: a PNG or JPEG file, or the one in the
/// program. It checks the size before it decodes anything.
package enum PictureFile {
    /// A larger file is refused.
    static let mostBytes = 50_000_000
    /// A picture of more pixels is not decoded.
    static let mostPixels = 40_000_000
    /// A larger picture is scaled down to fit in a square of this side. A terminal does not show as
    /// many pixels.
    static let side = 640

    /// Reads a picture from disk.
    package static func open(_ path: String) throws(Trouble) -> Picture {
        try decode(read(path), of: path)
    }

    /// The picture that comes with the program.
    package static func bundled() throws(Trouble) -> Picture {
        try decode(PackageResources.Photo_png, of: "Photo.png")
    }

    static func decode(_ bytes: [UInt8], of path: String) throws(Trouble) -> Picture {
        guard !bytes.isEmpty else { throw .pictureEmpty(file: path) }
        var header = cp_read_header(bytes, bytes.count)
        guard header.format != CP_FORMAT_NONE else { throw .notAPicture(file: path) }
        let (width, height) = (Int(header.width), Int(header.height))
        guard width > 0, height > 0 else { throw .pictureDamaged(file: path) }
        guard width <= mostPixels / height else {
            throw .pictureTooManyPixels(
                file: path, width: width, height: height, millions: mostPixels / 1_000_000)
        }
        header = cp_shrink(header, Int32(side))
        guard let pixels = pixels(of: bytes, header) else { throw .pictureDamaged(file: path) }
        let picture = Picture(width: Int(header.width), pixels: pixels)
        let longest = max(width, height)
        guard longest > side else { return picture }
        return picture.scaled(width: max(1, width * side / longest), height: max(1, height * side / longest))
    }

    /// The pixels; nil if the bytes are damaged or incomplete.
    private static func pixels(of bytes: [UInt8], _ header: cp_header) -> [RGB]? {
        let count = Int(header.width) * Int(header.height)
        var isDecoded = false
        let pixels = [RGB](unsafeUninitializedCapacity: count) { pixels, initialized in
            pixels.initialize(repeating: RGB(0, 0, 0))
            // A colour is laid out as its three bytes.
            pixels.withMemoryRebound(to: UInt8.self) { parts in
                isDecoded = cp_decode(bytes, bytes.count, header, parts.baseAddress!)
            }
            initialized = count
        }
        return isDecoded ? pixels : nil
    }

    private static func read(_ path: String) throws(Trouble) -> [UInt8] {
        do { return try RegularFile.bytes(of: path, most: mostBytes) } catch {
            throw Self.error(error, path)
        }
    }

    private static func error(_ failure: RegularFile.Failure, _ path: String) -> Trouble {
        switch failure.number {
        case EINVAL, EISDIR: .pictureNotAFile(file: path)
        case EFBIG: .pictureTooLarge(file: path, megabytes: mostBytes / 1_000_000)
        default: .pictureUnreadable(file: path, reason: failure.reason)
        }
    }
}
