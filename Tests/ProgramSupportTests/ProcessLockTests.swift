import Glibc
import TestSupport
import Testing

@testable import ProgramSupport

@Suite("Process locks")
struct ProcessLockTests {
    private let folder: TemporaryDirectory
    private var path: String { folder.path + "/lock" }

    init() throws { folder = try TemporaryDirectory() }

    @Test func `a holder without a number is nobody: a signal for -1 would end every process`() throws {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        // The lock belongs to an open file, not to a process: F_OFD_SETLK, which the module does not have.
        var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
        try #require(fcntl(descriptor, 37, &lock) == 0)
        let isTaken = try ProcessLock.take(path) != nil
        #expect(!isTaken)
        #expect(ProcessLock.holder(of: path) == nil)
    }

    @Test func `a lock whose file is removed meanwhile is not held`() throws {
        let first = try ProcessLock.take(path)
        unlink(path)
        let second = try ProcessLock.take(path)
        let areBoth = first != nil && second != nil
        #expect(areBoth)
        #expect(access(path, F_OK) == 0)
    }
}
