internal import Glibc

/// Reads the bytes of a catalogue from disk, for `Catalogue`.
enum CatalogueFile {
    /// Real ones have 17 kB at most; more than this is not one of them, and is not taken into memory.
    private static let largestSize = 16 << 20

    static func read(_ path: String) throws(CatalogueError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw error(errno, path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count <= largestSize {
            let count = Glibc.read(descriptor, &part, part.count)
            guard count >= 0 else {
                if errno == EINTR { continue }
                throw error(errno, path)
            }
            if count == 0 { return bytes }
            bytes += part.prefix(count)
        }
        throw .unreadable(file: path, reason: "larger than \(largestSize >> 20) MB")
    }

    private static func error(_ number: Int32, _ path: String) -> CatalogueError {
        switch number {
        case ENOENT, ENOTDIR: .missing(file: path)
        case EISDIR: .folder(file: path)
        default: .unreadable(file: path, reason: String(cString: strerror(number)))
        }
    }
}
