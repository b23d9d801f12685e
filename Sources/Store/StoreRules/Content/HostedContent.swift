internal import Glibc
internal import Storage
package import StoreModel

/// One product's content, open for reading at any offset. `ContentCatalog` opens it for the content routes
/// and `EmbeddedContent`. It stays the same as when it was opened, even if another file takes its place.
package struct HostedContent: Sendable {
    enum Storage: Sendable {
        case memory([UInt8])
        case file(ContentFile)
    }

    package let product: HostedProduct
    let storage: Storage

    package static let pieceLength = 64 << 10

    /// The piece that begins at `offset`; empty at the end.
    package func piece(at offset: Int64) throws(StoreError) -> [UInt8] {
        guard offset < product.length else { return [] }
        let count = Int(min(product.length - offset, Int64(Self.pieceLength)))
        switch storage {
        case .memory(let bytes): return Array(bytes[Int(offset)..<Int(offset) + count])
        case .file(let file): return try file.read(at: offset, count: count)
        }
    }
}

/// A file that is open until this is released.
final class ContentFile: Sendable {
    private let descriptor: Int32
    /// In bytes, when it was opened.
    let length: Int64

    /// Opens the file `name` in a folder. It does not follow a link, so it opens nothing outside the folder.
    init?(_ name: String, in folder: String) {
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return nil }
        defer { close(directory) }
        descriptor = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard let status = FileStatus(descriptor: descriptor), status.isFile else {
            close(descriptor)
            return nil
        }
        length = status.size
    }

    deinit { close(descriptor) }

    /// Reads `count` bytes; fewer if the file has become shorter.
    func read(at offset: Int64, count: Int) throws(StoreError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            while length < count {
                let read = pread(
                    descriptor, buffer.baseAddress! + length, count - length, off_t(offset) + length)
                if read < 0, errno == EINTR { continue }
                if read < 0 { failure = errno }
                guard read > 0 else { return }
                length += read
            }
        }
        guard failure == 0 else { throw .cannotConnect }
        return bytes
    }
}
