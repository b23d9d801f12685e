internal import Glibc

/// Files that people name, such as catalogues, keys and tokens. They are opened without waiting, and only if
/// they are regular files. Opening a pipe would wait for a writer, and a device may never end.
package enum RegularFile {
    /// Why a file cannot be read or written.
    package struct Failure: Error, Hashable, Sendable {
        /// The system's number; `EINVAL` if it is not a regular file.
        package let number: Int32

        /// The reason in the system's words, except if it is not a regular file.
        package var reason: String {
            number == EINVAL
                ? "it is a pipe, a socket or a device, and no file" : String(cString: strerror(number))
        }
    }

    /// Opens a file for reading. The caller closes it.
    package static func open(_ path: String) throws(Failure) -> Int32 {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        let status = FileStatus(descriptor: descriptor)
        guard let status, status.isFile else {
            let number = status.map { $0.isFolder ? EISDIR : EINVAL } ?? errno
            close(descriptor)
            throw Failure(number: number)
        }
        return descriptor
    }

    /// The bytes of a file. If there are more than `most`, throws `EFBIG`.
    package static func bytes(of path: String, most: Int) throws(Failure) -> [UInt8] {
        let bytes = try firstBytes(of: path, most: most + 1)
        guard bytes.count <= most else { throw Failure(number: EFBIG) }
        return bytes
    }

    /// The first `most` bytes of a file, or all of them if there are fewer.
    package static func firstBytes(of path: String, most: Int) throws(Failure) -> [UInt8] {
        let descriptor = try open(path)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: min(most, 64 << 10))
        while bytes.count < most {
            let count = read(descriptor, &part, min(part.count, most - bytes.count))
            guard count >= 0 else {
                if errno == EINTR { continue }
                throw Failure(number: errno)
            }
            if count == 0 { break }
            bytes += part.prefix(count)
        }
        return bytes
    }

    /// Makes a file (0600) that has its name only when it is whole: writes a draft, and gives it the name
    /// with `naming` when it is on the disk. `naming` returns false on failure; `errno` says why.
    package static func write(
        _ bytes: [UInt8], to path: String, naming: (_ draft: String, _ final: String) -> Bool
    ) throws(Failure) {
        let draft = path + ".\(getpid())-\(UInt32.random(in: 0 ... .max))"
        let descriptor = Glibc.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        defer {
            close(descriptor)
            unlink(draft)
        }
        let written = Glibc.write(descriptor, bytes, bytes.count)
        guard written >= 0 else { throw Failure(number: errno) }
        guard written == bytes.count else { throw Failure(number: ENOSPC) }
        guard fsync(descriptor) == 0, naming(draft, path), Folder.synchronise(Folder.holding(path)) else {
            throw Failure(number: errno)
        }
    }

    /// The token in a file, which is its first line; nil if that is not one word of printable ASCII characters.
    /// All programs read their tokens here, so what one of them accepts is the same secret for the others.
    package static func token(in path: String) throws(Failure) -> String? {
        let line = try firstBytes(of: path, most: 4096).prefix { $0 != 0x0A && $0 != 0x0D }
        guard !line.isEmpty, line.allSatisfy({ 0x21...0x7E ~= $0 }) else { return nil }
        return String(decoding: line, as: UTF8.self)
    }
}

/// The first bytes of what a descriptor refers to; empty if they cannot be read.
package func firstBytes(of descriptor: Int32, _ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let length = read(descriptor, &bytes, count)
    return Array(bytes.prefix(max(0, length)))
}
