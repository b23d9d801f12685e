internal import Crypto
internal import Glibc
internal import Storage
internal import StoreModel
internal import Synchronization

/// The file of a download that is under way. A `DownloadAttempt` opens it and fills it through a
/// `ContentReception`. Only one program has it open at a time. It is only written at its end. When all of it
/// is there, correct and on the disk, it is renamed and becomes the content. Another program may remove it
/// meanwhile: its user has given the download up.
final class ContentPart: Sendable {
    /// The file is flushed to the disk after this many bytes, so that the disk has little left to
    /// do at the end.
    private static let flushLength: Int64 = 16 << 20

    let path: String
    private let destination: String
    private let file: LockableFile
    private let state = Mutex((length: Int64(0), flushed: Int64(0)))

    var length: Int64 { state.withLock { $0.length } }
    private var descriptor: Int32 { file.descriptor }

    /// Opens the file, and makes it if it is missing; nil if another program has it open.
    init?(path: String, destination: String) throws(StorageError) {
        self.path = path
        self.destination = destination
        let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StorageError(errno: errno, path: path) }
        file = LockableFile(owning: descriptor)
        guard try file.lock(at: path) else { return nil }
        guard let opened = FileStatus(descriptor: descriptor) else {
            throw StorageError(errno: errno, path: path)
        }
        state.withLock { $0 = (opened.size, opened.size) }
    }

    func append(_ bytes: [UInt8]) throws(StorageError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                write(descriptor, $0.baseAddress! + written, bytes.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw StorageError(errno: errno, path: path) }
            written += count
            state.withLock { $0.length += Int64(count) }
        }
        let isFlushDue = state.withLock { $0.length - $0.flushed >= Self.flushLength }
        if isFlushDue { try flush() }
    }

    func clear() throws(StorageError) {
        guard ftruncate(descriptor, 0) == 0 else { throw StorageError(errno: errno, path: path) }
        state.withLock { $0 = (0, 0) }
    }

    /// The SHA-256 of what is there, read from the disk; nil if the task is cancelled. Other tasks get their
    /// turn meanwhile.
    func digest() async throws(StorageError) -> String? {
        var hash = SHA256()
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        var offset: off_t = 0
        while !Task.isCancelled {
            let count = pread(descriptor, &buffer, buffer.count, offset)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw StorageError(errno: errno, path: path) }
            guard count > 0 else { return Hexadecimal.encode(hash.finalize()) }
            buffer.withUnsafeBytes {
                hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0[..<count]))
            }
            offset += off_t(count)
            await Task.yield()
        }
        return nil
    }

    /// Makes the file the content: flushes it to the disk, then renames it. Returns false if another program
    /// has removed it meanwhile. There may be another file under its name by now, of which only a part has
    /// come.
    func becomeContent() throws(StorageError) -> Bool {
        try flush()
        guard FileLock.isCurrent(descriptor, at: path) else { return false }
        guard rename(path, destination) == 0 else { throw StorageError(errno: errno, path: destination) }
        let folder = Folder.holding(path)
        guard Folder.synchronise(folder) else { throw StorageError(errno: errno, path: folder) }
        return true
    }

    private func flush() throws(StorageError) {
        guard fsync(descriptor) == 0 else {
            let error = StorageError(errno: errno, path: path)
            // The system reports this once, and counts what it could not write as written: the next flush
            // would succeed, and the digest would be that of the memory. So all of it is fetched again.
            try? clear()
            throw error
        }
        state.withLock { $0.flushed = $0.length }
    }
}

/// Takes the pieces of one download: compares them with the promise, and writes them into the `ContentPart`.
final class ContentReception: Sendable {
    private let part: ContentPart
    private let promise: PartialContent
    private let time: TimeSource
    private let onProgress:
        @Sendable (_ received: Int64, _ timeRemaining: Duration?) throws(StoreError) -> Void
    /// The length and the time at which this attempt began, and the last hundredth that was reported.
    private let start = Mutex<(length: Int64, date: Timestamp, told: Int64)?>(nil)

    /// - Parameter onProgress: called for the first piece, and then for each hundredth; throws to end the
    ///   attempt.
    init(
        part: ContentPart, promise: PartialContent, time: TimeSource,
        onProgress:
            @escaping @Sendable (_ received: Int64, _ timeRemaining: Duration?) throws(StoreError) -> Void
    ) {
        self.part = part
        self.promise = promise
        self.time = time
        self.onProgress = onProgress
    }

    func take(_ piece: ContentPiece) throws(StoreError) {
        do {
            switch piece {
            case .head(let digest, let length, let offset):
                guard digest == promise.digest, length == promise.length else {
                    throw StoreError(content: .otherContent)
                }
                if offset != part.length {
                    guard offset == 0 else { throw StoreError(content: .otherContent) }
                    try part.clear()
                }
                let now = time.now()
                start.withLock { $0 = (offset, now, hundredth(offset)) }
                try onProgress(offset, nil)
            case .bytes(let bytes):
                guard part.length + Int64(bytes.count) <= promise.length else {
                    throw StoreError(content: .tooLong)
                }
                try part.append(bytes)
                try tell()
            }
        } catch let error as StoreError {
            throw error
        } catch {
            throw .deviceTrouble(StorageError(wrapping: error, path: part.path))
        }
    }

    private func tell() throws(StoreError) {
        let length = part.length
        let began = start.withLock { start -> (length: Int64, date: Timestamp)? in
            guard let began = start, hundredth(length) > began.told else { return nil }
            start?.told = hundredth(length)
            return (began.length, began.date)
        }
        guard let began else { return }
        let passed = time.now().milliseconds - began.date.milliseconds
        let rest = Double(promise.length - length) / Double(length - began.length) * Double(max(passed, 0))
        try onProgress(length, .milliseconds(rest))
    }

    private func hundredth(_ length: Int64) -> Int64 { length / max(1, promise.length / 100) }
}
