internal import Glibc
internal import Storage

/// Reads the bytes of a catalogue from disk, for `Catalogue`.
enum CatalogueFile {
    /// Real files have at most 17 kB. A file above this limit is not a catalogue, and is refused.
    private static let largestSize = 16 << 20

    static func read(_ path: String) throws(CatalogueError) -> [UInt8] {
        let bytes: [UInt8]
        do { bytes = try RegularFile.bytes(of: path, most: largestSize + 1) } catch {
            throw Self.error(error, path)
        }
        guard bytes.count <= largestSize else {
            throw .unreadable(file: path, reason: "larger than \(largestSize >> 20) MB")
        }
        return bytes
    }

    private static func error(_ failure: RegularFile.Failure, _ path: String) -> CatalogueError {
        switch failure.number {
        case ENOENT, ENOTDIR: .missing(file: path)
        case EISDIR: .folder(file: path)
        default: .unreadable(file: path, reason: failure.reason)
        }
    }
}
