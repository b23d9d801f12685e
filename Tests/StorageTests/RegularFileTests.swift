import Dispatch
import Foundation
import Glibc
import Storage
import Synchronization
import TestSupport
import Testing

@Suite("Files whose names come from people")
struct RegularFileTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func failure(_ path: String) -> RegularFile.Failure? {
        do {
            _ = try RegularFile.bytes(of: path, most: 10)
            return nil
        } catch { return error }
    }

    @Test func `pipes, devices and folders are refused at once`() throws {
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        // A reader that waits for a writer gets one after a minute, so that the test ends.
        let hasWaited = Mutex(false)
        let writing = DispatchWorkItem {
            hasWaited.withLock { $0 = true }
            let descriptor = open(pipe, O_RDWR | O_NONBLOCK)
            _ = write(descriptor, Array("0123456789".utf8), 10)
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: writing)
        defer { writing.cancel() }
        for path in [pipe, "/dev/zero", "/dev/null", "/dev/tty0"] where access(path, F_OK) == 0 {
            #expect(failure(path)?.reason.contains("no file") == true, "\(path)")
        }
        #expect(!hasWaited.withLock { $0 })
        #expect(failure(folder.path)?.number == EISDIR)
        #expect(failure(folder.path + "/none")?.number == ENOENT)
    }

    @Test(
        arguments: [
            ("a-token", "a-token"), ("a-token\nmore\n", "a-token"), ("a-token\r\n", "a-token"), ("", nil),
            ("\na-token", nil), ("correct horse battery staple\n", nil), ("a-token \n", nil),
            ("a\ttoken\n", nil),
            ("jeton-scellé\n", nil), ("a-token\u{7F}", nil),
        ] as [(String, String?)])
    func `a token is a first line that a header can carry`(text: String, token: String?) throws {
        let path = folder.path + "/token"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        #expect(try RegularFile.token(in: path) == token)
    }

    @Test func `a file is read whole up to a limit, and refused above it`() throws {
        let path = folder.path + "/file"
        let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
        defer { close(descriptor) }
        #expect(write(descriptor, Array("0123456789abc".utf8), 13) == 13)
        #expect(try RegularFile.firstBytes(of: path, most: 10) == Array("0123456789".utf8))
        #expect(failure(path)?.number == EFBIG)
        for most in [13, 1 << 20] {
            #expect(try RegularFile.bytes(of: path, most: most) == Array("0123456789abc".utf8))
        }
    }
}
