import Crypto
import Foundation
import Glibc
import Storage
import StoreModel
import TestSupport
import Testing

@testable import PaymentQueueKit

@Suite("Downloads", .timeLimit(.minutes(5)))
struct DownloadTests {
    private static let bytes = BookFixture.bytes(10_500)
    private static let digest = ScriptedContent.digest(bytes)

    /// A device whose download has begun.
    private func started(_ turns: [ScriptedContent.Turn] = []) async throws -> DownloadHarness {
        let device = try DownloadHarness(ScriptedContent(Self.bytes, turns: turns))
        try await device.start()
        return device
    }

    @Test func `content is fetched, told in hundredths, and there when it is whole`() async throws {
        let device = try await started()
        let end = try await device.observer.waits(for: .finished)
        #expect(device.saved() == Self.bytes && end.progress == 1)
        #expect(device.observer.states == [.waiting, .active, .finished])
        #expect(device.observer.calls.map(\.received) == device.observer.calls.map(\.received).sorted())
        #expect(try device.files() == ["com.example.book"])
    }

    @Test func `what broke off goes on where it was, after a pause, and nothing comes twice`() async throws {
        let device = try await started([
            .breaks(after: 3000, with: .connectionLost), .breaks(after: 1, with: .networkDown),
            .endsEarly(after: 99),
        ])
        for _ in 0..<3 { await device.passPause() }
        try await device.observer.waits(for: .finished)
        #expect(device.saved() == Self.bytes)
        #expect(device.content.parts.map { $0?.length } == [nil, 3000, 3001, 3100])
        #expect(device.content.parts.dropFirst().allSatisfy { $0?.digest == Self.digest })
        #expect(Set(device.content.receipts) == ["receipt 1"])
        let waiting = device.observer.calls.filter { $0.state == .waiting }.compactMap(\.error)
        #expect(waiting == [.connectionLost, .networkDown, .connectionLost])
    }

    @Test(
        "the network that comes back ends the pause, and somebody who asks for the download does, too",
        arguments: [false, true])
    func endOfPause(isAsked: Bool) async throws {
        let device = try await started([.breaks(after: 0, with: .networkDown)])
        await device.time.waitForSleepers()
        if isAsked {
            await device.queue.resume(DownloadHarness.product)
        } else {
            await device.queue.networkCameBack()
        }
        try await device.observer.waits(for: .finished)
    }

    @Test func `the network that comes back during an attempt spares it the pause after it`() async throws {
        let (gate, opening) = AsyncStream.makeStream(of: Never.self)
        let device = try await started([.waits(after: 2000, until: gate, then: .connectionLost)])
        try await device.observer.first { $0.received == 2000 }
        await device.queue.networkCameBack()
        opening.finish()
        try await device.observer.waits(for: .finished)
    }

    @Test func `the next run of the program goes on where the last one was`() async throws {
        let first = try await started([.hangs(after: 4000)])
        try await first.observer.first { $0.received == 4000 }
        let second = try await first.restart(ScriptedContent(Self.bytes))
        try await second.queue.add(second.observer)
        try await second.observer.waits(for: .finished)
        #expect(second.saved() == Self.bytes && second.content.parts.map { $0?.length } == [4000])
        #expect(second.content.receipts == ["receipt 1"])
    }

    @Test func `content that was whole when the program died is checked and not fetched again`() async throws
    {
        let first = try await started([.breaks(after: 10_500, with: .connectionLost)])
        await first.time.waitForSleepers()
        let second = try await first.restart(ScriptedContent(Self.bytes))
        try await second.queue.add(second.observer)
        try await second.observer.waits(for: .finished)
        #expect(second.saved() == Self.bytes && second.content.parts.isEmpty)
        // What stopped the first run does not stop the second one.
        #expect(second.observer.calls.allSatisfy { $0.error == nil })
    }

    @Test(
        "content that is not what was promised is never shown; it fails after three times, and can be tried again"
    )
    func wrong() async throws {
        var other = Self.bytes
        other[5000] ^= 1
        let device = try await started([.forged(other), .tooMuch, .forged(other)])
        for _ in 0..<2 { await device.passPause() }
        #expect(try await device.observer.waits(for: .failed).error?.contentCode == .otherContent)
        #expect(device.saved() == nil)
        #expect(device.content.parts.allSatisfy { $0 == nil })
        await device.queue.resume(DownloadHarness.product)
        try await device.observer.waits(for: .finished)
        #expect(device.saved() == Self.bytes)
    }

    @Test func `a new edition on the server in the middle of a download is fetched from its beginning`()
        async throws
    {
        let device = try await started([.breaks(after: 4000, with: .connectionLost)])
        await device.time.waitForSleepers()
        let edition = BookFixture.bytes(7777, seed: 2)
        device.content.replace(with: edition)
        for _ in 0..<2 { await device.passPause() }
        try await device.observer.waits(for: .finished)
        #expect(device.saved() == edition)
    }

    @Test func `a refusal is final with a new receipt, and worth a new receipt with an old one`() async throws
    {
        let device = try await started([
            .breaks(after: 10, with: .connectionLost), .refuses(.receiptTooOld), .refuses(.refunded),
        ])
        await device.passPause()
        #expect(try await device.observer.waits(for: .failed).error?.contentCode == .refunded)
        #expect(device.content.receipts == ["receipt 1", "receipt 1", "receipt 2"])
    }

    @Test func `a download that another program has paused asks no more`() async throws {
        let device = try await started([.breaks(after: 10, with: .connectionLost)])
        await device.time.waitForSleepers()
        let other = try DownloadHarness(ScriptedContent(Self.bytes), in: device.directory)
        try await other.queue.pause(DownloadHarness.product)
        let count = device.observer.calls.count
        await device.passPause()
        try await device.observer.waits(for: .paused, skipping: count)
        await device.queue.close()
        #expect(try await device.queue.downloads().map(\.state) == [.paused])
        #expect(device.content.parts.count == 1)
    }

    @Test func `a download that another program has paused ends while it is being fetched`() async throws {
        let (gate, opening) = AsyncStream.makeStream(of: Never.self)
        let device = try await started([.waits(after: 2000, until: gate)])
        try await device.observer.first { $0.received == 2000 }
        let other = try DownloadHarness(ScriptedContent(Self.bytes), in: device.directory)
        try await other.queue.pause(DownloadHarness.product)
        opening.finish()
        let end = try await device.observer.first { [DownloadState.paused, .finished].contains($0.state) }
        #expect(end.state == .paused && end.error == nil && device.saved() == nil)
    }

    @Test func `a store that cannot be asked is waited for`() async throws {
        let device = try await started([.refuses(.cannotVerify)])
        await device.passPause()
        try await device.observer.waits(for: .finished)
    }

    @Test("a paused download keeps what came, stays paused over a restart, and goes on when it is told to")
    func paused() async throws {
        let device = try await started([.hangs(after: 2000)])
        try await device.observer.first { $0.received == 2000 }
        try await device.queue.pause(DownloadHarness.product)
        #expect(device.observer.calls.last?.state == .paused && device.observer.calls.last?.received == 2000)
        let next = try await device.restart()
        try await next.start()
        #expect(next.observer.states == [.paused] && device.content.parts.count == 1)
        await next.queue.resume(DownloadHarness.product)
        try await next.observer.waits(for: .finished)
        #expect(next.saved() == Self.bytes && device.content.parts.last??.length == 2000)
    }

    @Test func `a cancelled download keeps nothing, and can be begun anew`() async throws {
        let device = try await started([.hangs(after: 2000)])
        try await device.observer.first { $0.received == 2000 }
        try await device.queue.cancel(DownloadHarness.product)
        #expect(device.observer.calls.last?.state == .cancelled)
        #expect(try device.files() == [])
        await device.queue.start(DownloadHarness.product)
        try await device.observer.waits(for: .finished)
    }

    @Test func `a cancelled download keeps nothing after a start, although a kill left its part`()
        async throws
    {
        let device = try await started([.hangs(after: 2000)])
        try await device.observer.first { $0.received == 2000 }
        try await device.queue.cancel(DownloadHarness.product)
        // The kill came before the part was removed.
        let part = device.directory.path + "/content/com.example.book.part"
        #expect(FileManager.default.createFile(atPath: part, contents: Data(Self.bytes.prefix(2000))))
        let next = try await device.restart()
        try await next.queue.add(next.observer)
        #expect(try next.files() == [])
        #expect(next.observer.states == [.cancelled] && next.observer.calls.map(\.received) == [0])
    }

    @Test func `a folder that cannot be written fails the download, and the error names the file`()
        async throws
    {
        let device = try DownloadHarness(ScriptedContent(Self.bytes))
        try FileManager.default.removeItem(atPath: device.directory.path + "/content")
        try await device.start()
        let failed = try await device.observer.waits(for: .failed)
        guard case .storage(.unusable(let path, _)) = failed.error?.detail else {
            return #expect(failed.error == .deviceTrouble(.unusable(path: "", reason: "")))
        }
        #expect(failed.error?.domain == .device && path.hasPrefix(device.directory.path))
    }

    @Test(arguments: [false, true])
    func `content that was deleted counts as never fetched`(isResumed: Bool) async throws {
        let device = try await started()
        try await device.observer.waits(for: .finished)
        try FileManager.default.removeItem(
            atPath: try #require(device.queue.contentPath(of: DownloadHarness.product)))
        #expect(device.queue.contentPath(of: DownloadHarness.product) == nil)
        #expect(try await device.queue.downloads().map(\.state) == [.cancelled])
        let count = device.observer.calls.count
        if isResumed {
            await device.queue.resume(DownloadHarness.product)
        } else {
            await device.queue.start(DownloadHarness.product)
        }
        let state = try await device.queue.downloads().first?.state
        try #require(state != .cancelled)
        try await device.observer.waits(for: .finished, skipping: count)
        #expect(device.saved() == Self.bytes)
    }

    @Test func `content that was cut counts as never fetched`() async throws {
        let device = try await started()
        try await device.observer.waits(for: .finished)
        let path = try #require(device.queue.contentPath(of: DownloadHarness.product))
        try Data(Self.bytes.prefix(10_000)).write(to: URL(filePath: path))
        #expect(device.queue.contentPath(of: DownloadHarness.product) == nil)
        #expect(try await device.queue.downloads().map(\.state) == [.cancelled])
        let count = device.observer.calls.count
        await device.queue.start(DownloadHarness.product)
        try await device.observer.waits(for: .finished, skipping: count)
        #expect(device.saved() == Self.bytes)
    }

    @Test(arguments: [
        ("com.example.book", "com.example.book"), ("../secret", "%2e.%2fsecret"), ("..", "%2e."),
        (".", "%2e"),
        ("/etc/passwd", "%2fetc%2fpasswd"), ("", "%"), ("a\0b", "a%00b"), ("a.part", "a%2epart"),
        ("é%", "%c3%a9%25"), (String(repeating: "a", count: 250), String(repeating: "a", count: 250)),
        (
            String(repeating: "a", count: 251),
            "%x" + Hexadecimal.encode(SHA256.hash(data: [UInt8](repeating: UInt8(ascii: "a"), count: 251)))
        ),
    ])
    func `whatever a product is called, its content is one file in the folder`(
        product: String, name: String
    ) {
        #expect(ContentFolder.name(of: ProductIdentifier(rawValue: product)) == name)
    }

    @Test(
        "whatever a product is called, its content can be fetched",
        arguments: [
            String(repeating: "a", count: 250), String(repeating: "a", count: 251),
            String(repeating: "a", count: 255), String(repeating: "ü", count: 42),
            String(repeating: "ü", count: 127), String(repeating: "a", count: 244) + ".part",
            String(repeating: "a", count: 250) + ".part",
        ])
    func longName(text: String) throws {
        let directory = try TemporaryDirectory()
        let folder = try ContentFolder(in: DataDirectory(path: directory.path))
        let product = ProductIdentifier(rawValue: text)
        let other = ProductIdentifier(rawValue: "b" + text.dropFirst())
        #expect(ContentFolder.name(of: product) != ContentFolder.name(of: other))
        let part = try #require(try folder.openPart(of: product))
        try part.append([1, 2, 3])
        #expect(try part.becomeContent())
        #expect(folder.length(of: product) == 3)
    }

    @Test func `a part that was let go of is free, although a child process still has its file`() throws {
        let directory = try TemporaryDirectory()
        let folder = try ContentFolder(in: DataDirectory(path: directory.path))
        var part = try folder.openPart(of: DownloadHarness.product)
        let path = try #require(part?.path)
        let files = FileManager.default
        let descriptors = try files.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
        func file(_ descriptor: Int32) -> String? {
            try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
        }
        let opened = try #require(descriptors.first { file($0) == path })
        // What a child process has between fork and exec.
        let inherited = dup(opened)
        defer { close(inherited) }
        part = nil
        #expect(try folder.openPart(of: DownloadHarness.product) != nil)
    }

    @Test func `a part that another program has open is let go of once`() throws {
        let directory = try TemporaryDirectory()
        let folder = try ContentFolder(in: DataDirectory(path: directory.path))
        let held = try #require(try folder.openPart(of: DownloadHarness.product))
        errno = 0
        let refused = try folder.openPart(of: DownloadHarness.product)
        // A second `close` would find no such descriptor, or close the file that another thread has just opened.
        let number = errno
        #expect(refused == nil && number != EBADF)
        withExtendedLifetime((directory, held)) {}
    }

    @Test func `while another program fetches the content, this one waits for it`() async throws {
        let device = try await started([.hangs(after: 2000)])
        try await device.observer.first { $0.received == 2000 }
        let folder = device.folder
        let held = try folder.openPart(of: DownloadHarness.product)
        #expect(held == nil)
        try await device.queue.pause(DownloadHarness.product)
        let left = try folder.openPart(of: DownloadHarness.product)
        #expect(left?.length == 2000)
    }

    @Test(arguments: [DownloadState.finished, .paused, .cancelled])
    func `what another program fetches or stops is not fetched here, and nothing is said to be wrong`(
        end: DownloadState
    ) async throws {
        let other = try await started([.hangs(after: 2000)])
        try await other.observer.first { $0.received == 2000 }
        let device = try DownloadHarness(ScriptedContent(Self.bytes), in: other.directory)
        try await device.queue.add(device.observer)
        await device.time.waitForSleepers()
        switch end {
        case .paused: try await other.queue.pause(DownloadHarness.product)
        case .cancelled: try await other.queue.cancel(DownloadHarness.product)
        default:
            try await other.queue.pause(DownloadHarness.product)
            await other.queue.resume(DownloadHarness.product)
            try await other.observer.waits(for: .finished)
        }
        let files = try other.files()
        await device.passPause()
        try await device.observer.waits(for: end)
        await device.queue.close()
        #expect(device.observer.states == [.waiting, end])
        #expect(device.observer.calls.allSatisfy { $0.error == nil })
        #expect(device.content.parts.isEmpty)
        #expect(try device.files() == files)
        #expect(try await other.queue.downloads().map(\.state) == [end])
    }

    @Test func `a part is not hashed to its end if its download is stopped`() async throws {
        let directory = try TemporaryDirectory()
        let folder = try ContentFolder(in: DataDirectory(path: directory.path))
        let part = try #require(try folder.openPart(of: DownloadHarness.product))
        try part.append(Self.bytes)
        let (gate, opening) = AsyncStream.makeStream(of: Never.self)
        let hashing = Task {
            for await _ in gate {}
            return try await part.digest()
        }
        hashing.cancel()
        #expect(try await hashing.value == nil)
        #expect(try await part.digest() == Self.digest)
        opening.finish()
    }

    @Test func `a part that was removed does not become content, nor does another one under its name`() throws
    {
        let directory = try TemporaryDirectory()
        let folder = try ContentFolder(in: DataDirectory(path: directory.path))
        let part = try #require(try folder.openPart(of: DownloadHarness.product))
        try part.append(Self.bytes)
        // Another program's user has given the download up, and begins it again.
        folder.removePart(of: DownloadHarness.product)
        let other = try #require(try folder.openPart(of: DownloadHarness.product))
        try other.append(Array(Self.bytes.prefix(2000)))
        #expect(try !part.becomeContent())
        #expect(folder.length(of: DownloadHarness.product) == nil)
        try other.append(Array(Self.bytes.dropFirst(2000)))
        #expect(try other.becomeContent())
        #expect(folder.length(of: DownloadHarness.product) == 10_500)
    }

    @Test func `a download whose row has a value of another type is damage, and no crash`() async throws {
        let device = try await started()
        try await device.observer.waits(for: .finished)
        let path = device.directory.path + "/device.sqlite"
        let (file, edit) = (try SQLiteFile(path), "UPDATE download SET wrongContents = 'many'")
        #expect(throws: (any Error).self) { try file.run(edit) }
        try file.loosen()
        try file.run(edit)
        let next = try await device.restart()
        await #expect(throws: StorageError.damaged(path: path)) { try await next.queue.downloads() }
    }

    @Test func `a finished download is neither paused nor given up, and is not fetched again`() async throws {
        let device = try await started()
        try await device.observer.waits(for: .finished)
        try await device.queue.pause(DownloadHarness.product)
        try await device.queue.cancel(DownloadHarness.product)
        await device.queue.start(DownloadHarness.product)
        await device.queue.resume(DownloadHarness.product)
        #expect(device.saved() == Self.bytes && device.content.parts.count == 1)
        #expect(try await device.queue.downloads().map(\.state) == [.finished])
    }

    @Test func `a server that does not answer is asked again after pauses that grow`() async throws {
        let device = try await started(Array(repeating: .breaks(after: 0, with: .networkDown), count: 4))
        for pause in [1, 2, 4, 8] {
            await device.time.waitForSleepers()
            device.time.advance(by: .milliseconds(pause * 1000 - 1))
            #expect(device.time.sleeperCount == 1)
            device.time.advance(by: .milliseconds(1))
        }
        try await device.observer.waits(for: .finished)
        #expect(device.content.parts.count == 5)
    }

    @Test func `content that comes in small pieces is told a hundred times, not at each piece`() async throws
    {
        let device = try DownloadHarness(ScriptedContent(BookFixture.bytes(1_000_000)))
        try await device.start()
        try await device.observer.waits(for: .finished)
        #expect(device.observer.calls.count { $0.state == .active } == 101)
    }

    @Test func `the time that is left follows from the speed of this attempt`() async throws {
        let (gate, opening) = AsyncStream.makeStream(of: Never.self)
        let device = try await started([
            .breaks(after: 3000, with: .connectionLost), .waits(after: 1000, until: gate),
        ])
        await device.passPause()
        try await device.observer.first { $0.received == 4000 }
        device.time.advance(by: .seconds(4))
        opening.finish()
        #expect(try await device.observer.first { $0.received == 5000 }.timeRemaining == .seconds(11))
    }
}
