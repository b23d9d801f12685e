import Glibc
import Storage
import StoreModel
import TestSupport
import Testing

@Suite("Locks on files")
struct FileLockTests {
    @Test func `A lock ends with its value, although a child process still has the file open`() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/lock"
        let (opened, openedAgain) = (open(path), open(path))
        // What a child process has between its start and its own program.
        let child = dup(opened)
        try #require(min(opened, openedAgain, child) >= 0)
        defer { close(child) }
        var isLocked = try lockOnce(LockableFile(owning: opened), at: path)
        #expect(isLocked)
        isLocked = try lockOnce(LockableFile(owning: openedAgain), at: path)
        #expect(isLocked)
    }

    @Test func `A file that cannot be locked is not one that another program has locked`() throws {
        let path = try TemporaryDirectory().path + "/lock"
        #expect(throws: StorageError(errno: EBADF, path: path)) { try FileLock.take(-1, at: path) }
    }

    private func open(_ path: String) -> Int32 { Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }

    /// Takes the lock of a file, which ends with this call.
    private func lockOnce(_ file: consuming LockableFile, at path: String) throws -> Bool {
        try file.lock(at: path)
    }
}
