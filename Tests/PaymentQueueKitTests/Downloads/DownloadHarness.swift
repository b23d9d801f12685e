import FileSystem
import Foundation
import PaymentQueueKit
import SQLiteStorage
import StoreModel
import Synchronization
import TestSupport

/// One device that downloads from a scripted content server into a real folder. `restart` is the program ending and starting.
final class DownloadHarness: Sendable {
    static let product = ScriptedContent.product

    let directory: TemporaryDirectory
    let time: ManualTime
    let content: ScriptedContent
    let folder: ContentFolder
    let queue: DownloadQueue
    let observer = RecordingDownloads()

    convenience init(_ content: ScriptedContent) throws {
        try self.init(content, in: TemporaryDirectory(), time: ManualTime())
    }

    private init(_ content: ScriptedContent, in directory: TemporaryDirectory, time: ManualTime) throws {
        self.directory = directory
        self.time = time
        self.content = content
        let data = try DataDirectory(path: directory.path)
        folder = try ContentFolder(in: data)
        let file = try DatabaseFile(path: data.file("device.sqlite"), migrations: DownloadJournal.migrations)
        let counter = Counter()
        queue = DownloadQueue(
            file: file, folder: folder, service: content, receipt: { counter.next() }, time: time.source,
            jitter: { 0.5 })
    }

    func restart(_ content: ScriptedContent? = nil) async throws -> DownloadHarness {
        await queue.close()
        return try DownloadHarness(content ?? self.content, in: directory, time: time)
    }

    func start() async throws {
        try await queue.add(observer)
        try await queue.start(Self.product)
    }

    func passPause() async {
        await time.waitForSleepers()
        time.advance(by: RetryPause.longest * 2)
    }

    /// The content that was saved; nil where there is none.
    func saved() -> [UInt8]? {
        queue.contentPath(of: Self.product).flatMap { FileManager.default.contents(atPath: $0) }.map(Array.init)
    }

    func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path + "/content").sorted()
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)
        func next() -> String {
            count.withLock { count in
                count += 1
                return "receipt \(count)"
            }
        }
    }
}

/// Keeps the calls of a download queue, for tests to wait for.
final class RecordingDownloads: DownloadObserver {
    private let recorder = Recorder<Download>()

    var calls: [Download] { recorder.calls }
    /// The states in which the download was told, each once in a row.
    var states: [DownloadState] { calls.map(\.state).reduce(into: []) { if $0.last != $1 { $0.append($1) } } }

    /// Returns the first call from now on, or of those after the first `skipping`, that is `wanted`.
    @discardableResult
    func first(skipping: Int = 0, _ wanted: (Download) -> Bool) async -> Download {
        await recorder.first(skipping: skipping) { wanted($0) ? $0 : nil }
    }

    @discardableResult
    func waits(for state: DownloadState, skipping: Int = 0) async -> Download {
        await first(skipping: skipping) { $0.state == state }
    }

    func downloadQueue(_ queue: DownloadQueue, updatedDownload download: Download) { recorder.note([download]) }
}
