import Foundation
import StoreModel
import StoreRules
import Subprocess
import TestSupport
import Testing

@Suite("Books from a content server", .ownThreads, .timeLimit(.minutes(10)))
struct BookStories {
    private static let book: ProductIdentifier = "com.xamarin.storekit.testing.book.nightferry"

    let books: BookFixture
    let server: ServerProcess

    init() throws {
        books = try BookFixture()
        server = try .started(arguments: ["--books", books.path])
    }

    /// Somebody who has an account, and the options that name both servers.
    private func customer(content: String) async throws -> (program: Program, options: [String]) {
        (try await server.customer(), ["--store", server.address, "--content", content])
    }

    private func state(of program: Program) throws -> Books {
        let device = try #require(try file("/device.sqlite", of: program)).dropLast("/device.sqlite".count)
        return try Books(String(device), store: server.data)
    }

    private func file(_ name: String, of program: Program) throws -> String? {
        try FileManager.default.subpathsOfDirectory(atPath: program.data).first { $0.hasSuffix(name) }
            .map { program.data + "/" + $0 }
    }

    @Test("a download that is killed again and again goes on where it was; the book is right and paid once")
    func killed() async throws {
        let bytes = BookFixture.bytes(6 << 20)
        try books.add(Self.book, bytes: bytes)
        let proxy = try MeteredProxy(target: server.contentPort)
        let (program, options) = try await customer(content: proxy.address)
        let commands = [["buy", "nightferry", "--yes"], ["read", "nightferry"], ["read", "nightferry"]]
        for (index, command) in commands.enumerated() {
            let bound = (index + 1) * bytes.count / 4
            proxy.hold(at: bound)
            let process = try ChildProcess(
                [BuiltProgram.path] + command + options + ["--data-dir", program.data],
                environment: ["HOME": program.folder.path])
            try proxy.wait(for: bound)
            process.kill()
            let state = try state(of: program)
            #expect(state.charges == 1 && state.unfinished == 1 && state.unsettled == 1, "\(index): \(state)")
            let (whole, part) = try (file("/content/\(Self.book)", of: program), file(".part", of: program))
            #expect(whole == nil && part != nil)
        }
        proxy.hold(at: nil)
        // The book is not text. The program says so once it has all of it.
        let end = try await program.run(["read", "nightferry"] + options)
        #expect(end.error.contains("A terminal can't show this file"), "\(end.error)")
        let path = try #require(try file("/content/\(Self.book)", of: program))
        #expect(try Array(Data(contentsOf: URL(filePath: path))) == bytes)
        let state = try state(of: program)
        #expect(state.charges == 1 && state.unfinished == 0 && state.unsettled == 0, "\(state)")
        // At each kill, what the system held for the run may have been lost, and each run asks for the list.
        #expect(proxy.count < bytes.count + commands.count * (1 << 20))
    }

    @Test func `a book is bought, and read on another device of the account`() async throws {
        let address = "http://127.0.0.1:\(server.contentPort)"
        let (program, options) = try await customer(content: address)
        try await program.succeed(["buy", "nightferry", "--yes"] + options)
        let read = try await program.run(["read", "nightferry"] + options)
        #expect(read.output.hasPrefix("The Night Ferry\n\n1\n"), "\(read.error)")

        let other = try await server.customer(isNew: false)
        #expect(try await other.run(["read", "nightferry"] + options).output == read.output)
    }

    @Test func `a book whose file was deleted is fetched again by read, and waits for the server`()
        async throws
    {
        let (program, options) = try await customer(content: "http://127.0.0.1:\(server.contentPort)")
        try await program.succeed(["buy", "nightferry", "--yes"] + options)
        try FileManager.default.removeItem(atPath: #require(try file("/content/\(Self.book)", of: program)))
        let nobody = [
            "--store", server.address, "--content", "http://127.0.0.1:\(try LoopbackSocket.freePort())",
        ]
        try await program.run(["read", "nightferry"] + nobody).expectRefusal(
            3, "The content server can't be reached.")
        let read = try await program.run(["read", "nightferry"] + options)
        #expect(read.output.hasPrefix("The Night Ferry\n\n1\n"), "\(read.error)")
    }

    @Test func `a book of another device is not said to be unowned while the content server is down`()
        async throws
    {
        let (program, options) = try await customer(content: "http://127.0.0.1:\(server.contentPort)")
        try await program.succeed(["buy", "nightferry", "--yes"] + options)
        let nobody = [
            "--store", server.address, "--content", "http://127.0.0.1:\(try LoopbackSocket.freePort())",
        ]
        let other = try await server.customer(isNew: false)
        try await other.run(["read", "nightferry"] + nobody).expectRefusal(
            3, "The content server can't be reached, and the book isn't on this device.")
        try await other.run(["read", "firstbanana"] + nobody).expectRefusal(64, "You don't own the book")
    }

    @Test func `without a content server a book that was paid waits, and comes when there is one`()
        async throws
    {
        let (program, options) = try await customer(content: "http://127.0.0.1:\(server.contentPort)")
        #expect(try await program.run(["products"] + options).output.contains("The Night Ferry"))
        let nobody = [
            "--store", server.address, "--content", "http://127.0.0.1:\(try LoopbackSocket.freePort())",
        ]
        _ = try await program.run(["buy", "firstbanana", "--yes"] + options)
        let bought = try await program.run(["buy", "nightferry", "--yes"] + nobody)
        let sentence = "or, if its download is paused, once that goes on; you don't pay again."
        #expect(bought.status == .exited(3) && bought.error.contains(sentence), "\(bought.error)")
        let read = try await program.run(["read", "nightferry"] + options)
        #expect(read.output.hasPrefix("The Night Ferry"), "\(read.error)")
    }
}
