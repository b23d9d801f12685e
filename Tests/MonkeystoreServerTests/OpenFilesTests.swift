import Testing

@testable import monkeystore_server

@Suite("The limit on a server's open files")
struct OpenFilesTests {
    @Test func `has room for each connection, and for the book of each download`() {
        #expect(OpenFiles.room(for: 4096, at: [.books], within: 4096 + 4096 + 256) == 4096)
        #expect(OpenFiles.room(for: 4096, at: [.books], within: 1024) == 384)
        // Visitors download over their socket.
        #expect(OpenFiles.room(for: 4096, at: [.store, .books, .socket], within: 5 * 100 + 256) == 100)
        #expect(OpenFiles.room(for: 4096, at: [.store, .books], within: 20) == 16)
    }
}
